"""Hand in `values`: one number a row of `hand_graded`, with a *mean* over genres above .9 and an
*all* below .3.
"""

HANDS_IN = "values"
IMPORTS = "from stsutils.data import load\nfrom stsutils.statistics import spearman"
EXAMPLES = """\
assert len(values) == len(load("hand_graded")), "one number a row"
"""
HINTS = (
    "Within each genre follow the grades; between the genres turn the levels round.",
    "Add a constant to each genre: a large one where the mean grade is low.",
)
WRONG = {
    "the grades themselves": ("from stsutils.data import load\nvalues = load('hand_graded').score"),
    "the grades turned round": (
        "from stsutils.data import load\nvalues = -load('hand_graded').score"
    ),
}


def _both(values):
    import numpy as np

    from stsutils.data import load
    from stsutils.statistics import spearman

    rows = load("hand_graded")
    values = np.asarray(values, float)
    assert values.shape == (len(rows),), "one number a row is wanted"
    parts = [spearman(values[part], rows.score.iloc[part]) for part in _genres(rows)]
    return float(np.mean(parts)), spearman(values, rows.score)


def _genres(rows):
    return rows.reset_index(drop=True).groupby("genre").indices.values()


def check_mean(hand, random):
    mean, _ = _both(hand.values)
    assert mean > 0.9, f"the mean over genres is {mean:.2f}"


def check_all(hand, random):
    mean, everything = _both(hand.values)
    assert everything < 0.3 < mean, f"mean {mean:.2f}, all {everything:.2f}"
