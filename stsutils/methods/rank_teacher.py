"""A base encoder's rank vectors as the teacher of another encoder.

RankEncoder (Seonwoo et al., ACL 2023, section 3.4) asks at each step for the rank vectors of a
batch. A corpus of n sentences and N training sentences have N·n ranks, too many to keep, so they
are made anew for each batch: one matrix product and a sort of m×n cosines.
"""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from stsutils.losses import rank_loss
from stsutils.methods.rank_vectors import BINS, ranks, unit

#: What `LossParts` tells of a training.
PARTS = ("contrastive part", "rank part", "rank part larger", "pairs kept")


class RankTeacher:
    """The rank vectors of N sentences around a corpus, a teacher for `rank_encoder` by `on_rows`.

    `vectors` (N×d) and `corpus` (n×d) are the base encoder's. ``teacher[rows]`` (m row numbers)
    are rank vectors of length 1 (m×n, Eq. 2 and 3): their inner products are Spearman's ρ.
    """

    def __init__(self, vectors: Tensor, corpus: Tensor):
        """Keep the directions alone."""
        self.vectors = nn.functional.normalize(vectors.float(), dim=-1)
        self.corpus = nn.functional.normalize(corpus.float(), dim=-1)

    def __len__(self) -> int:
        """How many sentences it has rank vectors of."""
        return len(self.vectors)

    def to(self, device: torch.device | str) -> "RankTeacher":
        """Move to a device; returns itself."""
        self.vectors, self.corpus = self.vectors.to(device), self.corpus.to(device)
        return self

    def __getitem__(self, rows: Tensor) -> Tensor:
        """Rank vectors of the sentences with these numbers, without a gradient."""
        with torch.no_grad():
            cosines = self.vectors[rows] @ self.corpus.T
            if cosines.device.type == "cpu":
                return torch.from_numpy(unit(ranks(cosines.numpy(), BINS)))
            return unit_ranks(cosines)


def unit_ranks(cosines: Tensor) -> Tensor:
    """Eq. 2 and 3 for m×n cosines on any device; equal cosines get ranks in some order.

    The ranks 0 … n − 1 have the mean (n − 1) / 2 and the squared distance (n³ − n) / 12 from it.
    """
    n = cosines.shape[1]
    middle, length = (n - 1) / 2, ((float(n) ** 3 - n) / 12) ** 0.5
    places = (torch.arange(n, device=cosines.device, dtype=torch.float32) - middle) / length
    order = cosines.argsort(dim=1)
    return torch.empty_like(cosines).scatter_(1, order, places.expand_as(cosines))


class LossParts:
    """`rank_encoder`, which also keeps count of its two parts.

    Takes the place of a lifted loss's `function`. A training that was stopped and goes on counts
    from there; its numbers are means over the steps since the last `read`.
    """

    def __init__(self, function: Callable[..., Tensor]):
        """Nothing is counted yet."""
        self.function, self.__name__ = function, function.__name__
        self.sums, self.steps = torch.zeros(4), 0

    def __call__(self, scores: Tensor, teacher_scores: Tensor, **settings) -> Tensor:
        """The loss of one batch; its parts are added up on the device."""
        with torch.no_grad():
            low, high = settings["lowest"], settings["highest"]
            logits = scores.float() / settings["temperature"]
            contrastive = -torch.log_softmax(logits, -1).diagonal().mean()
            rank = settings["weight"] * rank_loss(scores, teacher_scores, low, high)
            kept = ((teacher_scores >= low) & (teacher_scores <= high)).float().mean()
            own = torch.stack([contrastive, rank.float(), (rank > contrastive).float(), kept])
            self.sums = self.sums.to(own.device) + own
            self.steps += 1
        return self.function(scores, teacher_scores, **settings)

    def read(self) -> dict[str, float]:
        """Means since the last look: the two parts, and more about them.

        ``contrastive part`` is L_cl, ``rank part`` λ_train · L_r, ``rank part larger`` the share of
        steps in which the hinge (Eq. 5) takes the latter, ``pairs kept`` the share of pairs between
        the bounds of Eq. 6. Empty before the first step.
        """
        found = dict(zip(PARTS, (self.sums / max(self.steps, 1)).tolist(), strict=True))
        steps, self.sums, self.steps = self.steps, torch.zeros(4), 0
        return found if steps else {}
