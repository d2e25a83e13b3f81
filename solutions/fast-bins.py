"""The cosines are spread evenly over their range. Let `bins` be about how many bins keep every
correlation within {bound}, by the formulas of the chapter.
"""

HANDS_IN = "bins"


def given(random):
    return {"bound": random.choice([0.002, 0.004, 0.005, 0.0005])}


def answers(bound):
    return {"bins": 2 / bound}
