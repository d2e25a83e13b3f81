"""Let `slope` be the slope of x³ + {factor}x at x = {place}, by dual numbers."""

HANDS_IN = "slope"
PAGE = {"factor": 2, "place": 1.5}
HINTS = ("x·x has the slope 2x: carry the pair (value, slope) through each + and ·.",)


def given(random):
    return {"factor": random.choice([2, 3, 4, 5]), "place": random.choice([0.5, 1.5, 2.5])}


def answers(factor, place):
    return {"slope": 3 * place**2 + factor}


def mistakes(factor, place):
    return {
        "slope": {
            "the value, not the slope": place**3 + factor * place,
            "the slope of x³ alone": 3 * place**2,
            "3x in place of 3x²": 3 * place + factor,
        }
    }
