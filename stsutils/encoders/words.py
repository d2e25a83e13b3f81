"""A static encoder, without a transformer: a sentence is the mean of its words' input vectors."""

import hashlib

import numpy as np
import torch
from torch import Tensor, nn

from stsutils.encoders.bi_encoder import BiEncoder
from stsutils.encoders.reader import bytes_of
from stsutils.encoders.tokens import Tokens, check_texts, distinct, token_ids


class WordMean(nn.Module):
    """Sentence vectors as means of an encoder's own word vectors, what its first layer is given.

    Positions, layer norms, [CLS] and [SEP] take no part, so word order means nothing. `encoder`
    gives the tokenizer, the cut length and the word vectors, which `fit` can train.
    """

    pooling = "words"

    def __init__(self, encoder: BiEncoder):
        """Copy the word vectors of `encoder`."""
        super().__init__()
        self.tokenizer, self.max_length = encoder.tokenizer, encoder.max_length
        vectors = encoder.transformer.get_input_embeddings().weight.detach()
        self.vectors = nn.Parameter(vectors.float().clone())

    @property
    def device(self) -> torch.device:
        """Where the word vectors are."""
        return self.vectors.device

    @property
    def dimension(self) -> int:
        """The length d of a vector."""
        return self.vectors.shape[1]

    def prepare(self, columns: list[list[str]]) -> list[Tokens]:
        """Each column of sentences as a column of tokens, what `fit` hands to `forward`."""
        return [self._tokens(column) for column in columns]

    def forward(self, tokens: Tokens) -> Tensor:
        """One vector a text, n×d; a text without a piece gets zeros."""
        strip = tokens.strip()
        words = self.vectors.index_select(0, strip.ids)
        sums = words.new_zeros(len(tokens), self.dimension).index_add_(0, strip.texts, words)
        return sums / strip.lengths.clamp_min(1).unsqueeze(1)

    @torch.no_grad()
    def encode(self, sentences: list[str]) -> np.ndarray:
        """Vectors (n×d, float32), as `forward` has them."""
        check_texts(sentences)
        texts, rows = distinct(sentences)
        return self(self._tokens(texts)).cpu().numpy()[rows]

    def sha(self) -> str:
        """Sixteen hex digits that change when a word vector or the cut length does."""
        said = repr(("words", self.max_length)).encode()
        return hashlib.sha256(said + bytes_of(self.vectors)).hexdigest()[:16]

    def _tokens(self, sentences: list[str]) -> Tokens:
        cut = {"max_length": self.max_length, "add_special_tokens": False}
        return Tokens.of(token_ids(self.tokenizer, sentences, **cut), self.device)
