"""Text in document order: sentences between their neighbours, and the chunks they are found in."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
import torch
from torch import Tensor
from transformers import BertTokenizerFast

from stsutils.encoders.tokens import token_ids
from stsutils.errors import UserError

#: Sentences of one document that follow each other; the paper does not say how long a chunk is.
CHUNK = 5


@dataclass(frozen=True)
class Text:
    """Sentences in document order.

    ``documents`` and ``chunks`` number the document and the chunk that each sentence stands in.
    A *context* is named by the number i of the sentence that stood in it: the sentences i − 1 and
    i + 1 with a gap between them. The paper does not say how many sentences it takes; here it is
    one on each side.
    """

    sentences: list[str]
    documents: np.ndarray
    chunks: np.ndarray

    @cached_property
    def contexts(self) -> np.ndarray:
        """The numbers of the sentences that have a neighbour on both sides."""
        same = self.documents[1:] == self.documents[:-1]
        return np.flatnonzero(same[1:] & same[:-1]) + 1

    @cached_property
    def sha(self) -> str:
        """Sixteen hex digits that change with any sentence."""
        digest = hashlib.sha256("\n".join(self.sentences).encode())
        return hashlib.sha256(digest.digest() + self.documents.tobytes()).hexdigest()[:16]


def read_text(rows: pd.DataFrame, most: int) -> Text:
    """Whole documents, chosen by a fixed seed, until there are `most` sentences or no more.

    `rows` have ``sentence`` and ``doc_id``, in document order. Smaller numbers take a part of what
    larger ones take. Raises UserError where there is no document in which a sentence has two
    neighbours.
    """
    if not {"sentence", "doc_id"} <= set(rows):
        raise UserError(
            "contexts need sentences in document order, with the columns sentence and doc_id; "
            "bare sentences, such as the hub's wiki1m, have no neighbours"
        )
    numbers, names = pd.factorize(rows["doc_id"])
    sizes = np.bincount(numbers, minlength=len(names))
    order = np.random.default_rng(0).permutation(len(names))
    taken = order[: 1 + int(np.searchsorted(np.cumsum(sizes[order]), most))]
    rows, numbers = rows[mask := np.isin(numbers, taken)], numbers[mask]
    documents = np.cumsum(np.diff(numbers, prepend=numbers[:1]) != 0)
    place = pd.Series(documents).groupby(documents).cumcount().to_numpy()
    found = Text(rows["sentence"].tolist(), documents, np.cumsum(place % CHUNK == 0) - 1)
    if len(found.contexts) == 0:
        raise UserError("no document has three sentences in a row, so there is no context")
    return found


def numbered(tokenizer: BertTokenizerFast, sentences: list[str], longest: int) -> Tensor:
    """Token ids n×L, from [CLS] to [SEP], cut at `longest` pieces and padded with 0."""
    read = token_ids(tokenizer, sentences, max_length=longest, padding="max_length")
    return torch.tensor(read)


def trimmed(numbers: Tensor) -> Tensor:
    """Without the columns in which every row is padding."""
    return numbers[:, : max(1, int((numbers != 0).sum(1).max()))]
