import numpy as np
import pandas as pd
import pytest

from stsutils.evaluation.decision import best_threshold, decisions, disagreements, f1_interval


@pytest.mark.parametrize("seed", range(5))
def test_no_threshold_is_better(seed):
    random = np.random.default_rng(seed)
    cosines = random.integers(0, 12, 40) / 12  # with ties
    positive = random.random(40) < 0.2 + 0.6 * cosines
    threshold = best_threshold(cosines, positive)
    tried = [decisions(cosines, positive, t)["f1"] for t in (*cosines, min(cosines) - 1)]
    assert decisions(cosines, positive, threshold)["f1"] == max(tried)
    assert threshold not in cosines, "between two cosines, so rounding decides nothing"


def test_known_counts():
    cosines, positive = [0.9, 0.8, 0.7, 0.1], [True, False, True, False]
    threshold = best_threshold(cosines, positive)
    assert threshold == pytest.approx(0.4)
    found = decisions(cosines, positive, threshold)
    counted = {"true_positives": 2, "false_positives": 1}
    assert found.items() >= (counted | {"false_negatives": 0, "true_negatives": 1}).items()
    assert found["precision"] == pytest.approx(2 / 3)
    assert (found["recall"], found["f1"]) == (1.0, pytest.approx(0.8))
    assert decisions(cosines, positive, 2.0)["f1"] == 0.0, "nothing is called: no division by 0"
    assert best_threshold([0.5, 0.4, 0.3], [False, True, True]) < 0.3, "all are called"
    for one_class in (True, False):
        assert best_threshold([0.1, 0.2], [one_class] * 2) is None


def test_the_interval_holds_the_value_and_shrinks_with_the_pairs():
    random = np.random.default_rng(0)
    widths = []
    for n in (40, 640):
        positive = random.random(n) < 0.5
        cosines = positive * 0.5 + random.normal(0, 0.4, n)
        low, high = f1_interval(cosines, positive, 0.25, "set")
        assert low <= decisions(cosines, positive, 0.25)["f1"] <= high
        widths.append(high - low)
    assert widths[0] > 2 * widths[1]


def test_where_label_and_cosine_disagree_most_comes_first():
    rows = pd.DataFrame({"cosine": [0.5, 0.9, 0.1, 0.6], "score": [2.0, 0.0, 5.0, 3.0]})
    found = disagreements(rows, "score")
    assert found.index.tolist() == [1, 2, 0, 3]
    assert found["disagreement"].tolist() == [0.75, -0.75, 0, 0]
    assert found.loc[1, ["rank_by_cosine", "rank_by_label"]].tolist() == [0.875, 0.125]
