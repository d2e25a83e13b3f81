"""Counting rows, ties, repeats and shared pairs, on rows small enough to count by hand."""

import importlib

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from scipy.stats import spearmanr

from stsutils import experiments, recipes
from stsutils.data import entries, entry
from stsutils.methods.audit import describe, graded, leaks, linked, skew
from stsutils.planning import plan
from stsutils.report import published


def pairs(*rows):
    return pd.DataFrame(rows, columns=["sentence1", "sentence2", "score"])


PAIRS = pairs(*(("a", "b", score) for score in (5.0, 4.0, 5.0, 1.0, 1.0)))


def test_counts_of_rows_with_labels_and_without():
    assert describe(PAIRS) == {
        "rows": 5,
        "labels": 3,
        "mean_label": pytest.approx(16 / 5),
        # two pairs of equal labels: 1 − (2·(2³ − 2)) / (5³ − 5)
        "tie_ceiling": pytest.approx((1 - 12 / 120) ** 0.5),
    }
    assert describe(pd.DataFrame({"sentence": ["one", "two"]})) == {"rows": 2}


def test_shared_pairs_count_in_either_order():
    train = pairs(("a", "b", 1.0), ("b", "a", 1.0), ("c", "d", 2.0), ("e", "f", 3.0))
    test = pairs(("b", "a", 1.0), ("d", "c", 5.0), ("x", "e", 0.0), ("d", "c", 5.0))
    # both rows of (a, b), one of (c, d)
    assert leaks(train, test) == {"rows": 4, "shared": 2, "removed": 3, "kept": 1}
    other = pairs(("f", "e", 0.5))
    assert leaks(train, test, other) == {"rows": 4, "shared": 3, "removed": 4, "kept": 0}
    assert leaks(other, test) == {"rows": 1, "shared": 0, "removed": 0, "kept": 1}


def test_the_recipe_counts_and_ignores_the_seed():
    one = recipes.audit({"set": "hand_graded", "split": "test"}, 0)
    assert one.metrics["rows"] == 170
    assert set(one.extra["data_sha"]) == {"hand_graded:test"}
    assert recipes.audit({"set": "hand_graded", "split": "test"}, 7).metrics == one.metrics
    both = recipes.audit({"leak": ["hand_graded:test", "hand_nli:test", "hand_graded:test"]}, 0)
    assert (both.metrics["shared"], both.metrics["kept"]) == (170, 0)


def test_pairs_that_hang_together():
    rows = pairs(("a", "b", 1.0), ("B", "c", 0.0), ("c", "d", 1.0), ("x", "y", 1.0))
    found = linked(rows)
    assert (found["pairs"], found["linked"], found["largest"]) == (4, 3, 3)
    assert found["widening"] == pytest.approx((10 / 4) ** 0.5)
    alone = linked(pairs(("a", "b", 1.0), ("c", "d", 1.0)))
    assert (alone["linked"], alone["largest"], alone["widening"]) == (0, 1, 1.0)
    result = recipes.audit({"linked": "demo:test@60"}, 0)
    assert result.metrics["pairs"] == 60


def test_scores_say_which_order_the_classes_have():
    rows = pd.DataFrame({"label": [0, 0, 1, 1, 2], "relatedness": [3.0, 4.0, 1.0, 2.0, 5.0]})
    found = graded(rows)
    assert (found["C"], found["N"], found["E"]) == (3.5, 1.5, 5.0)
    assert found["N < C < E"] == pytest.approx(spearmanr([1, 1, 0, 0, 2], rows.relatedness)[0])
    assert found["N < C < E"] > 0.9 > 0.4 > found["C < N < E"] > 0


def test_the_recipe_refuses_other_settings_and_a_partial_copy(refused, monkeypatch):
    for settings in ({}, {"set": "demo"}, {"leak": ["demo:test"]}, {"leek": 1}):
        refused("audit settings", recipes.audit, settings, 0)
    rows = PAIRS.copy()
    rows.attrs = {"sha": "0", "copy": "partial"}
    module = importlib.import_module("stsutils.recipes.audit")  # the package's name is the function
    monkeypatch.setattr(module, "load", lambda name, split: rows)
    refused("partial copy", recipes.audit, {"set": "atec", "split": "train"}, 0)


@pytest.mark.parametrize("tier", ["lab", "paper"])
def test_the_experiment_names_sets_and_splits_that_exist(tier):
    runs = plan(experiments.load("datasets"), tier).final
    assert runs
    for run in runs:
        ours = run.settings
        single = [ours[k].partition("@")[0] for k in ("linked", "graded") if k in ours]
        named = ours.get("leak") or single or [f"{ours['set']}:{ours['split']}"]
        for name, split in (one.split(":") for one in named):
            assert name in entries()
            # A machine with the local folder can make every lab number; links are those of the
            # rows that the lab tests on, which may stand in for others.
            enough = ("whole", "substitute") if "linked" in ours else ("whole",)
            there = entry(name).embedded or entry(name).splits[split].local in enough
            assert tier != "lab" or there, f"{name}:{split}"


def test_the_paper_tier_counts_each_number_of_table_ii():
    experiment = experiments.load("datasets")
    theirs = published(experiment)
    assert len(theirs) == 34  # of 35: no release of STS12 has a validation split
    assert theirs["STS-B", "Test"] == "1379"


def test_skew_says_where_scores_lie_on_their_scale():
    rows = pd.DataFrame({"sentence1": "a", "sentence2": "b", "score": [1.0, 2.0, 4.0, 5.0, 5.0]})
    rows.attrs["range"] = (1.0, 5.0)
    found = skew(rows)
    assert [found[name] for name in ("low third", "middle third", "high third")] == [0.4, 0.0, 0.6]
    place = np.array([0, 0.25, 0.75, 1, 1])
    assert found["mean"] == pytest.approx(place.mean())
    assert found["skewness"] == pytest.approx(scipy.stats.skew(place))
    assert found["skewness"] < 0
    rows["score"] = 3.0
    assert skew(rows)["skewness"] == 0
