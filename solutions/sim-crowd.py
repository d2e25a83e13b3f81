"""The truth has a standard deviation of {truth} grades, one annotator errs by {error}. Let `two`
be the agreement of two annotators, `best` the best correlation of a model with one of them, and
`people` how many annotators it takes for a perfect model to reach {goal}.
"""

HANDS_IN = "two\nbest\npeople"
PAGE = {"truth": 1.6, "error": 1.2, "goal": 0.98}
HINTS = ("Reliability is truth² / (truth² + error² / k). Which of the three asks for its root?",)


def given(random):
    return {
        "truth": random.choice([1.3, 1.4, 1.5, 1.7]),
        "error": random.choice([0.9, 1.0, 1.1]),
        "goal": random.choice([0.96, 0.97, 0.985]),
    }


def answers(truth, error, goal):
    def reliability(k):
        return truth**2 / (truth**2 + error**2 / k)

    people = next(k for k in range(1, 1000) if reliability(k) ** 0.5 >= goal)
    return {"two": reliability(1), "best": reliability(1) ** 0.5, "people": people}


def mistakes(truth, error, goal):
    plain = truth / (truth + error)
    one = truth**2 / (truth**2 + error**2)
    few = next(k for k in range(1, 1000) if truth**2 / (truth**2 + error**2 / k) >= goal)
    return {
        "two": {
            "deviations where squares belong": plain,
            "the root: that is the best of a model, not the agreement of two": one**0.5,
        },
        "best": {"the agreement of two: a model reaches its root": one},
        "people": {"what the reliability itself gives: the model reaches its root": few},
    }
