"""The cosines are spread evenly over their range. Let `bins` be about how many bins keep every
correlation within {bound}, by the formulas of the chapter.
"""

HANDS_IN = "bins"
PAGE = {"bound": 0.001}
HINTS = ("A bin of m loses about 1 / m², so each of the two distances is about 1 / m.",)


def given(random):
    return {"bound": random.choice([0.002, 0.004, 0.005, 0.0005])}


def answers(bound):
    return {"bins": 2 / bound}


def mistakes(bound):
    return {
        "bins": {
            "the bound of one distance: there are two": 1 / bound,
            "the root is missing: a distance is √(share lost)": 1 / bound**0.5,
        }
    }
