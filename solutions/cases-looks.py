"""Model A is right on {a} of all pairs, B on {b}, independently. Let `looks` be the fewest
batches of {n} pairs with which somebody finds, with a probability of one half or more, one in
which B is ahead by {lead} or more.
"""

HANDS_IN = "looks"
PAGE = {"a": 0.8, "b": 0.75, "n": 10, "lead": 3}
HINTS = (
    (
        "First the probability q of one such batch, from two binomials. Then the fewest looks "
        "with 1 − (1 − q)^looks of a half or more."
    ),
)


def given(random):
    return {
        "a": random.choice([0.8, 0.85, 0.9]),
        "b": random.choice([0.6, 0.65, 0.7]),
        "n": random.choice([8, 12, 16]),
        "lead": 2,
    }


def answers(a, b, n, lead):
    import math

    import numpy as np
    from scipy import stats

    k = np.arange(n + 1)
    joint = np.outer(stats.binom.pmf(k, n, b), stats.binom.pmf(k, n, a))
    q = joint[k[:, None] - k[None, :] >= lead].sum()
    return {"looks": math.ceil(math.log(0.5) / math.log(1 - q))}
