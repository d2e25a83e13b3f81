"""Hand in `stretch(cosines)`: an increasing map (it sees all cosines) that raises the spread of a
crowded model above 0.5, stays between −1 and 1, and leaves the AUC as it is.
"""

HANDS_IN = "stretch(cosines)"
IMPORTS = "import numpy as np"
EXAMPLES = """\
seen = np.asarray(stretch(np.array([0.96, 0.98, 0.97])))
assert seen[0] < seen[2] < seen[1], "the order stays"
assert np.abs(seen).max() <= 1, "a cosine lies between −1 and 1"
"""
HINTS = (
    "The AUC looks at ranks alone: put every cosine at the place of its rank.",
    "argsort of argsort gives the ranks 0 … n − 1; spread them evenly between −1 and 1.",
)
REFERENCE = """\
import numpy as np
def stretch(cosines):
    return 2 * (np.argsort(np.argsort(cosines)) + 0.5) / len(cosines) - 1
"""
WRONG = {
    "cosines left as they are": "def stretch(cosines): return cosines",
    "all cosines at −1": "def stretch(cosines): return -1 + 0 * cosines",
    "two values only, which makes ties": (
        "import numpy as np\ndef stretch(cosines): return np.sign(cosines - np.median(cosines))"
    ),
}


def check_stretch(hand, random):
    import numpy as np

    from stsutils.evaluation.separation import separation

    chance = np.random.default_rng(random.randrange(2**32))
    gold = np.arange(200) < 100
    crowded = 0.97 + 0.01 * np.tanh(chance.normal(size=200) + gold)
    stretched = np.asarray(hand.stretch(crowded.copy()), float)
    assert np.abs(stretched).max() <= 1, "a cosine lies between −1 and 1"
    before, after = separation(crowded, gold), separation(stretched, gold)
    assert after["spread"] > 0.5, f"the spread is {after['spread']:.2f}"
    assert np.isclose(before["auc"], after["auc"]), "the AUC has changed"
