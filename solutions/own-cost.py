"""Hand in `cheapest(cosines, positive, alarm=3.0)`: the threshold with the lowest cost, where a
false alarm costs `alarm` and a miss 1. A pair is called positive above the threshold.
"""

HANDS_IN = "cheapest(cosines, positive, alarm=3.0)"
IMPORTS = "import numpy as np"
EXAMPLES = """\
cosines, positive = np.array([0.1, 0.2, 0.8, 0.9]), np.array([False, False, True, True])
assert 0.2 <= cheapest(cosines, positive) < 0.8, "a threshold without any mistake"
"""
HINTS = (
    (
        "Only thresholds at the cosines, and one below them all, can differ. Compute the cost "
        "of each."
    ),
    "Cost: alarm × (above and not positive) + 1 × (not above and positive).",
)
REFERENCE = """\
def cheapest(cosines, positive, alarm=3.0):
    def cost(t):
        return alarm * ((cosines > t) & ~positive).sum() + ((cosines <= t) & positive).sum()

    return min([*cosines, cosines.min() - 1], key=cost)
"""
WRONG = {
    "one half, whatever the cosines": ("def cheapest(cosines, positive, alarm=3.0): return 0.5"),
    "the threshold of the best F1": (
        "from stsutils.evaluation.decision import best_threshold\n"
        "def cheapest(cosines, positive, alarm=3.0): return best_threshold(cosines, "
        "positive)"
    ),
    "false alarms alone: a miss costs 1": (
        "def cheapest(cosines, positive, alarm=3.0):\n"
        "    return min(cosines, key=lambda t: sum((cosines > t) & ~positive))"
    ),
}


def check_cost(hand, random):
    import numpy as np

    chance = np.random.default_rng(random.randrange(2**32))
    for alarm in (0.3, 3.0, 8.0):
        positive = chance.random(150) < 0.4
        cosines = 0.3 * chance.normal(size=150) + 0.25 * positive

        def cost(t, alarm=alarm, cosines=cosines, positive=positive):
            return alarm * ((cosines > t) & ~positive).sum() + ((cosines <= t) & positive).sum()

        least = min(cost(t) for t in [*cosines, cosines.min() - 1])
        seen = cost(hand.cheapest(cosines.copy(), positive.copy(), alarm=alarm))
        assert seen <= least + 1e-9, f"alarm {alarm:g}: a cost of {seen:g}, the least is {least:g}"
