"""Text to vectors: tokenise, transformer, pooling."""

import copy
import hashlib

import numpy as np
import torch
from torch import Tensor, nn
from tqdm import tqdm
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from stsutils.encoders import micro, packed
from stsutils.encoders.pooling import pool, pool_packed
from stsutils.errors import UserError


class BiEncoder(nn.Module):
    """A sentence encoder: the same transformer reads each sentence alone.

    `transformer` and `tokenizer` are Hugging Face's, `pooling` is one of `POOLINGS`, sentences
    longer than `max_length` tokens are cut. `normalize` scales vectors to length 1 (cosines do
    not change). Make one with `load_encoder`.
    """

    def __init__(
        self,
        transformer: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        pooling: str = "mean",
        max_length: int = 128,
        normalize: bool = False,
    ):
        """Put the parts together; nothing is copied."""
        super().__init__()
        self.transformer = transformer
        self.tokenizer = tokenizer
        self.pooling = pooling
        self.max_length = max_length
        self.normalize = normalize

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return next(self.parameters()).device

    @property
    def dimension(self) -> int:
        """The length d of a sentence vector."""
        return self.transformer.config.hidden_size

    def tokenize(self, sentences: list[str]) -> list[list[int]]:
        """Piece numbers of each sentence, special tokens included, cut at `max_length`."""
        return self.tokenizer(
            list(sentences),
            truncation=True,
            max_length=self.max_length,
            return_attention_mask=False,
            return_token_type_ids=False,
        )["input_ids"]

    def prepare(self, columns: list[list[str]]) -> list[list[list[int]]]:
        """Each column of sentences as a column of tokens, what `fit` hands to `forward`.

        Each distinct sentence is tokenised once.
        """
        distinct = list(dict.fromkeys(text for column in columns for text in column))
        pieces = dict(zip(distinct, self.tokenize(distinct), strict=True))
        return [[pieces[text] for text in column] for column in columns]

    def forward(self, tokens: list[list[int]]) -> Tensor:
        """Vectors (B×d) of tokenised sentences, in their order.

        BERT-like models read the batch without padding (`packed`); for any other the batch is cut
        into length-sorted groups with little padding (`micro.groups`). The vectors are the same
        up to rounding.
        """
        lengths, kind = np.fromiter(map(len, tokens), np.int64, len(tokens)), self.device.type
        if packed.fits(self.transformer):
            embed = self._packed
            pieces = packed.pieces(lengths, packed.TOKEN_BUDGET.get(kind, 65_536))
        else:
            embed = self._padded
            pieces = micro.groups(
                lengths, micro.PASS_COST.get(kind, 16_384), micro.TOKEN_BUDGET.get(kind, 65_536)
            )
        vectors = torch.cat([embed([tokens[i] for i in piece]) for piece in pieces])
        back = torch.from_numpy(np.argsort(np.concatenate(pieces)))
        vectors = vectors.index_select(0, back.to(vectors.device))
        return nn.functional.normalize(vectors, dim=-1) if self.normalize else vectors

    def _packed(self, tokens: list[list[int]]) -> Tensor:
        """One pass without padding over sentences sorted by length."""
        lengths = np.fromiter(map(len, tokens), np.int64, len(tokens))
        where = packed.layout(lengths, self.device)
        states = packed.forward(self.transformer, tokens, where)
        return pool_packed(self.pooling, states, where.starts, where.lengths)

    def _padded(self, tokens: list[list[int]]) -> Tensor:
        """One padded pass."""
        lengths = torch.tensor([len(ids) for ids in tokens])
        width = int(lengths.max())
        padding = self.tokenizer.pad_token_id
        ids = torch.tensor([ids + [padding] * (width - len(ids)) for ids in tokens])
        mask = (torch.arange(width) < lengths[:, None]).long()
        ids, mask = ids.to(self.device), mask.to(self.device)
        output = self.transformer(
            input_ids=ids, attention_mask=mask, output_hidden_states=self.pooling == "first_last"
        )
        states = output.hidden_states or (output.last_hidden_state,)
        return pool(self.pooling, states, mask)

    @torch.inference_mode()
    def encode(
        self, sentences: list[str], progress: bool = False, precision: str = "float32"
    ) -> np.ndarray:
        """Vectors (n×d, float32) of `sentences`, without dropout or gradients.

        Each distinct sentence is encoded once, in batches sorted by token count. `progress`
        shows a bar. `precision` "bfloat16" computes with a 16-bit copy of the weights: faster
        where the processor has instructions for it (or a GPU), cosines to the exact vectors above
        .999. The encoder's weights and training mode are left as they were.
        Raises UserError for another precision.
        """
        if precision not in ("float32", "bfloat16"):
            raise UserError(f"precision is float32 or bfloat16, not {precision!r}")
        reader = self
        if precision == "bfloat16":
            weights = copy.deepcopy(self.transformer).to(torch.bfloat16)
            reader = BiEncoder(weights, self.tokenizer, self.pooling, normalize=self.normalize)
        distinct = list(dict.fromkeys(sentences))
        tokens = self.tokenize(distinct) if distinct else []
        vectors = np.zeros((len(distinct), self.dimension), np.float32)
        was_training = self.training
        reader.eval()
        try:
            with tqdm(total=len(distinct), unit="sentence", disable=not progress) as bar:
                for batch in self._batches(tokens):
                    vectors[batch] = reader([tokens[i] for i in batch]).float().cpu().numpy()
                    bar.update(len(batch))
        finally:
            self.train(was_training)
        place = {sentence: row for row, sentence in enumerate(distinct)}
        return vectors[[place[sentence] for sentence in sentences]]

    def _batches(self, tokens: list[list[int]]) -> list[np.ndarray]:
        """Which sentences `encode` reads together: of like length, a token budget each."""
        if not tokens:
            return []
        lengths = np.fromiter(map(len, tokens), np.int64, len(tokens))
        return packed.pieces(lengths, packed.TOKEN_BUDGET.get(self.device.type, 65_536))

    def sha(self) -> str:
        """Sixteen hex digits that change when a weight, the pooling or the cut length does."""
        digest = hashlib.sha256(repr((self.pooling, self.max_length, self.normalize)).encode())
        for name, tensor in sorted(self.state_dict().items()):
            digest.update(name.encode())
            digest.update(tensor.detach().float().cpu().contiguous().numpy().tobytes())
        return digest.hexdigest()[:16]
