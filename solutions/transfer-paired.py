"""Hand in `paired_error(a, b)`: the standard error of the difference of two accuracies, from two
lists of right (1) and wrong (0) on the same rows.
"""

HANDS_IN = "paired_error(a, b)"
EXAMPLES = """\
assert abs(paired_error([1, 0], [1, 0])) < 1e-12, "equal models do not differ"
assert abs(paired_error([1, 1, 0, 0], [0, 0, 1, 1]) - 0.5) < 1e-9
"""
HINTS = (
    "Take the difference a − b row by row: it is −1, 0 or 1.",
    "Its standard deviation over √n is the error; rows on which both agree count as 0.",
)
WRONG = {
    "the two errors added as if the rows were others": (
        "import numpy as np\n"
        "def paired_error(a, b):\n"
        "    p, q, n = np.mean(a), np.mean(b), len(a)\n"
        "    return np.sqrt((p * (1 - p) + q * (1 - q)) / n)"
    ),
    "the deviation of the difference, not divided by √n": (
        "import numpy as np\n"
        "def paired_error(a, b):\n"
        "    return np.std(np.asarray(a, float) - np.asarray(b, float))"
    ),
    "0 always": "def paired_error(a, b): return 0.0",
}


def _rows(random, n=500):
    hard = [random.random() < 0.2 for _ in range(n)]
    return tuple([int(not h and random.random() < p) for h in hard] for p in (0.95, 0.9))


def check_value(hand, random):
    import numpy as np

    a, b = _rows(random)
    d = np.array(a, float) - np.array(b, float)
    wanted = d.std() / len(d) ** 0.5
    seen = float(hand.paired_error(a, b))
    assert abs(seen / wanted - 1) < 0.01, f"{seen:.5f}, not {wanted:.5f}"


def check_equal_models(hand, random):
    check_value(hand, random)
    a, _ = _rows(random)
    assert abs(float(hand.paired_error(a, a))) < 1e-12, "two equal encoders do not differ"
