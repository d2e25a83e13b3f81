"""One reader of tokens under both kinds of model: a vector for each text, pass by pass."""

import copy
import hashlib
from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor, nn
from tqdm import tqdm
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from stsutils.encoders import packed, padded
from stsutils.encoders.devices import check_precision
from stsutils.encoders.matmul import bfloat16_products, matmul_precision
from stsutils.encoders.pooling import pool_packed
from stsutils.encoders.tokens import Tokens

#: The numbers of the texts that are read together, and their vectors.
Passes = Iterator[tuple[np.ndarray, Tensor]]


class Reader(nn.Module):
    """A transformer that reads tokenised texts, each alone, and pools its states to one vector.

    BERT-like models read without padding (`packed`); for any other the texts are cut into
    length-sorted groups with little padding (`padded.groups`). The vectors are the same up to
    rounding, but dropout draws other masks: with `packs` False every model reads with padding.
    """

    def __init__(
        self,
        transformer: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        pooling: str,
        max_length: int,
    ):
        """Put the parts together; nothing is copied."""
        super().__init__()
        self.transformer = transformer
        self.tokenizer = tokenizer
        self.pooling = pooling
        self.max_length = max_length
        self.packs = True

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return next(self.parameters()).device

    def forward(self, tokens: Tokens) -> Tensor:
        """What comes out (B×d) of tokenised texts, in their order."""
        rows, parts = zip(*self._passes(self.transformer, tokens), strict=True)
        back = torch.from_numpy(np.argsort(np.concatenate(rows)))
        vectors = torch.cat(parts)
        return self.finish(vectors.index_select(0, back.to(vectors.device, non_blocking=True)))

    def _passes(self, transformer: nn.Module, tokens: Tokens) -> Passes:
        """Read the texts pass by pass, the shortest first."""
        kind, tokens = self.device.type, tokens.to(self.device)
        if self.packs and packed.fits(transformer):
            for rows in packed.pieces(tokens.lengths, packed.TOKEN_BUDGET[kind]):
                yield rows, packed.vectors(transformer, tokens.take(rows), self.pool)
            return
        cost, budget = padded.PASS_COST.get(kind, 16_384), padded.TOKEN_BUDGET.get(kind, 65_536)
        for rows in padded.groups(tokens.lengths, cost, budget):
            padding = self.tokenizer.pad_token_id
            yield rows, padded.vectors(transformer, tokens.take(rows), self.pooling, padding)

    def pool(self, states: list[Tensor], starts: Tensor, lengths: Tensor) -> Tensor:
        """One vector a text (n×d) from token states without padding, as `pool_packed`."""
        return pool_packed(self.pooling, states, starts, lengths)

    def finish(self, vectors: Tensor) -> Tensor:
        """The last step, from pooled vectors to what comes out."""
        raise NotImplementedError

    @torch.inference_mode()
    def _read(self, tokens: Tokens, progress: bool, precision: str, unit: str) -> np.ndarray:
        """What comes out (n×d, float32), without dropout or gradients.

        Raises UserError for another `precision` than float32 or bfloat16, which reads with a
        16-bit copy of the weights. The encoder's weights and training mode stay as they were.
        """
        check_precision(precision)
        out = np.zeros((len(tokens), self.dimension), np.float32)
        if len(tokens) == 0:
            return out
        was_training = self.training
        self.eval()
        try:
            reading = self.transformer
            if precision == "bfloat16":
                reading = copy.deepcopy(reading).to(torch.bfloat16)
            with (
                matmul_precision("high", self.device),
                bfloat16_products(precision, self.device),
                tqdm(total=len(tokens), unit=unit, disable=not progress) as bar,
            ):
                for rows, vectors in self._passes(reading, tokens):
                    out[rows] = self.finish(vectors).float().cpu().numpy()
                    bar.update(len(rows))
        finally:
            self.train(was_training)
        return out


def sha_of(module: nn.Module, said: str = "") -> str:
    """Sixteen hex digits that change when a weight of `module` or what is `said` of it does."""
    digest = hashlib.sha256(said.encode())
    for name, tensor in sorted(module.state_dict().items()):
        digest.update(name.encode() + bytes_of(tensor))
    return digest.hexdigest()[:16]


def bytes_of(tensor: Tensor) -> bytes:
    """A tensor's numbers in float32."""
    return tensor.detach().float().cpu().contiguous().numpy().tobytes()
