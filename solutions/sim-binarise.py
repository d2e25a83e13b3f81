"""Binarise the grades of `hand_graded` at {cut}. Let `knows` be the Spearman correlation of the
grades with the new labels, and `most` the tie ceiling of the new labels.
"""

HANDS_IN = "knows\nmost"
IMPORTS = (
    "from stsutils.data import load, relabel\nfrom stsutils.statistics import spearman, tie_ceiling"
)
PAGE = {"cut": 2.5}
HINTS = ('relabel(rows, f"binary>{cut}").label has the new labels, and tie_ceiling takes them.',)
TOLERANCE = {"knows": 2e-3, "most": 2e-3}


def given(random):
    return {"cut": random.choice([0.5, 1.5, 3.5])}


def answers(cut):
    from stsutils.data import load, relabel
    from stsutils.statistics import spearman, tie_ceiling

    rows = load("hand_graded")
    labels = relabel(rows, f"binary>{cut:g}").label
    return {"knows": spearman(rows.score, labels), "most": tie_ceiling(labels)}


def mistakes(cut):
    right = answers(cut)
    return {
        "knows": {"the tie ceiling: the correlation with the grades is asked for": right["most"]},
        "most": {"the correlation with the grades: the tie ceiling is asked for": right["knows"]},
    }
