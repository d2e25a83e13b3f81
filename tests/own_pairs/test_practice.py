"""What people bring: rare positives, queries, several annotators, odd labels, labels to mend."""

import json
import random
import time
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from stsutils.data import check_file, load
from stsutils.data.components import folded
from stsutils.data.label_kinds import Labels, label_kind
from stsutils.encoders import load_encoder, save
from stsutils.errors import UserError
from stsutils.ledger import Ledger, Record, Result, Run
from stsutils.ledger.packing import KEPT
from stsutils.own_pairs import compare, trainings
from stsutils.own_pairs.cut import RARE, at_most, bare, cut
from stsutils.own_pairs.numbers import hits, results
from stsutils.own_pairs.question import ask, averaged
from stsutils.own_pairs.trained_on import why_no_test
from stsutils.own_pairs.trainings import RAW, cosines_of
from stsutils.statistics import bootstrap_spearman, spearman


def pairs(labels):
    first, second = ([f"{side} {i}" for i in range(len(labels))] for side in "ab")
    return pd.DataFrame({"sentence1": first, "sentence2": second, "label": labels})


def recorded(name, test, cosines):
    gold = test["label"].to_numpy()
    draws = {"test": bootstrap_spearman(cosines, gold, "test")}
    score = {"validation": spearman(cosines, gold), "test": spearman(cosines, gold)}
    kept = {"validation 00000": cosines, "test 00000": cosines}
    return Record(Run("own", 0, {"loss": {"name": name}, "lr": 3e-4}), score, draws, [], kept, {})


@pytest.mark.parametrize("share", [0.003, 0.005, 0.02, 0.5])
def test_a_loss_that_ranks_all_positives_first_is_taken_however_rare_they_are(share):
    n = 2000
    test = pairs([1] * round(share * n) + [0] * (n - round(share * n))).assign(row=range(n))
    random = np.random.default_rng(1)
    perfect = test["label"] + 0.1 * random.random(n)
    before = 0.2 * test["label"] + 0.3 * random.random(n)
    parts, labels = {"validation": test, "test": test}, Labels("binary", "label", 0, 1)
    rows = SimpleNamespace(parts=parts, labels=labels, spent=1.0, waited=2.0)
    trained = recorded("cosent", test, perfect / 1.2)
    found = results(rows, recorded("untrained", test, before / 1.2), {"cosent": [trained]})
    assert (found["at_floor"], found["chosen"]["name"]) == (False, "cosent")
    assert found["candidates"][1]["decision"]["auc"] == 1.0
    assert found["candidates"][1]["decision"]["average_precision"] == 1.0
    assert found["candidates"][0]["decision"]["average_precision"] < 1.0
    # and one that ranks by chance is not
    chance = recorded("cosent", test, random.random(n))
    found = results(rows, recorded("untrained", test, random.random(n)), {"cosent": [chance]})
    assert found["chosen"]["name"] == "untrained"


@pytest.mark.parametrize("positives", [3, 12, 60, 300])
def test_rare_positive_pairs_are_kept_when_a_part_is_cut(positives):
    part = pairs([1] * positives + [0] * (600 - positives))
    kept = at_most(part, 200, label_kind(part))
    assert len(kept) == 200
    assert int(kept["label"].sum()) == max(min(positives, RARE), positives // 3)
    assert not kept["label"].is_monotonic_decreasing, "in random order"
    assert kept["sentence1"].is_unique


def test_more_test_pairs_than_a_record_keeps_of_one_set_are_all_there(tmp_path):
    n = 2 * KEPT + 7
    cosines = np.linspace(-1, 1, n).round(4)
    kept = {f"test {at:05d}": cosines[at : at + KEPT] for at in range(0, n, KEPT)}
    run, ledger = Run(RAW, 0, {"x": 1}), Ledger(tmp_path)
    ledger.write(run, Result({"validation": 0.5}, {}, predictions=kept))
    assert cosines_of(ledger.read(run), "test") == pytest.approx(cosines, abs=1e-4)


def faq(queries, seed=7):
    """Queries, each beside its own of 25 standard questions and beside four others."""
    draw, words = random.Random(seed), [f"word{i}" for i in range(80)]
    standard = [f"How do I {a} my {b}?" for a in range(5) for b in range(5)]
    rows = []
    for query in range(queries):
        text, own = " ".join(draw.sample(words, 5)), draw.choice(standard)
        others = draw.sample([s for s in standard if s != own], 4)
        rows += [(text, own, 1, query), *((text, other, 0, query) for other in others)]
    draw.shuffle(rows)
    return pd.DataFrame(rows, columns=["sentence1", "sentence2", "label", "query_id"])


def test_a_query_stays_on_one_side_where_a_column_names_it(refused, tmp_path, encoder):
    faq(60).to_csv(tmp_path / "faq.csv", index=False)
    options = {"encoder": encoder}
    plain = ask(tmp_path / "faq.csv", tmp_path / "out", **options)
    assert plain.cuts["apart"] == "pairs"
    queries = [set(part["sentence1"]) for part in plain.parts.values()]
    assert queries[0] & queries[2], "without it a query is on two sides"
    asked = ask(tmp_path / "faq.csv", tmp_path / "out", group="query_id", **options)
    queries = [set(part["sentence1"]) for part in asked.parts.values()]
    assert asked.cuts["apart"] == "groups"
    assert sum(map(len, queries)) == len(set.union(*queries)) == 60
    assert asked.shas != plain.shas, "another question"
    faq(60).assign(query_id=lambda rows: rows["query_id"] // 2).to_csv(tmp_path / "faq.csv")
    turned = ask(tmp_path / "faq.csv", tmp_path / "out", group="query_id", **options)
    assert turned.shas["rows"] == asked.shas["rows"]
    assert turned.shas["group"] != asked.shas["group"], "other groups under the same name"
    named, out = "--group names 'query'; the file has 'sentence1'", tmp_path / "out"
    refused(named, ask, tmp_path / "faq.csv", out, group="query", **options)
    faq(60).replace({"query_id": {7: None}}).to_csv(tmp_path / "gaps.csv", index=False)
    with pytest.raises(UserError, match=r"\(line \d+\), column 'query_id': 5 rows have no group"):
        ask(tmp_path / "gaps.csv", tmp_path / "out", group="query_id", **options)
    again = faq(40)
    again = pd.concat([again, again.head(5).assign(query_id=1000)], ignore_index=True)
    parts, _ = cut(again, label_kind(again), "f.csv", group="query_id")
    keys = [set(zip(part["sentence1"], part["sentence2"], strict=True)) for part in parts.values()]
    assert sum(map(len, keys)) == len(set.union(*keys)), "a pair in two groups links them"
    ids, early = again["query_id"], again.groupby("query_id").cumcount() < 3
    own = {"validation": again[(ids < 25) & early], "test": again[ids.between(10, 30) & ~early]}
    parts, _ = cut(again, label_kind(again), "f.csv", own, "query_id")
    sides = [set(part["group"]) for part in parts.values()]
    assert sum(map(len, sides)) == len(set.union(*sides)), "nor in files of the reader's own"
    names = [bare(again.assign(q=q), label_kind(again), "q")["group"].tolist() for q in (7, 7.0)]
    assert names == [["7"] * len(again)] * 2, "a number of another file"


def test_hit_at_1_is_counted_by_hand():
    test = pairs([1, 0, 0, 1, 1, 0, 0, 1]).assign(group=list("aaabbbcd"))
    rows = SimpleNamespace(parts={"test": test}, labels=Labels("binary", "label", 0, 1))
    found = hits(np.array([0.9, 0.1, 0.2, 0.3, 0.4, 0.4, 0.9, 0.9]), rows)
    # a: its positive is first; b: a tie is no hit; c and d have nothing to tell apart
    assert (found["groups"], found["value"]) == (2, 0.5)
    assert found["chance"] == pytest.approx((1 / 3 + 2 / 3) / 2)
    assert 0 <= found["low"] <= 0.5 <= found["high"] <= 1
    rows.parts["test"] = test.drop(columns="group")
    assert hits(np.zeros(8), rows) is None


def test_the_mean_of_several_annotators(refused, tmp_path, encoder):
    one = pairs([0, 1] * 20)
    swapped = one.rename(columns={"sentence1": "sentence2", "sentence2": "sentence1"})
    swapped["sentence2"] = swapped["sentence2"].str.upper()
    rows = pd.concat([one, swapped.assign(label=1), one.assign(label=1)], ignore_index=True)
    rows.attrs = {"lines": list(range(2, 122))}
    mean = averaged(rows)
    assert (len(mean), mean.columns[-1], label_kind(mean).kind) == (40, "score", "binary")
    assert mean["score"].tolist() == pytest.approx([2 / 3, 1.0] * 20)
    assert mean.attrs["lines"] == list(range(2, 42))
    rows.to_csv(tmp_path / "three.csv", index=False)
    asked = ask(tmp_path / "three.csv", tmp_path / "out", encoder=encoder, repeats="mean")
    assert (asked.cuts["repeated"], asked.cuts["averaged"]) == (0, 80)
    thirds = pd.concat([one.assign(label=n) for n in (0.1, 0.2, 0.6)], ignore_index=True)
    means = averaged(pd.concat([thirds, one.assign(label=0.3)]).rename(columns={"label": "score"}))
    assert set(means["score"]) == {0.3}, "means that are one number are one grade"
    signs = pd.DataFrame({"sentence1": ["C++"] * 2, "sentence2": ["C#", "C++"], "label": [0, 1]})
    assert len(averaged(signs)) == 2, "signs tell pairs apart"
    assert len(asked.rows) == 40
    three = tmp_path / "three.csv"
    refused("--repeats 'median': first or mean", ask, three, tmp_path / "out", repeats="median")


def write(path, rows):
    pd.DataFrame(rows, columns=["sentence1", "sentence2", "label"]).to_csv(path, index=False)
    return path


def test_minus_one_is_asked_for_with_both_mends(refused, tmp_path):
    few = [("My card was declined", f"Card {i}", i % 3 - 1) for i in range(60)]
    path = write(tmp_path / "minus.csv", few)
    for check in (check_file, lambda file: label_kind(pd.read_csv(file))):
        message = refused("what does -1 mean in these 20 rows", check, path)
    assert "--columns label=score" in message
    assert "drop the rows" in message
    rows = check_file(path, columns="label=score")
    assert sorted(rows["score"].unique()) == [-1, 0, 1]
    assert label_kind(rows).kind == "graded"
    two = write(tmp_path / "two.csv", [row for row in few if row[2] != 0])
    assert label_kind(check_file(two)).kind == "binary"


@pytest.mark.parametrize(
    ("labels", "order", "positive"),
    [
        ((0, 1, 2), None, "label 2"),
        (("contradiction", "neutral", "entailment"), None, "label 2 (entailment)"),
        ((0, 1, 2), "contradiction,neutral,entailment", "label 2 (entailment)"),
    ],
)
def test_entailment_is_said_of_nli_only(tmp_path, encoder, labels, order, positive):
    path = write(tmp_path / "three.csv", [(f"a {i}", f"b {i}", labels[i % 3]) for i in range(60)])
    found = label_kind(check_file(path, label_order=order))
    assert (found.kind, found.positive) == ("classes", positive)
    own = write(tmp_path / "own.csv", [(f"c {i}", f"d {i}", labels[i % 3]) for i in range(30)])
    asked = ask(path, tmp_path / "out", encoder=encoder, label_order=order, test=own)
    assert asked.data()["positive"] == positive, "also with a file of one's own to test"


def test_an_untrained_encoder_was_trained_on_nothing(tmp_path):
    facts = {"files": {"train": "abc"}, "trained_on": "the training part"}
    assert "trained on rows of it" in why_no_test("", facts | {"loss": "cosent"}, pairs([1]), "abc")
    assert why_no_test("", facts | {"loss": "untrained"}, pairs([1]), "abc") == ""


def test_a_wrong_label_is_first_and_what_to_label_next_is_new_and_near(tmp_path, encoder):
    rows = load("demo", "train").head(60)[["sentence1", "sentence2", "score"]]
    rows.iloc[:50].to_csv(tmp_path / "mine.csv", index=False)
    new = pd.concat([rows.iloc[45:], rows.iloc[55:].rename(columns=str)])  # five known, five twice
    new.drop(columns="score").to_csv(tmp_path / "new.csv", index=False)
    options = {"losses": ["cosine_mse"], "seeds": 1, "epochs": 1, "progress": False}
    options |= {"encoder": encoder, "unlabelled": tmp_path / "new.csv"}
    for odd, words in (
        (rows.head(50), "each of its pairs has a label in your own file"),
        (new.assign(cosine=1), "a column 'cosine' already; rename it"),
        (rows.rename(columns={"sentence1": "sentence", "sentence2": "b"}), "holds no pairs"),
    ):
        odd.to_csv(odd_file := tmp_path / "odd.csv", index=False)
        with pytest.raises(UserError, match=words):
            compare(tmp_path / "mine.csv", tmp_path / "no", **options | {"unlabelled": odd_file})
    found = compare(tmp_path / "mine.csv", tmp_path / "out", **options)
    listed = pd.read_csv(tmp_path / "out" / "suspicious.csv")
    assert found["suspicious"] == "all rows"
    assert sorted(listed["row"]) == list(range(1, 51))
    assert (listed["line"] == listed["row"] + 1).all()
    assert listed["disagreement"].abs().is_monotonic_decreasing
    ranks = (listed["cosine"].rank() - listed["score"].rank()) / len(listed)
    if found["chosen"]["name"] == "untrained":
        assert listed["disagreement"].to_numpy() == pytest.approx(ranks.to_numpy(), abs=0.02)
    following = pd.read_csv(tmp_path / "out" / "label_next.csv")
    known = set(rows["sentence1"].iloc[:50].map(folded))
    assert len(following) == 10
    assert not set(following["sentence1"].map(folded)) & known
    facts = json.loads((tmp_path / "out" / "model" / "stsutils.json").read_text())
    assert (following["cosine"] - facts["decision"]["threshold"]).abs().is_monotonic_increasing
    # labels that were filled in stay, and so does a model that was saved there
    said = []
    tables = [tmp_path / "out" / f"{name}.csv" for name in ("label_next", "suspicious")]
    for table in tables:
        table.write_text("mine")
    compare(tmp_path / "mine.csv", tmp_path / "out", say=said.append, **options)
    assert [table.read_text() for table in tables] == ["mine", "mine"]
    assert sum("--replace writes it anew" in line for line in said) == 2
    save(load_encoder("mini"), tmp_path / "out" / "model")
    with pytest.raises(UserError, match="model was changed since it was written"):
        compare(tmp_path / "mine.csv", tmp_path / "out", **options)
    compare(tmp_path / "mine.csv", tmp_path / "out", replace=True, **options)
    assert load_encoder(str(tmp_path / "out" / "model")).dimension == 16
    assert "mine" not in [table.read_text() for table in tables]


def test_seconds_are_those_that_the_process_had(tiny, monkeypatch):
    """On a machine with nine other processes the clock runs ten times as fast as the work."""
    clock, process = time.perf_counter, time.process_time
    busy = SimpleNamespace(perf_counter=lambda: 10 * clock(), process_time=process)
    monkeypatch.setattr(trainings, "time", busy)
    rows, began = load("demo", "train").head(40), process()
    cost = trainings.measure(tiny(), rows)
    assert cost.cores == 1
    assert 0 < 8 * cost.step < process() - began
    assert cost.share < 0.2
