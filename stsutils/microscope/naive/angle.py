"""AnglE's angle loss, pair by pair."""

from math import exp, log, sqrt

from stsutils.microscope import dual
from stsutils.microscope.naive.cosent import cosent
from stsutils.microscope.naive.triplet import AT_0, AT_60, AT_180
from stsutils.microscope.subject import Subject, embeddings, labelled


def angle(u: list, v: list, labels: list, scale: float = 20.0) -> float:
    """Return CoSENT on |Σ Re + Im of z·conj(w)| / (|u| |v|)."""
    scores = []
    for a, b in zip(u, v, strict=True):
        a, b = (x + [0.0] * (len(x) % 2) for x in (a, b))
        half, total = len(a) // 2, 0.0
        for j in range(half):  # (p + iq)(r − is) = pr + qs + i (qr − ps)
            p, q, r, s = a[j], a[j + half], b[j], b[j + half]
            total += p * r + q * s + q * r - p * s
        lengths = dual.sqrt(sum(x * x for x in a)) * dual.sqrt(sum(x * x for x in b))
        scores.append(abs(total) / lengths if lengths > 0 else 0.0)
    return cosent(scores, labels, scale)


SUBJECT = Subject(
    angle,
    cases=(
        (labelled(embeddings("u", "v", width=4), (0, 1, 2.5)), {}),
        (labelled(embeddings("u", "v"), (0, 1)), {"scale": 1.0}),
    ),
    known=(
        # |cos − sin| of the angle from u to v: |½ − √3/2| at 60 degrees, 1 at 180
        (
            {"u": [AT_0, AT_0], "v": [AT_60, AT_180], "labels": [1, 0]},
            {"scale": 1.0},
            log(1 + exp(1 - (sqrt(3) - 1) / 2)),
        ),
        (
            {"u": [AT_60, AT_0], "v": [AT_0, AT_180], "labels": [1, 0]},
            {"scale": 2.0},
            log(1 + exp(2 - (sqrt(3) + 1))),
        ),
    ),
    extreme=({"scale": 1e4},),
)
