"""The pairs of `Label twenty, train in the page`, and their vectors in a few numbers.

A linear map that starts as the identity never leaves the span of the vectors it is trained on. So
forty vectors of 256 numbers are written in coordinates of their own span: forty numbers each, with
the same lengths and the same cosines. Of the cast, which nobody is trained on, the map moves what
lies in that span; of what lies outside, the inner product is enough.
"""

import json
from pathlib import Path

import numpy as np

from stsutils.data import load
from stsutils.encoders import load_encoder
from stsutils.experiments.common.encoders import MINI_3

#: Hand-graded pairs of every score, in the order in which they are asked.
ASKED = (12, 87, 47, 23, 3, 106, 125, 114, 5, 45, 140, 8, 64, 129, 2, 21, 133, 84, 10, 42)
PAIRS = [f"g{number:03}" for number in ASKED]
#: Those that come back, turned round, and after how many questions of the whole each does.
AGAIN = {"g012": 13, "g003": 16, "g125": 19, "g047": 21, "g114": 23}


def questions() -> list[list]:
    """What is asked, in order: a pair's place in `PAIRS`, and whether it comes back."""
    asked = [[place, False] for place in range(len(PAIRS))]
    for name, after in AGAIN.items():
        asked.insert(after, [PAIRS.index(name), True])
    return asked


def unit_vectors(encoder, rows) -> np.ndarray:
    """Vectors of length 1 of the first sentences, then of the second ones (2n×d)."""
    both = np.concatenate([encoder.encode(rows[c].tolist()) for c in ("sentence1", "sentence2")])
    return both.astype(np.float64) / np.linalg.norm(both, axis=1, keepdims=True)


def products(vectors: np.ndarray) -> np.ndarray:
    """The inner product of each first vector with its second one (n)."""
    return np.multiply(*np.split(vectors, 2)).sum(axis=1)


def build(folder: Path) -> None:
    """Write the pairs, their coordinates and the questions to `folder`/live/twenty.js."""
    rows = load("hand_graded").set_index("id").loc[PAIRS]
    encoder = load_encoder(MINI_3)
    # an orthonormal basis of the span, and each vector in it: the same cosines
    basis, numbers = np.linalg.qr(unit_vectors(encoder, rows).T)
    numbers = numbers.T.round(5)
    cast = load("cast")
    beside = unit_vectors(encoder, cast)
    inside = (beside @ basis).round(5)
    rest = (products(beside) - products(inside)).round(5)
    told = {
        "pairs": rows[["sentence1", "sentence2", "score"]].values.tolist(),
        "first": numbers[: len(PAIRS)].tolist(),
        "second": numbers[len(PAIRS) :].tolist(),
        "questions": questions(),
        "cast": [
            {"kind": kind, "score": score, "u": u.tolist(), "v": v.tolist(), "rest": outside}
            for kind, score, u, v, outside in zip(
                cast.kind, cast.score, *np.split(inside, 2), rest, strict=True
            )
        ],
    }
    place = folder / "live" / "twenty.js"
    place.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    place.write_text(f"live.twenty = {text};\n", encoding="utf-8")
