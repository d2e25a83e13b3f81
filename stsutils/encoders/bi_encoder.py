"""Text to vectors: tokenise, transformer, pooling."""

import numpy as np
from torch import Tensor, nn
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from stsutils.encoders.reader import Reader, sha_of
from stsutils.encoders.tokens import Tokens, check_texts, distinct, token_ids


class BiEncoder(Reader):
    """A sentence encoder: the same transformer reads each sentence alone.

    `transformer` and `tokenizer` are Hugging Face's, `pooling` is one of `POOLINGS`, sentences
    longer than `max_length` tokens are cut. `normalize` scales vectors to length 1 (cosines do
    not change). `prompt` stands before each sentence. Make one with `load_encoder`.
    """

    def __init__(
        self,
        transformer: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        pooling: str = "mean",
        max_length: int = 128,
        normalize: bool = False,
        prompt: str = "",
    ):
        """Put the parts together; nothing is copied."""
        super().__init__(transformer, tokenizer, pooling, max_length)
        self.normalize, self.prompt = normalize, prompt

    @property
    def dimension(self) -> int:
        """The length d of a sentence vector."""
        return self.transformer.config.hidden_size

    def tokenize(self, sentences: list[str]) -> Tokens:
        """Token ids of each sentence, special tokens included, cut at `max_length`."""
        if self.prompt:
            sentences = [self.prompt + sentence for sentence in sentences]
        ids = token_ids(self.tokenizer, sentences, max_length=self.max_length)
        # a tokenizer without special pieces makes none of an empty text
        return Tokens.of([own or [self.tokenizer.pad_token_id] for own in ids], self.device)

    def prepare(self, columns: list[list[str]]) -> list[Tokens]:
        """Each column of sentences as a column of tokens, what `fit` hands to `forward`.

        Each distinct sentence is tokenised once, and all columns lie in one tensor.
        """
        sentences, rows = distinct(text for column in columns for text in column)
        ends = np.cumsum([len(column) for column in columns])[:-1]
        tokens = self.tokenize(sentences)
        return [tokens.take(column) for column in np.split(rows, ends)]

    def finish(self, vectors: Tensor) -> Tensor:
        """At length 1 if `normalize`, else as they are."""
        return nn.functional.normalize(vectors, dim=-1) if self.normalize else vectors

    def encode(
        self, sentences: list[str], progress: bool = False, precision: str = "float32"
    ) -> np.ndarray:
        """Vectors (n×d, float32) of `sentences`, without dropout or gradients.

        Each distinct sentence is encoded once, together with others of its token count. `progress`
        shows a bar. `precision` "bfloat16" computes with a 16-bit copy of the weights: faster
        where the processor has instructions for it (or a GPU), cosines to the exact vectors above
        .999. The encoder's weights and training mode are left as they were.
        Raises UserError for another precision, and for one text in place of a list.
        """
        check_texts(sentences)
        texts, rows = distinct(sentences)
        return self._read(self.tokenize(texts), progress, precision, "sentence")[rows]

    def sha(self) -> str:
        """Sixteen hex digits that change when a weight, pooling, length or prompt does."""
        prompt = (self.prompt,) if self.prompt else ()
        return sha_of(self, repr((self.pooling, self.max_length, self.normalize, *prompt)))
