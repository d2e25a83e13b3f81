"""Hand in `crossing(steps, scores, goal)`: the step at which the curve reaches the goal, by
straight lines between looks; the first look if it is high enough, the last step if the goal is
never reached.
"""

HANDS_IN = "crossing(steps, scores, goal)"
EXAMPLES = """\
assert abs(crossing([10, 20], [0.0, 1.0], 0.5) - 15) < 1e-9
assert crossing([10, 20], [0.0, 0.1], 0.5) == 20, "never reached: the last step"
"""
HINTS = (
    (
        "Find the first look at or above the goal; between it and the one before go along a "
        "straight line."
    ),
    ("From (s0, v0) to (s1, v1) the goal is met at s0 + (goal − v0) / (v1 − v0) · (s1 − s0)."),
)
WRONG = {
    "the look at which the goal is passed, without the straight line": (
        "def crossing(steps, scores, goal):\n"
        "    return next((s for s, v in zip(steps, scores) if v >= goal), steps[-1])"
    ),
    "np.interp on scores that are not sorted": (
        "import numpy as np\n"
        "def crossing(steps, scores, goal): return float(np.interp(goal, scores, "
        "steps))"
    ),
    "the last step always": "def crossing(steps, scores, goal): return steps[-1]",
}


def _near(seen, wanted):
    assert abs(float(seen) - wanted) < 1e-9, f"{seen}, not {wanted}"


def check_between_looks(hand, random):
    rise = random.randint(2, 8) / 10
    _near(hand.crossing([10, 20, 30], [0.0, 1.0, 2.0], 1 + rise), 20 + 10 * rise)
    _near(hand.crossing([10, 20, 30, 40], [0.2, 0.5, 0.3, 0.6], 0.35), 15.0)
    dips = [0.0, 0.1, 0.2, 0.3, 0.4, 0.8, 0.1, 0.2, 0.3, 0.9]
    _near(hand.crossing([*range(10, 110, 10)], dips, 0.5), 52.5)


def check_ends(hand, random):
    check_between_looks(hand, random)
    _near(hand.crossing([10, 20], [0.5, 0.6], 0.4), 10)
    _near(hand.crossing([10, 20, 35], [0.5, 0.6, 0.55], 0.9), 35)
