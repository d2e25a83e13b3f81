"""Pairs have the scores below. Let `best` be the cut (one of the scores; above it is positive)
that keeps most of their order, and `kept` the Spearman correlation of scores and classes there.
"""

HANDS_IN = "best\nkept"
IMPORTS = "from stsutils.statistics import spearman"
HINTS = ("Compute spearman(scores, scores > cut) for each cut and take the largest.",)
TOLERANCE = {"best": 1e-9, "kept": 5e-3}


def given(random):
    return {
        "scores": sorted(random.choices([0, 1, 2, 3, 4, 5], random.choices(range(1, 9), k=6), k=41))
    }


def answers(scores):
    import numpy as np

    from stsutils.statistics import spearman

    score = np.array(scores, float)
    kept = {cut: spearman(score, score > cut) for cut in np.unique(score)[:-1]}
    best = max(kept, key=kept.get)
    return {"best": best, "kept": kept[best]}
