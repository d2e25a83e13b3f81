"""A batch has {c} contradictions, {n} neutral pairs and {e} entailments. Let `share` be the share
of CoSENT's comparisons that turns round when C < N < E becomes N < C < E.
"""

HANDS_IN = "share"
HINTS = (
    (
        "Only comparisons between contradiction and neutral turn round. Divide by all "
        "comparisons between classes."
    ),
)
TOLERANCE = {"share": 2e-3}


def given(random):
    return {name: random.randint(3, 12) for name in "cne"}


def answers(c, n, e):
    return {"share": c * n / (c * n + c * e + n * e)}


def mistakes(c, n, e):
    every = (c + n + e) * (c + n + e - 1) / 2
    return {"share": {"divided by all pairs: those of one class are not compared": c * n / every}}
