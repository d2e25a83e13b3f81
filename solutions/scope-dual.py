"""Let `slope` be the slope of x³ + {factor}x at x = {place}, by dual numbers."""

HANDS_IN = "slope"
TOLERANCE = {"slope": 1e-6}


def given(random):
    return {"factor": random.choice([2, 3, 4, 5]), "place": random.choice([0.5, 1.5, 2.5])}


def answers(factor, place):
    return {"slope": 3 * place**2 + factor}
