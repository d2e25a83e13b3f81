"""The baseline without a transformer: a sentence is the mean of its words' input vectors."""

import hashlib

import numpy as np
import torch

from stsutils.encoders.bi_encoder import BiEncoder
from stsutils.encoders.tokens import Tokens, check_texts, numbers_of


class WordMean:
    """Sentence vectors as means of an encoder's own word vectors, what its first layer is given.

    Positions, layer norms and special tokens take no part, so word order means nothing. `encoder`
    gives the tokenizer, the cut length and the word vectors.
    """

    def __init__(self, encoder: BiEncoder):
        """Take the word vectors of `encoder`; nothing is copied."""
        self.tokenizer, self.max_length = encoder.tokenizer, encoder.max_length
        self.vectors = encoder.transformer.get_input_embeddings().weight.detach()

    @property
    def device(self) -> torch.device:
        """Where the word vectors are."""
        return self.vectors.device

    @property
    def dimension(self) -> int:
        """The length d of a vector."""
        return self.vectors.shape[1]

    def encode(self, sentences: list[str], progress: bool = False) -> np.ndarray:
        """Vectors (n×d, float32); a sentence without a known piece gets zeros."""
        check_texts(sentences)
        if not len(sentences):
            return np.zeros((0, self.dimension), np.float32)
        cut = {"max_length": self.max_length, "add_special_tokens": False}
        strip = Tokens.of(numbers_of(self.tokenizer, sentences, **cut), self.device).strip()
        words = self.vectors.float().index_select(0, strip.ids)
        sums = words.new_zeros(len(sentences), self.dimension).index_add_(0, strip.texts, words)
        return (sums / strip.lengths.clamp_min(1).unsqueeze(1)).cpu().numpy()

    def sha(self) -> str:
        """Sixteen hex digits that change when a word vector or the cut length does."""
        digest = hashlib.sha256(repr(("words", self.max_length)).encode())
        digest.update(self.vectors.float().cpu().contiguous().numpy().tobytes())
        return digest.hexdigest()[:16]
