"""All cosines of a class are at ±{at}, half of them each. Let `limit` be the width of the
smoothing above which the density has one peak only, and `peaks` the number of peaks at {width}.
"""

HANDS_IN = "limit\npeaks"
PAGE = {"at": 0.2, "width": 0.15}
HINTS = ("Add two normal curves and look at the second derivative at 0: when is there a dip?",)
TOLERANCE = {"limit": 0.01}


def given(random):
    at = random.choice([0.15, 0.25, 0.3, 0.35])
    return {"at": at, "width": round(at + random.choice([-0.04, 0.06]), 2)}


def answers(at, width):
    return {"limit": at, "peaks": 2 if width < at else 1}


def mistakes(at, width):
    return {"limit": {"the distance of the two places: half of it counts": 2 * at}}
