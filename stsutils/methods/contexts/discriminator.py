"""The discriminative model: does this sentence stand between these two?"""

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.utils.rnn import pack_padded_sequence

from stsutils.errors import UserError
from stsutils.methods.contexts.text import Text

FORMS = ("printed", "bilinear")


class Discriminator(nn.Module):
    """A single-layer BiLSTM reads each sentence alone; the last layer compares three of them.

    Formula:
        p(y = 1 | c_<, s, c_>) = sigmoid(hᵀ[h_<, h_s, h_>])                         ("printed")
        p(y = 1 | c_<, s, c_>) = sigmoid(hᵀ[h_<, h_s, h_>] + (h_<ᵀA + h_>ᵀB) h_s)       ("bilinear")
    with h_x the last states of both directions, side by side.

    As printed, the logit is a sum of one term for each sentence: what it says of s is the same
    in every context, and it orders the contexts alike for every s. With centres exchanged at
    random no such sum tells right from wrong. "bilinear" adds the least that does, and still
    allows what the paper wants of Eq. 1: each sentence is read once, and only the last layer is
    computed for each triple. A and B start as the identity: with small random ones the product of
    three small things has no slope, and for hundreds of steps nothing is learned.

    Source: Sun et al. 2022, Similarity Based on Contexts, Eq. 1 and section 4.1 (300 hidden units).
    """

    def __init__(self, pieces: int, width: int = 64, hidden: int = 128, form: str = "bilinear"):
        """A model of `pieces` word pieces; `hidden` units in each direction."""
        super().__init__()
        if form not in FORMS:
            raise UserError(f"the discriminator's form is {' or '.join(FORMS)}, not {form!r}")
        self.form = form
        self.words = nn.Embedding(pieces, width, padding_idx=0)
        self.reader = nn.LSTM(width, hidden, batch_first=True, bidirectional=True)
        self.line = nn.Linear(3 * 2 * hidden, 1)
        if form == "bilinear":
            self.left = nn.Linear(2 * hidden, 2 * hidden, bias=False)
            self.right = nn.Linear(2 * hidden, 2 * hidden, bias=False)
            nn.init.eye_(self.left.weight)
            nn.init.eye_(self.right.weight)

    def read(self, numbers: Tensor) -> Tensor:
        """Sentence vectors B×2·hidden from token ids B×L."""
        lengths = (numbers != 0).sum(1).clamp(min=1).cpu()
        words = self.words(numbers)
        packed = pack_padded_sequence(words, lengths, batch_first=True, enforce_sorted=False)
        last = self.reader(packed)[1][0]
        return torch.cat([last[0], last[1]], dim=1)

    def logits(self, left: Tensor, sentence: Tensor, right: Tensor) -> Tensor:
        """B logits from three B×2·hidden matrices of sentence vectors."""
        line = self.line(torch.cat([left, sentence, right], dim=1)).squeeze(1)
        if self.form == "printed":
            return line
        return line + ((self.left(left) + self.right(right)) * sentence).sum(1)

    def forward(self, left: Tensor, sentence: Tensor, right: Tensor) -> Tensor:
        """B logits from three B×L matrices of token ids."""
        return self.logits(*(self.read(part) for part in (left, sentence, right)))

    def loss(self, left: Tensor, sentence: Tensor, right: Tensor, other: Tensor) -> Tensor:
        """Binary cross-entropy of the right sentences against as many others in their places."""
        before, own, after, wrong = (self.read(part) for part in (left, sentence, right, other))
        right_ones = self.logits(before, own, after)
        wrong_ones = self.logits(before, wrong, after)
        return 0.5 * (F.softplus(-right_ones).mean() + F.softplus(wrong_ones).mean())


def others(text: Text, centres: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A wrong sentence for each context, and which of them come from the same document.

    Every second one comes from its document, the others from anywhere in the text; never the
    sentence itself or one of its neighbours, which stand in the context already.
    Source: section 3.2.1. Raises UserError for a text of fewer than four sentences.
    """
    if len(text.sentences) < 4:
        raise UserError(f"a text of {len(text.sentences)} sentences has none outside a context")
    rng = np.random.default_rng(seed)
    starts = np.flatnonzero(np.diff(text.documents, prepend=-1))
    ends = np.append(starts[1:], len(text.documents))
    found = rng.integers(0, len(text.sentences), len(centres))
    own = text.documents[centres]
    inside = np.arange(len(centres)) % 2 == 0
    inside &= ends[own] - starts[own] > 3  # else there is none but the context
    wanting = np.ones(len(centres), bool)
    while wanting.any():
        low = np.where(inside, starts[own], 0)[wanting]
        high = np.where(inside, ends[own], len(text.sentences))[wanting]
        found[wanting] = rng.integers(low, high)
        wanting = np.abs(found - centres) <= 1
    return found, inside
