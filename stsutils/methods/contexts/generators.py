"""The generative models: how likely is this sentence, given the two others?"""

import torch
from torch import Tensor, nn

#: What is generated → its place: 0 before, 1 between, 2 after. The other two are read.
TARGETS = {"sentence": 1, "left": 0, "right": 2}


class Generator(nn.Module):
    """A small Transformer sequence-to-sequence model of one sentence of three.

    Formula:
        log p(x | y, z) = Σ_j log p(x_j | y, z, x_<j),
    where the encoder reads the two sentences y and z one after the other, and the decoder
    writes x. Word, token-position and sentence-position embeddings are added; the sentence
    position says which of the three places a sentence has, also the one to be written.

    Args:
        pieces: the size of the vocabulary; word vectors serve as the output layer, too.
        target: a key of `TARGETS`, what is written.
        longest: pieces of the longest sentence.
        width, heads: of every layer; the feed-forward part has twice the width.
        reading, writing: layers of encoder and decoder.
        dropout: while learning.

    Source: Sun et al. 2022, Eq. 2 and section 4.1 (Transformer-large there).
    """

    def __init__(
        self,
        pieces: int,
        target: str,
        longest: int,
        width: int = 128,
        heads: int = 4,
        reading: int = 1,
        writing: int = 1,
        dropout: float = 0.0,
    ):
        """Build the model; about a million weights with 4,000 pieces."""
        super().__init__()
        self.place = TARGETS[target]
        self.words = nn.Embedding(pieces, width, padding_idx=0)
        self.positions = nn.Embedding(longest, width)
        self.places = nn.Embedding(3, width)
        for table in (self.words, self.positions, self.places):
            nn.init.normal_(table.weight, std=width**-0.5)
        own = {"dropout": dropout, "activation": "gelu", "batch_first": True, "norm_first": True}
        shape = (width, heads, 2 * width)
        layer = nn.TransformerEncoderLayer(*shape, **own)
        self.encoder = nn.TransformerEncoder(layer, reading, nn.LayerNorm(width), False)
        layer = nn.TransformerDecoderLayer(*shape, **own)
        self.decoder = nn.TransformerDecoder(layer, writing, nn.LayerNorm(width))
        self.bias = nn.Parameter(torch.zeros(pieces))

    def start_from(self, log_frequency: Tensor) -> None:
        """Let the output begin at the unigram model: learning starts at its perplexity."""
        with torch.no_grad():
            self.bias.copy_(log_frequency)

    def forward(self, left: Tensor, sentence: Tensor, right: Tensor) -> tuple[Tensor, Tensor]:
        """Σ log p of the written sentence's pieces after [CLS] (B), and how many they are (B)."""
        parts = [left, sentence, right]
        written = parts.pop(self.place)
        places = [place for place in range(3) if place != self.place]
        read = torch.cat([self._embed(p, n) for p, n in zip(parts, places, strict=True)], dim=1)
        padding = torch.cat([part == 0 for part in parts], dim=1)
        memory = self.encoder(read, src_key_padding_mask=padding)
        given, wanted = written[:, :-1], written[:, 1:]
        length = given.shape[1]
        later = torch.ones(length, length, dtype=torch.bool, device=given.device).triu(1)
        masks = {"tgt_mask": later, "memory_key_padding_mask": padding}
        states = self.decoder(self._embed(given, self.place), memory, **masks)
        real = wanted != 0
        scores = (states[real] @ self.words.weight.T + self.bias).float()
        picked = scores.gather(1, wanted[real][:, None]).squeeze(1) - scores.logsumexp(1)
        summed = torch.zeros(len(written), device=picked.device)
        summed.index_add_(0, real.nonzero()[:, 0], picked)
        return summed, real.sum(1)

    def loss(self, left: Tensor, sentence: Tensor, right: Tensor) -> Tensor:
        """The mean negative log-likelihood a piece, in nats."""
        summed, count = self(left, sentence, right)
        return -summed.sum() / count.sum()

    def _embed(self, numbers: Tensor, place: int) -> Tensor:
        positions = self.positions.weight[: numbers.shape[1]]
        return self.words(numbers) + positions + self.places.weight[place]


def log_unigram(numbers: Tensor, pieces: int) -> Tensor:
    """Log of the add-one frequency of each piece after [CLS]: what beats it has learned to read.

    `numbers` is n×L, the result has `pieces` entries. Padding and [CLS] are not counted.
    """
    counts = torch.bincount(numbers[:, 1:].flatten(), minlength=pieces).double()
    counts[0] = 0
    return ((counts + 1) / (counts + 1).sum()).log().float()
