"""Text to vectors: tokenise, transformer, pooling."""

import hashlib

import numpy as np
import torch
from torch import Tensor, nn
from tqdm.auto import tqdm
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from stsutils.encoders import micro
from stsutils.encoders.pooling import pool


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

    def forward(self, tokens: list[list[int]]) -> Tensor:
        """Vectors (B×d) of tokenised sentences, in their order.

        Inside, the batch is cut into length-sorted groups (`micro.groups`): the same vectors up
        to rounding, with little padding.
        """
        kind = self.device.type
        lengths = np.fromiter(map(len, tokens), np.int64, len(tokens))
        pieces = micro.groups(
            lengths, micro.PASS_COST.get(kind, 16_384), micro.TOKEN_BUDGET.get(kind, 65_536)
        )
        vectors = torch.cat([self._embed([tokens[i] for i in piece]) for piece in pieces])
        back = np.argsort(np.concatenate(pieces))
        return vectors[torch.from_numpy(back).to(vectors.device)]

    def _embed(self, tokens: list[list[int]]) -> Tensor:
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
        vectors = pool(self.pooling, states, mask)
        return nn.functional.normalize(vectors, dim=-1) if self.normalize else vectors

    @torch.inference_mode()
    def encode(self, sentences: list[str], progress: bool = False) -> np.ndarray:
        """Vectors (n×d, float32) of `sentences`, without dropout or gradients.

        Each distinct sentence is encoded once, in batches sorted by token count. `progress`
        shows a bar. The encoder's training mode is left as it was.
        """
        distinct = list(dict.fromkeys(sentences))
        tokens = self.tokenize(distinct) if distinct else []
        order = sorted(range(len(tokens)), key=lambda i: len(tokens[i]))
        vectors = np.zeros((len(distinct), self.dimension), np.float32)
        was_training = self.training
        self.eval()
        try:
            with tqdm(total=len(order), unit="sentence", disable=not progress) as bar:
                for start in range(0, len(order), 512):
                    batch = order[start : start + 512]
                    vectors[batch] = self([tokens[i] for i in batch]).float().cpu().numpy()
                    bar.update(len(batch))
        finally:
            self.train(was_training)
        place = {sentence: row for row, sentence in enumerate(distinct)}
        return vectors[[place[sentence] for sentence in sentences]]

    def sha(self) -> str:
        """Sixteen hex digits that change when a weight, the pooling or the cut length does."""
        digest = hashlib.sha256(repr((self.pooling, self.max_length, self.normalize)).encode())
        for name, tensor in sorted(self.state_dict().items()):
            digest.update(name.encode())
            digest.update(tensor.detach().float().cpu().contiguous().numpy().tobytes())
        return digest.hexdigest()[:16]
