"""Text pair to score: one transformer reads both sentences together."""

import numpy as np
import torch
from torch import Tensor, nn
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from stsutils.encoders.bi_encoder import BiEncoder
from stsutils.encoders.loading import load_encoder
from stsutils.encoders.reader import Reader, sha_of
from stsutils.encoders.tokens import Tokens, check_texts, distinct, token_ids
from stsutils.errors import UserError


class Interaction(Reader):
    """An interaction model (cross-encoder): the pair goes in as one text, one score comes out.

    The last layer's vector of the first token goes through one linear layer. Scores have no range
    and mean nothing but their order; swapped sentences may score otherwise. Pairs longer than
    `max_length` tokens are cut, the longer sentence first. `fit` trains it with any loss that takes
    one column of scores, such as ``on_cosines(cosent, scale=1.0)``. Make one with
    `load_interaction`.

    As in Su's code, there is nothing between vector and layer; the CoSENT paper's code takes
    Hugging Face's classifier, with BERT's pooler (a linear layer and tanh) and dropout between.
    The second sentence has BERT's segment number 1 (Su: 0).
    """

    dimension = 1  #: what comes out: one score

    def __init__(
        self,
        transformer: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        max_length: int = 128,
        seed: int = 0,
    ):
        """Put the parts together; the head starts as BERT's layers do, by `seed` alone."""
        super().__init__(transformer, tokenizer, "cls", max_length)
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            self.head = nn.Linear(transformer.config.hidden_size, 1)
            nn.init.normal_(self.head.weight, std=0.02)
            nn.init.zeros_(self.head.bias)

    def tokenize(self, sentence1: list[str], sentence2: list[str]) -> Tokens:
        """Token ids of each pair as one text, special tokens included."""
        # a "[SEP]" someone typed must not look like ours
        how = {"max_length": self.max_length, "split_special_tokens": True}
        pairs = token_ids(self.tokenizer, sentence1, sentence2, **how)
        if not pairs or getattr(self.transformer.config, "type_vocab_size", 1) < 2:
            return Tokens.of(pairs, self.device)
        separator = self.tokenizer.sep_token_id
        return Tokens.of(pairs, self.device, [pair.index(separator) + 1 for pair in pairs])

    def prepare(self, columns: list[list[str]]) -> list[Tokens]:
        """Two columns of sentences as one column of joined pairs, each distinct pair once."""
        if len(columns) != 2:
            raise UserError(f"an interaction model reads two text columns, not {len(columns)}")
        pairs, rows = distinct(zip(*columns, strict=True))
        return [self.tokenize(*_columns(pairs)).take(rows)]

    def finish(self, vectors: Tensor) -> Tensor:
        """The head's score of each pair (n×1)."""
        with torch.autocast(self.device.type, enabled=False):  # bf16 scores would be full of ties
            return self.head(vectors.float())

    def score(
        self,
        sentence1: list[str],
        sentence2: list[str],
        progress: bool = False,
        precision: str = "float32",
    ) -> np.ndarray:
        """The score of each pair (n, float32), without dropout or gradients.

        Each distinct pair is read once, together with others of its token count. `progress` and
        `precision` are those of `BiEncoder.encode`. The training mode is left as it was.
        """
        check_texts(sentence1)
        check_texts(sentence2)
        if len(sentence1) != len(sentence2):
            raise UserError(f"pairs need two equal columns, not {len(sentence1)}, {len(sentence2)}")
        pairs, rows = distinct(zip(sentence1, sentence2, strict=True))
        return self._read(self.tokenize(*_columns(pairs)), progress, precision, "pair")[rows, 0]

    def sha(self) -> str:
        """Sixteen hex digits that change when a weight or the cut length does."""
        return sha_of(self, repr(("interaction", self.max_length)))


def _columns(pairs: list[tuple[str, str]]) -> tuple[list[str], list[str]]:
    return [first for first, _ in pairs], [second for _, second in pairs]


def load_interaction(
    name: str = "mini", *, max_length: int | None = None, download: bool = False, seed: int = 0
) -> Interaction:
    """Start an interaction model from an encoder.

    `name`, `max_length` and `download` are those of `load_encoder`: its transformer is taken, with
    a new head that `seed` decides.
    """
    encoder = load_encoder(name, max_length=max_length, download=download)
    if not isinstance(encoder, BiEncoder):
        raise UserError(f"{name}: an interaction model starts from a transformer alone")
    return Interaction(encoder.transformer, encoder.tokenizer, encoder.max_length, seed).eval()
