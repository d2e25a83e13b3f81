"""Losses that rank the pairs of a batch in other ways than CoSENT, comparison by comparison."""

from stsutils.microscope.dual import exp, log_sum_exp, mean, sqrt
from stsutils.microscope.subject import on_a_vector

LABELS = (0, 0.4, 2.5, 4, 5)


def compared(cosines: list, labels: list, apart: int = 1) -> list:
    """Return cos_i − cos_k of each (i, k) whose labels stand `apart` places or more apart."""
    place = [sum(other < label for other in labels) for label in labels]
    everyone = range(len(cosines))
    return [
        cosines[i] - cosines[k] for i in everyone for k in everyone if place[i] - place[k] >= apart
    ]


def rank_net(cosines: list, labels: list, scale: float = 20.0) -> float:
    """Return the mean of log(1 + exp(−scale · gap)) over all comparisons."""
    return mean(log_sum_exp([0.0, -scale * gap]) for gap in compared(cosines, labels))


def pairwise_hinge(cosines: list, labels: list, margin: float = 0.2) -> float:
    """Return the mean of max(0, margin − gap) over all comparisons."""
    return mean(max(0.0, margin - gap) for gap in compared(cosines, labels))


def rank_gap(cosines: list, labels: list, scale: float = 20.0, gap: int = 4) -> float:
    """Return log(1 + Σ exp(−scale · gap)) over the comparisons of far ranks."""
    return log_sum_exp([0.0, *(-scale * one for one in compared(cosines, labels, gap))])


def pearson(cosines: list, labels: list) -> float:
    """Return 1 − r."""
    n = len(cosines)
    c = [one - sum(cosines) / n for one in cosines]
    y = [one - sum(labels) / n for one in labels]
    if max(labels) == min(labels):
        return 0.0 * sum(c)
    if max(map(float, cosines)) == min(map(float, cosines)):
        return 1.0 + 0.0 * sum(c)
    product = sum(a * b for a, b in zip(c, y, strict=True))
    return 1 - product / (sqrt(sum(a * a for a in c)) * sqrt(sum(b * b for b in y)))


def soft_spearman(cosines: list, labels: list, scale: float = 20.0) -> float:
    """Return 1 − r of soft ranks and mid-ranks."""
    soft_ranks, ranks = [], []
    for c, y in zip(cosines, labels, strict=True):
        # σ(x) = exp(−log(1 + exp(−x)))
        soft_ranks.append(sum(exp(-log_sum_exp([0.0, scale * (other - c)])) for other in cosines))
        ranks.append(sum((y > other) - (y < other) for other in labels))
    return pearson(soft_ranks, ranks)


SUBJECTS = (
    on_a_vector(rank_net, LABELS, ({}, {"scale": 1.0}), extreme=({"scale": 1e4},), ranks=True),
    on_a_vector(pairwise_hinge, LABELS, ({}, {"margin": 1.0}), ranks=True),
    on_a_vector(
        rank_gap, LABELS, ({}, {"scale": 2.0, "gap": 2}), extreme=({"scale": 1e4},), ranks=True
    ),
    on_a_vector(pearson, LABELS),
    on_a_vector(soft_spearman, LABELS, ({}, {"scale": 3.0}), ranks=True),
)
