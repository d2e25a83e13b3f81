"""The triplet loss, triplet by triplet."""

from math import sqrt

from stsutils.microscope import dual
from stsutils.microscope.subject import Subject, embeddings


def triplet(
    anchor: list, positive: list, negative: list, margin: float = 1.0, distance: str = "euclid"
) -> float:
    """Return the mean of max(0, d(a, p) − d(a, n) + margin)."""

    def apart(a: list, b: list) -> float:
        if distance == "cosine":
            return 1 - dual.cosine(a, b)
        return dual.sqrt(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)))

    rows = zip(anchor, positive, negative, strict=True)
    return dual.mean(max(0.0, apart(a, p) - apart(a, n) + margin) for a, p, n in rows)


# vectors in the plane at 0, 60, 90 and 180 degrees; the lengths differ where only angles may count
AT_0, AT_60, AT_90, AT_180 = [2.0, 0.0], [0.5, sqrt(3) / 2], [0.0, 3.0], [-1.0, 0.0]
DRAW = embeddings("anchor", "positive", "negative")

SUBJECT = Subject(
    triplet,
    cases=(
        (DRAW, {}),
        (DRAW, {"margin": 0.3}),
        (DRAW, {"distance": "cosine"}),
        (DRAW, {"distance": "cosine", "margin": 0.2}),
    ),
    known=(
        # |a − p| = √(1.5² + .75) = √3, |a − n| = √13, and the second triplet the other way round
        (
            {"anchor": [AT_0, AT_0], "positive": [AT_60, AT_90], "negative": [AT_90, AT_60]},
            {},
            (sqrt(13) - sqrt(3) + 1) / 2,  # the first has its margin: √3 − √13 + 1 < 0
        ),
        # 1 − cos: ½, 1 and 2; the last has more than its margin
        (
            {
                "anchor": [AT_0, AT_0, AT_0],
                "positive": [AT_60, AT_180, AT_60],
                "negative": [AT_90, AT_60, AT_180],
            },
            {"margin": 0.75, "distance": "cosine"},
            (0.25 + 2.25 + 0) / 3,
        ),
    ),
    extreme=({"margin": 1e4},),
)
