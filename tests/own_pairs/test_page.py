"""The report of a comparison: what it may say, and that no text of the reader's breaks it."""

import re
from types import SimpleNamespace

import matplotlib
import numpy as np
import pytest
import yaml

from stsutils.data.label_kinds import Labels
from stsutils.own_pairs import page
from stsutils.own_pairs.card import card
from stsutils.own_pairs.figures import grouped
from stsutils.own_pairs.news import wrong_loss
from stsutils.own_pairs.numbers import differences
from stsutils.own_pairs.words import as_text, recommendation, turned
from stsutils.report.measured import Measured
from stsutils.statistics import Estimate, decide_together

matplotlib.use("agg")
EVIL = '<script>alert("1")</script><img src=http://example.org/x onerror=alert(1)> & “ü”'


def candidate(name, value, low, high, lr=3e-4):
    decision = {"threshold": 0.5, "precision": 0.5, "recall": 1.0, "f1": 0.66, "f1_low": 0.5}
    decision |= {"f1_high": 0.8, "f1_of_always": 0.45, "true_positives": 4, "false_positives": 4}
    decision |= {"false_negatives": 0, "true_negatives": 2, "auc": 0.8, "average_precision": 0.7}
    numbers = {"name": name, "validation": [value] * 3, "validation_mean": value, "low": low}
    numbers |= {"test": [value] * 3, "value": value, "high": high, "lr": lr}
    numbers |= {"best_model": value + 0.02}
    return numbers | {"decision": decision, "constant": False, "hits": None, "recall": {}}


def judged(*against):
    """Differences cosent − other, (name, value, standard error) each, decided together."""
    estimates = [Estimate(value, se, 2) for _, value, se in against]
    decisions = decide_together([(e, 0.0, "greater") for e in estimates])
    return [
        {"a": "cosent", "b": name, "value": e.value, "se": e.se, "df": 2, "se_pairs": 0.0}
        | {"detectable": 5.4 * e.se, "outcome": one.outcome, "level": one.level}
        | {"low": max(-2.0, one.low), "high": min(2.0, one.high)}
        for (name, _, _), e, one in zip(against, estimates, decisions, strict=True)
    ]


def seeds_of(name, values, spread=0.01):
    """A candidate of the numbers' module: a score a seed, and draws around each."""
    noise = np.random.default_rng(len(name)).normal(0, spread, (len(values), 200))
    draws = {seed: value + noise[seed] for seed, value in enumerate(values)}
    best = int(np.argmax(values))
    kept = Measured({0: values[best]}, {0: draws[best]}, fixed=True).over((0, 1))
    return SimpleNamespace(name=name, test=Measured(dict(enumerate(values)), draws), kept=kept)


def made(se=0.01, kind="graded"):
    """The results of a comparison of ten test pairs, as `compare` gives them."""
    random = np.random.default_rng(0)
    names = ("untrained", "cosent", "contrastive")
    high = {"graded": 5, "binary": 1, "classes": 2}[kind]
    labels = [0.0, float(high), *(float(i % (high + 1)) for i in range(8))]
    error = {"where": "row 7 (line 8)", "sentence1": EVIL, "sentence2": "x" * 9999, "label": 1.0}
    error |= {"cosine": 0.9, "rank_by_cosine": 0.95, "rank_by_label": 0.1}
    split = {"rows": {"train": 30, "validation": 10, "test": 10}, "left_out": 0, "repeated": 3}
    # more positive ones than there are pairs, so that nothing warns of few
    split |= {"positives": {"train": 15, "validation": 50, "test": 50}, "apart": "sentences"}
    split |= {"whole": 30, "share": 5.0}
    split |= {"shared_sentences": 0, "seed": 0, "linked": 0, "drawn": "groups"}
    results = {
        "data": {"file": f"{EVIL}.csv", "sha": "0", "kind": kind, "column": "score", "low": 0.0}
        | {"high": float(high), "middle": high / 2, "positive": "score 1", "split": split}
        | {"summary": [["kind", "pairs"], ["rows", "50"], ["columns", EVIL]]}
        | {"files": {"train": "0"}, "unread": {"cut": 1, "texts": 100, "tokens": 128}}
        | {"named": kind == "classes", "group": None},
        "encoder": {"name": EVIL, "sha": "abc", "pooling": "mean"},
        "plan": {"rows": 30, "epochs": 2, "rates": [3e-4], "seeds": 3, "batch_size": 16},
        "notes": [],
        **dict.fromkeys(("all_rows", "not_on_all", "one_loss", "at_floor"), False),
        "budget": 5.0,
        "again": "--budget 40 --out mine-40",
        "again_all": "--budget 90 --out mine-90",
        "computed": {"seconds": 100.0, "clock": 400.0},
        "floor": 0.09,
        "losses": {"cosent": {"labels": "raw", "loss": {"name": "cosent"}}},
        "best": "cosent",
        "chosen": {"name": "cosent", "seed": 0, "lr": 3e-4},
        "diverged": [],
        "ceiling": 0.9,
        "candidates": [
            candidate("untrained", 0.4, 0.2, 0.6, lr=None),
            candidate("cosent", 0.7, 0.5, 0.9),
            candidate("contrastive", 0.6, 0.3, 0.8),
        ],
        "differences": judged(("untrained", 0.3, se), ("contrastive", 0.1, se)),
        "errors": {"too_similar": [error], "too_different": []},
        "test": {"labels": labels, "cosines": {n: random.random(10).tolist() for n in names}},
    }
    return results | {"recommendation": recommendation(results)}


def untrained_kept(results):
    """The same where nothing was shown to be better than no training."""
    results["chosen"] = {"name": "untrained", "seed": 0, "lr": None}
    return results


def test_losses_that_are_out_and_losses_never_tried_are_two_sentences():
    left = {"name": "softmax", "validation": 0.31, "leader": "cosent", "best": 0.42, "chance": 0.05}
    results = made(se=0.001) | {"stopped": [left], "not_tried": ["l1"]}
    results["losses"] |= {"l1": {"labels": "raw", "loss": {"name": "l1"}}}
    said = recommendation(results)["reasons"]
    assert said[-2:] == [
        "softmax is out: 31.0 on validation, 11.0 behind CoSENT; "
        "chance alone explains 5.0 at most.",
        "Not tried in 5 minutes: L1. --budget 40 --out mine-40 tries each loss.",
    ]
    assert "softmax is out: 31.0" in page.piece("scores", results)


UNDECIDED = "Not decided in 5 minutes: {} % of your training pairs were used. --budget 40"


@pytest.mark.parametrize(
    ("used", "whole", "words"),
    [
        (30, 250, UNDECIDED.format(12)),
        (30, 9_999, f"{UNDECIDED.format(1)} --out mine-40 uses all."),
        (30, 600_000, "uses 200,000, the most that is used."),
        (200_000, 600_000, "Take CoSENT."),
        (30, 30, "Take CoSENT."),
    ],
)
def test_where_pairs_were_cut_it_is_not_decided(used, whole, words):
    results = made(se=0.001)
    results["plan"]["rows"], results["data"]["split"]["whole"] = used, whole
    said = recommendation(results)
    assert words in said["headline"]
    assert ("So far: Take CoSENT." in said["reasons"]) == said["headline"].startswith("Not decided")


CUT = ["training pairs: 200 instead of 4,348", "seeds: 2 instead of 3"]


@pytest.mark.parametrize(
    ("cut", "budget"), [(CUT[1:], "5 minutes"), (CUT[1:], "1 minute"), ([], "")]
)
def test_where_epochs_or_seeds_were_cut_and_nothing_is_shown_it_is_not_decided(cut, budget):
    results = untrained_kept(made(se=1.0)) | {"notes": cut, "budget": float(budget[:1] or 5)}
    said = recommendation(results)
    start, end = f"Not decided in {budget}: seeds: 2 instead of 3.", "--out mine-90 does all of it."
    assert said["headline"].startswith(start) == bool(cut)
    assert (f"--budget 90 {end}" in said["headline"]) == bool(cut)
    lines = [said["headline"], *said["reasons"]]
    assert sum("Keep the untrained encoder" in line for line in lines) == 1


@pytest.mark.parametrize(
    ("cut", "outcome", "said"),
    [
        ({"notes": CUT[1:]}, "open", "Not decided in 5 minutes: seeds: 2 instead of 3."),
        ({"not_tried": ["l1"]}, "open", "Not decided in 5 minutes: not tried: L1."),
        ({"notes": CUT[1:]}, "holds", "Keep the untrained encoder: no"),
        ({}, "open", "Keep the untrained encoder: nothing was learned"),
    ],
)
def test_nothing_was_learned_is_said_only_where_nothing_was_cut(cut, outcome, said):
    results = untrained_kept(made(se=1.0)) | {"best": "untrained", "notes": [], "budget": 5.0}
    for one in results["differences"]:
        one["outcome"] = outcome
    words = recommendation(results | cut)
    assert words["headline"].startswith(said)
    assert "nothing was learned" not in " ".join(words["reasons"])


def test_cosent_is_the_wrong_loss_where_batches_hold_one_label():
    labels = Labels("binary", "label", 0.0, 1.0)
    assert wrong_loss(labels, 30, 100) == []
    (said,) = wrong_loss(labels, 10, 1000)
    assert said.startswith("1.0% of the training pairs are positive: 85% of the batches of 16 hold")
    assert wrong_loss(Labels("graded", "score", 0.0, 5.0), 10, 1000) == []


def test_a_search_is_counted():
    results = made()
    assert "nothing to search for" in page.piece("search", results)
    for one in results["candidates"]:
        one["recall"] = {"recall@1": 0.25, "recall@10": 0.5}
        one["hits"] = {"value": 0.7, "low": 0.6, "high": 0.8, "groups": 33, "chance": 0.2}
    results["data"]["group"] = "query"
    assert "25.0" in page.piece("search", results)
    assert "Of 33 values of query in the test pairs" in page.piece("search", results)
    assert "hit@1 × 100 of CoSENT: 70.0 (60.0 to 80.0), by chance 20.0" in as_text(results)
    assert "InfoNCE" in page.piece("search", results)


def test_the_card_escapes_what_is_the_readers():
    results = made(se=0.001)
    results |= {"scored": {"model": "b" * 16, "folder": "model"}}
    for one in results["candidates"]:
        one["recall"] = {}
    head, body = card(results, ["stsutils", "compare", EVIL]).split("\n---\n", 1)
    assert yaml.safe_load(head)["model-index"][0]["results"][0]["dataset"]["name"] == f"{EVIL}.csv"
    assert "<script>" not in body.replace("\\<script\\>", "").split("| command |")[0]
    assert "Take CoSENT." in body


KEEP = "Keep the untrained encoder:"
KEPT = {"chosen": {"name": "untrained", "seed": 0, "lr": None}}
ALIKE = "Take CoSENT. Between it and L1 no difference can be seen with 10 test pairs."
AGAINST = "the validation pairs chose CoSENT, the test pairs contradict."
NOTHING = "nothing was learned, no loss beats it on the validation pairs."


@pytest.mark.parametrize(
    ("of_raw", "of_l1", "changes", "headline"),
    [
        (0.3, 0.01, {}, ALIKE),
        (0.3, -0.3, {}, f"Unclear: {AGAINST}"),
        (0.01, 0.01, KEPT, f"{KEEP} no loss is shown to be better with 10 test pairs."),
        (0.01, 0.01, KEPT | {"best": "untrained"}, f"{KEEP} {NOTHING}"),
        (-0.3, 0.3, KEPT, f"{KEEP} {AGAINST}"),
    ],
)
def test_the_headline_says_what_the_test_shows_of_the_choice(of_raw, of_l1, changes, headline):
    against = judged(("untrained", of_raw, 0.01), ("l1", of_l1, 0.01))
    said = recommendation(made() | {"differences": against} | changes)
    assert said["headline"] == headline
    assert ("can no longer judge" in said["reasons"][-1]) == headline.endswith(AGAINST)
    best = "CoSENT has the highest Spearman on the validation pairs"
    first = f"{best}; the untrained encoder is in model/."
    assert (said["reasons"][0] == first) == (changes is KEPT)
    if headline.endswith(NOTHING):
        assert said["reasons"][2].startswith("Against the best model of L1: +1.0, interval")


def test_no_difference_says_how_large_a_file_would_show_one():
    reasons = recommendation(made(se=0.05))["reasons"]
    # 5.4 · .05 = .27 would show; 10 pairs · (.27 / .02)² = 1,823 to test, a fifth of the file
    assert "A difference of 27.0 would show in 4 runs of 5." in reasons[-1]
    assert "takes a file of 9,200 rows at least, 1,900 of them to test" in reasons[-1]
    results = made(se=0.05)
    results["data"]["split"]["left_out"] = 20_000
    allowed = "takes 1,900 test pairs: --budget 40 --out mine-40 allows them."
    assert allowed in recommendation(results)["reasons"][-1]
    del results["again"]  # `train` uses every row
    assert "takes a file of 9,200 rows" in recommendation(results)["reasons"][-1]
    assert "more than the 5,000 test pairs" in recommendation(made(se=0.1))["reasons"][-1]
    wide = recommendation(made(se=2.0))["reasons"]
    # as far as correlations can be apart
    assert "interval -200.0 to +200.0: no clear difference" in wide[1]
    assert wide[-1] == "Not even a difference of 100 would show in 4 runs of 5."
    results["differences"] = judged(("untrained", 0.0, 0.0))
    # equal cosines do not promise to show everything
    assert "A difference of" not in " ".join(recommendation(results)["reasons"])


def test_two_seeds_apart_do_not_hide_a_model_that_beats_no_training():
    best, others = seeds_of("cosent", [0.70, 0.74]), [seeds_of("untrained", [0.6, 0.6])]
    others += [seeds_of("cosine_mse", [0.66, 0.66])]
    raw, loss = differences(best, others, floor=False)
    assert (raw["outcome"], loss["outcome"]) == ("holds", "open")
    assert raw["value"] == pytest.approx(0.14)  # the better of both is the one that is kept
    assert loss["value"] == pytest.approx(0.06)
    assert raw["sd_seeds"] == 0
    results = made(se=0.001)
    said, reason = "Its best model against the untrained ", recommendation(results)["reasons"][1]
    assert reason.startswith(f"{said}encoder: +30.0, interval")
    assert reason.endswith(": better.")
    for one in results["candidates"]:
        one["test"] = one["test"][:1]
    assert not any(line.startswith(said) for line in recommendation(results)["reasons"])


def test_at_the_floor_nothing_is_decided():
    best, other = seeds_of("cosent", [0.7, 0.71, 0.7]), seeds_of("untrained", [0.2, 0.2, 0.21])
    assert [d["outcome"] for d in differences(best, [other], floor=False)] == ["holds"]
    assert [d["outcome"] for d in differences(other, [best], floor=False)] == ["fails"]
    assert [d["outcome"] for d in differences(best, [other], floor=True)] == ["open"]
    results = untrained_kept(made(se=0.001)) | {"at_floor": True, "notes": []}
    said = recommendation(results)
    assert "no interval lies above 9.0, a tenth of what the ties allow" in said["warnings"][0]
    assert (
        "not judged, because no candidate is shown to rank these pairs at all" in said["reasons"][1]
    )


def test_one_training_has_the_interval_of_its_model_and_turned_labels_are_warned_of():
    results = made()
    for one in results["candidates"]:
        one |= {"test": [one["value"]]}
    results["candidates"][0] |= {"low": -0.6, "high": -0.1}
    said = recommendation(results)
    assert "wrong way round" in said["warnings"][0]
    assert "each interval is that of this very model" in " ".join(said["warnings"])
    assert turned({"high": 0.1}, "score") == ""


F1 = "F1 is 66.0 (50.0 to 80.0)"
LINKED = "4 of 10 test pairs are linked by sentences they share, most of them in a few groups. The"


@pytest.mark.parametrize(
    ("where", "changes", "words"),
    [
        ("", {"diverged": ["cosine_mse"]}, "cosine-MSE diverged"),
        ("best", {"test": [0.7] * 2}, "Two seeds give wide intervals between losses. Take three"),
        ("best", {"constant": True}, "CoSENT gives all test pairs the same cosine"),
        ("", {"notes": CUT}, f"To fit 5 minutes, not all was done ({'; '.join(CUT)}). --budget 90"),
        ("positives", {"validation": 99, "test": 4}, "Only 4 of 10 test pairs are positive"),
        ("positives", {"validation": 99, "test": 9}, "Only 1 of 10 test pairs is negative"),
        ("positives", {"validation": 1, "test": 50}, "Only 1 of 10 validation pairs is"),
        ("split", {"share": 0.02}, "Positive test pairs were kept when others were cut"),
        ("decision", {"f1_of_always": 0.5}, f"{F1}; calling every pair positive"),
        ("decision", {"f1_of_always": 0.499}, None),
        ("split", {"apart": "pairs", "shared_sentences": 9}, "9 of 10 test pairs have a sentence"),
        ("split", {"linked": 4}, None),
        ("split", {"linked": 4, "drawn": "pairs"}, f"{LINKED} intervals take them as independent"),
    ],
)
def test_each_thing_to_beware_of_is_one_line(where, changes, words):
    results = made(se=0.001)
    split, best = results["data"]["split"], results["candidates"][1]
    places = {"": results, "split": split, "positives": split["positives"], "best": best}
    places |= {"decision": best["decision"]}
    places[where] |= changes
    warnings = recommendation(results)["warnings"]
    assert [words in line for line in warnings] == [True] if words else warnings == []


def test_holms_correction_widens_the_intervals():
    best, *others = (
        seeds_of(n, v) for n, v in (("a", [0.7, 0.8]), ("b", [0.5, 0.7]), ("c", [0, 1]))
    )
    both, one = differences(best, others, False)[0], differences(best, others[:1], False)[0]
    assert both["level"] > one["level"] == pytest.approx(0.95)


@pytest.mark.parametrize("kind", ["graded", "binary", "classes"])
def test_the_page_is_whole_escaped_and_asks_for_nothing(kind):
    whole = page.page(made(kind=kind))
    bare = re.sub(r"data:image/svg\+xml;base64,[^\"]+", "data:", whole)
    assert "<script" not in bare
    assert "onerror=alert(1)&gt;" in bare, "shown as text"
    assert set(re.findall(r'\bsrc="([^"]*)"', bare)) == {"data:"}
    assert not re.findall(r"<[^>]*\bhref", bare)
    assert "default-src 'none'" in bare
    assert "x" * 399 + "…" in bare
    assert "x" * 401 not in bare
    assert bare.count("<h1>") == 1
    assert len(re.findall(r"<h2>", bare)) == 7
    pictures = re.findall(r"<img [^>]*>", bare)
    assert len(pictures) == 4, "the scores, and the cosines of three candidates"
    assert all(re.search(r'alt="[^"]{20,}"', picture) for picture in pictures)
    for tag in ("section", "table", "div", "ul", "ol", "li", "td", "th", "p", "blockquote"):
        assert len(re.findall(rf"<{tag}[ >]", bare)) == bare.count(f"</{tag}>"), tag


def test_the_reader_is_told_how_to_decide_what_a_loss_saw_and_what_was_left_out():
    results = made()
    how = page.piece("made", results)
    assert "cosine &gt; 0.5000" in how
    assert "labels as they are" in how
    results["losses"] = {"info_nce": {"labels": "positives", "loss": {"name": "info_nce"}}}
    assert "the positive pairs only" in page.piece("made", results)
    results["losses"] = {"contrastive": {"labels": "binary>2.5", "loss": {"name": "contrastive"}}}
    assert "label 1 above 2.5, else 0" in page.piece("made", results)
    results["candidates"][1]["decision"] = None
    assert "print(cosine)" in page.piece("made", results)
    assert "repeat a pair of validation or test: 3" in page.piece("data_and_parts", results)
    assert "1 of 100 texts are longer than the 128 tokens" in page.piece("data_and_parts", results)
    results["data"]["split"] |= {"linked": 4}
    assert "4 test pairs share a sentence with another one" in page.piece("data_and_parts", results)
    results["data"]["split"] |= {"apart": "pairs", "shared_sentences": 9}
    assert "9 test pairs share a sentence" in page.piece("data_and_parts", results)


def test_every_cosine_is_in_one_group():
    for kind, words, sizes in (
        ("graded", "0 to 1", [3, 2, 1, 1, 3]),
        ("binary", "score 0", [5, 5]),
        ("classes", "contradiction", [4, 3, 3]),
    ):
        groups = grouped(made(kind=kind), "cosent")
        assert (groups[0][0], [len(values) for _, values in groups]) == (words, sizes)


def test_without_a_threshold_the_page_says_why_and_none_is_warned_of():
    results = made()
    for one in results["candidates"]:
        one["decision"] = None
    assert recommendation(results)["warnings"] == []
    assert "one class only" in page.piece("decision", results)
    assert "<table" not in page.piece("decision", results)
    assert page.page(results)


def test_the_terminal_gets_scores_threshold_and_answer():
    results = made()
    results["candidates"][2]["decision"] = None
    said = as_text(results).splitlines()
    assert " ".join(said[2].split()) == "CoSENT 70.0 50.0 to 90.0 72.0 70.0 66.0 80.0"
    assert " ".join(said[3].split()) == "contrastive 60.0 30.0 to 80.0 62.0 60.0 – –"
    assert said[4].split() == ["ceiling", "of", "the", "ties", "90.0"]
    assert max(map(len, said[:5])) < 80
    assert "above the cosine 0.5000: F1 66.0" in said[9]
    assert said[10] == results["recommendation"]["headline"]
