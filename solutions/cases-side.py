"""Let `needed` be the fewest pairs, all to one side, for p < {level} in the two-sided sign test,
and `larger_side` how many must be on the larger side if {against} fall to the other.
"""

HANDS_IN = "needed\nlarger_side"
PAGE = {"level": 0.05, "against": 1}
HINTS = (
    (
        "All to one side of n has the two-sided p of 2 · 0.5ⁿ. Try scipy.stats.binomtest(b, b "
        "+ against)."
    ),
)


def given(random):
    return {"level": random.choice([0.02, 0.005, 0.001]), "against": random.choice([1, 2, 3])}


def answers(level, against):
    from scipy import stats

    def least(other):
        here = range(other + 1, 200)
        return next(b for b in here if stats.binomtest(b, b + other).pvalue < level)

    return {"needed": least(0), "larger_side": least(against)}


def mistakes(level, against):
    half = answers(2 * level, against)
    return {
        part: {"the one-sided test; the two-sided p is twice as large": half[part]} for part in half
    }
