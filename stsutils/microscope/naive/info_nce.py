"""InfoNCE, row by row."""

from math import exp, log, sqrt

from stsutils.microscope.dual import cosine, log_sum_exp
from stsutils.microscope.naive.triplet import AT_0, AT_60, AT_90, AT_180
from stsutils.microscope.subject import Subject, embeddings


def info_nce(
    u: list,
    v: list,
    negatives: list | None = None,
    temperature: float = 0.05,
    denominator: str = "in_batch",
    chunk: int = 256,
) -> float:
    """Return the mean of log Σ exp(cos(u_i, c) / τ) − cos(u_i, v_i) / τ; chunks change nothing."""
    candidates = u if denominator == "as_printed" else v + (negatives or [])
    total = 0.0
    for i in range(len(u)):
        exponents = [cosine(u[i], candidate) / temperature for candidate in candidates]
        total += log_sum_exp(exponents) - cosine(u[i], v[i]) / temperature
    return total / len(u)


PAIRS, TRIPLETS = embeddings("u", "v"), embeddings("u", "v", "negatives")

SUBJECT = Subject(
    info_nce,
    cases=(
        (PAIRS, {}),
        (PAIRS, {"temperature": 1.0}),
        (PAIRS, {"denominator": "as_printed", "temperature": 0.5}),
        (TRIPLETS, {"temperature": 0.5}),
        (TRIPLETS, {"chunk": 2}),
        (PAIRS, {"denominator": "as_printed", "chunk": 1}),
    ),
    known=(
        # row 1: cosines ½ (its own) and 0; row 2: 0 (its own) and √3/2
        (
            {"u": [AT_0, AT_90], "v": [AT_60, AT_180]},
            {"temperature": 1.0},
            (log(exp(0.5) + exp(-1)) - 0.5 + log(exp(sqrt(3) / 2) + 1)) / 2,
        ),
        # one row: against its hard negative only
        (
            {"u": [AT_0], "v": [AT_60], "negatives": [AT_180]},
            {"temperature": 0.5},
            log(1 + exp(-3)),
        ),
        ({"u": [AT_0], "v": [AT_180]}, {}, 0.0),
        # as printed, u_i among its own candidates: e¹ for itself, e⁰ for the other
        (
            {"u": [AT_0, AT_90], "v": [AT_60, AT_180]},
            {"temperature": 1.0, "denominator": "as_printed"},
            (log(exp(1) + 1) - 0.5 + log(exp(1) + 1) - 0) / 2,
        ),
    ),
    extreme=({"temperature": 1e-4}, {"temperature": 1e4}),
    silent=("chunk",),
)
