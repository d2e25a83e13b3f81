"""What pre-training reads: a vocabulary, the text as token ids, and word vectors counted in it.

The same sentences give the same material, to the last bit, in every process.
"""

import hashlib
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence
from transformers import BertTokenizerFast

from stsutils.encoders.tokens import token_ids
from stsutils.errors import UserError
from stsutils.methods.word_vectors import ppmi_vectors
from stsutils.methods.wordpieces import SPECIAL, train_tokenizer

#: Tokens of the longest text that an encoder will ever read.
MAX_LENGTH = 128
#: Sentences that the vocabulary is made from: more change few pieces and take minutes.
VOCABULARY_FROM = 300_000
#: Pieces of a sentence that pre-training reads.
LONGEST = 64
#: Sentences that are tokenised together.
AT_ONCE = 10_000


class Corpus:
    """Tokenised sentences in one flat array, so that a million of them fit in memory."""

    def __init__(self, tokenizer: BertTokenizerFast, sentences: list[str], longest: int):
        """Tokenise `sentences`, cutting each at `longest` pieces."""
        pieces = []  # read in parts: a tokenizer that reads a million at once takes gigabytes
        for start in range(0, len(sentences), AT_ONCE):
            pieces += token_ids(tokenizer, sentences[start : start + AT_ONCE], max_length=longest)
        self.lengths = np.fromiter((len(piece) for piece in pieces), np.int64, len(pieces))
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)])
        self.flat = np.fromiter((i for piece in pieces for i in piece), np.int32, self.starts[-1])

    def batches(self, epoch: int, tokens: int, seed: int) -> list[np.ndarray]:
        """Sentence indices in batches of about `tokens` tokens: a pure function of its arguments.

        Sentences are shuffled, sorted by length within a window, and the batches are shuffled
        again: little padding, and no batch order that follows length.
        """
        rng = np.random.default_rng([seed, epoch])
        order = rng.permutation(len(self.lengths))
        batches = []
        for window in np.array_split(order, max(1, len(order) // 8192)):
            window = window[np.argsort(self.lengths[window], kind="stable")]
            cut = np.cumsum(self.lengths[window]) // tokens
            batches += np.split(window, np.flatnonzero(np.diff(cut)) + 1)
        return [batches[i] for i in rng.permutation(len(batches))]

    def padded(self, indices: np.ndarray) -> Tensor:
        """The sentences at `indices` as one B×L matrix of token ids, padded with 0."""
        pieces = [self.flat[self.starts[i] : self.starts[i + 1]] for i in indices]
        return pad_sequence([torch.from_numpy(piece) for piece in pieces], batch_first=True).long()

    def log_unigram(self, size: int) -> Tensor:
        """Log of the add-one piece frequencies, a vector of `size` numbers."""
        counts = np.bincount(self.flat, minlength=size) + 1.0
        counts[: len(SPECIAL)] = 1.0
        return torch.from_numpy(np.log(counts / counts.sum())).float()


@dataclass
class Material:
    """A vocabulary, the tokenised text, word vectors from counts, and what the text was (`sha`)."""

    tokenizer: BertTokenizerFast
    corpus: Corpus
    words: Tensor
    sha: str


def prepare(sentences: list[str], pieces: int = 10_000, width: int = 256) -> Material:
    """Material from `sentences`: a vocabulary of `pieces`, each sentence cut at `LONGEST` pieces.

    `width` is the encoder's.
    Raises UserError without sentences.
    """
    if not sentences:
        raise UserError(
            "pretrain got no sentences; name a corpus with at least one sentence "
            "that no benchmark at hand tests on"
        )
    tokenizer = train_tokenizer(sentences[:VOCABULARY_FROM], pieces, MAX_LENGTH)
    corpus = Corpus(tokenizer, sentences, LONGEST)
    words = ppmi_vectors(corpus.flat, corpus.lengths, len(tokenizer), width)
    digest = hashlib.sha256(corpus.flat.tobytes() + corpus.lengths.tobytes())
    digest.update(tokenizer.backend_tokenizer.to_str().encode())
    return Material(tokenizer, corpus, words, digest.hexdigest()[:16])
