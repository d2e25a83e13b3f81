"""A batch has {c} contradictions, {n} neutral pairs and {e} entailments. Let `share` be the share
of CoSENT's comparisons that turns round when C < N < E becomes N < C < E.
"""

HANDS_IN = "share"
TOLERANCE = {"share": 2e-3}


def given(random):
    return {name: random.randint(3, 12) for name in "cne"}


def answers(c, n, e):
    return {"share": c * n / (c * n + c * e + n * e)}
