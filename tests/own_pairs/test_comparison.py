"""A comparison on forty generated pairs and a tiny encoder: what is promised of it, in one run."""

import json
import shutil
from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pandas as pd
import pytest
import yaml

from stsutils.data import load, overlap
from stsutils.data.label_kinds import label_kind
from stsutils.encoders import load_encoder
from stsutils.errors import Diverged, UserError
from stsutils.evaluation import similarity
from stsutils.ledger import Ledger, Result
from stsutils.losses import make_loss
from stsutils.own_pairs import compare, numbers, page, planned, trainings
from stsutils.own_pairs.cut import cut, facts, groups_of
from stsutils.own_pairs.fitting import chosen_losses, fitting, prepared
from stsutils.own_pairs.news import of_file
from stsutils.own_pairs.plan import Cost
from stsutils.own_pairs.words import as_text, title
from stsutils.training import fit

OPTIONS = {"losses": ["cosent", "info_nce"], "seeds": 2, "epochs": 4, "budget": 30.0}
OPTIONS |= {"progress": False}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """Forty graded pairs."""
    path = tmp_path_factory.mktemp("rows") / "mine.csv"
    load("demo", "train").head(40)[["sentence1", "sentence2", "score"]].to_csv(path, index=False)
    return path


@pytest.fixture(scope="module")
def done(file, encoder, tmp_path_factory):
    """A finished comparison: (results, folder, news)."""
    out, news = tmp_path_factory.mktemp("compare") / "out", []
    return compare(file, out, encoder=encoder, say=news.append, **OPTIONS), out, news


def test_the_numbers_are_on_disk_and_whole(done):
    results, out, news = done
    written = json.loads((out / "results.json").read_text(encoding="utf-8"))
    assert written["candidates"] == results["candidates"]
    assert [c["name"] for c in results["candidates"]] == ["untrained", "cosent", "info_nce"]
    assert [len(c["test"]) for c in results["candidates"]] == [1, 2, 2]
    others = {d["b"] for d in results["differences"]}
    assert others | {results["chosen"]["name"]} == {c["name"] for c in results["candidates"]}
    for d in results["differences"]:  # the uncertainty is taken apart without a rest
        parts = d["se_pairs"] ** 2 + (d["sd_seeds"] ** 2 + d["sd_both"] ** 2) / 2
        assert parts == pytest.approx(d["se"] ** 2)
        assert d["df"] == 1
        assert d["low"] <= d["value"] <= d["high"]
    split = results["data"]["split"]
    assert split["rows"] == {"train": 24, "validation": 8, "test": 8}
    assert split["shared_sentences"] == 0
    assert "no sentence is on two sides" in news[0]
    assert any("2 losses with 24 pairs, 4 epochs, learning rates 0.0003" in line for line in news)
    assert sum("on validation" in line for line in news) == 8, "each training is told"


def test_the_printed_numbers_add_up(done):
    results = done[0]
    candidates, shown = {c["name"]: c for c in results["candidates"]}, page.piece("scores", results)
    for d in results["differences"]:
        column = "best_model" if "untrained" in (d["a"], d["b"]) else "value"
        a, b = (candidates[d[side]][column] for side in "ab")
        assert a - b == pytest.approx(d["value"])
    for line, c in zip(as_text(results).splitlines()[1:], results["candidates"], strict=False):
        best = f"{100 * c['test'][int(np.argmax(c['validation']))]:.1f}"
        assert line.split()[-4] == best
        assert f"<td>{best}</td>" in shown


def test_every_loss_had_the_same_budget(done):
    _, out, _ = done
    records = list(Ledger(out / "work" / "records").records(trainings.TRAINED))
    for name in ("cosent", "info_nce"):
        mine = [r for r in records if r.run.settings["loss"]["name"] == name]
        assert len(mine) == 4, "three rates on the first seed, the best one on the second"
        assert len({r.run.settings["lr"] for r in mine}) == 3
        assert {len(r.curve) for r in mine} == {4}
        first = {r.run.settings["lr"]: r.metrics["validation"] for r in mine if r.run.seed == 0}
        (second,) = (r.run.settings["lr"] for r in mine if r.run.seed == 1)
        assert first[second] == max(first.values())
    assert not Ledger(out / "work" / "records").verify().problems


def test_the_kept_models_give_the_recorded_cosines(done, file):
    results, out, _ = done
    rows = pd.read_csv(file)
    parts, _ = cut(rows, label_kind(rows), "rows")
    kept = {name: out / "work" / name for name in ("cosent", "info_nce")}
    for name, folder in (kept | {results["chosen"]["name"]: out / "model"}).items():
        cosines = similarity(load_encoder(str(folder)), parts["test"])
        assert cosines.tolist() == pytest.approx(results["test"]["cosines"][name], abs=1e-4)
    best = max(results["candidates"], key=lambda c: c["validation_mean"])
    assert results["best"] == best["name"], "chosen by validation"


@pytest.fixture
def decided(done, tmp_path, monkeypatch):
    """A copy of the comparison where no training is the worst, and a test that decides so."""
    out = shutil.copytree(done[1], tmp_path / "out")
    ledger = Ledger(out / "work" / "records")
    (raw,) = ledger.records(trainings.RAW)
    low = raw.metrics | {"validation": -1.0}
    ledger.write(raw.run, Result(low, raw.draws, predictions=raw.predictions))
    decide_together = numbers.decide_together
    monkeypatch.setattr(numbers.claims, "at_floor", lambda lows, floor: False)

    def decide(outcome):
        def together(tests):
            return [replace(one, outcome=outcome) for one in decide_together(tests)]

        monkeypatch.setattr(numbers, "decide_together", together)
        return out

    return decide


@pytest.mark.parametrize("outcome", ["holds", "open"])
def test_only_what_is_shown_better_than_no_training_is_saved(decided, file, encoder, outcome):
    out = decided(outcome)
    results = compare(file, out, encoder=encoder, **OPTIONS)
    best, headline = results["best"], results["recommendation"]["headline"]
    saved = load_encoder(str(out / "model")).sha()
    assert best != "untrained"
    if outcome == "holds":
        assert results["chosen"]["name"] == best
        assert headline.startswith("Take ")
        assert saved == load_encoder(str(out / "work" / best)).sha()
    else:
        assert results["chosen"] == {"name": "untrained", "seed": 0, "lr": None}
        assert "no loss is shown to be better with 8 test pairs" in headline
        assert saved == load_encoder(encoder).sha()


def test_the_model_has_a_card_and_facts(done):
    results, out, _ = done
    text = (out / "model" / "README.md").read_text(encoding="utf-8")
    (found,) = yaml.safe_load(text.split("---\n")[1])["model-index"][0]["results"]
    best = next(c for c in results["candidates"] if c["name"] == results["chosen"]["name"])
    assert found["metrics"][0] == {"type": "spearman_cosine", "value": round(best["value"], 4)}
    assert results["recommendation"]["headline"] in text.replace("\\", "")
    facts = json.loads((out / "model" / "stsutils.json").read_text(encoding="utf-8"))
    assert facts["decision"]["threshold"] == best["decision"]["threshold"]
    assert facts["spearman"] == best["test"][results["chosen"]["seed"]]
    assert facts["files"] == {"train": results["data"]["sha"]}
    assert results["scored"] == {"model": load_encoder(str(out / "model")).sha(), "folder": "model"}


def test_trained_once_more_on_all_rows(decided, file, encoder, monkeypatch):
    out, watched = decided("holds"), Mock(wraps=trainings.fit)
    monkeypatch.setattr(trainings, "fit", watched)
    compare(file, out, encoder=encoder, **OPTIONS)
    before = load_encoder(str(out / "model")).sha()
    compare(file, out, encoder=encoder, all_rows=True, **OPTIONS)
    every = pd.read_csv(file)
    positives = int((every["score"] > 2.5).sum())
    seen = [len(call.args[1]) for call in watched.call_args_list]
    assert max(seen) in (len(every), positives), "also the rows that a budget left out"
    assert seen[0] + seen[1] in (len(every), positives), "before, each half for the other"
    assert len(seen) == 3
    assert load_encoder(str(out / "model")).sha() != before
    card = (out / "model" / "README.md").read_text(encoding="utf-8")
    assert "trained once more **on all rows**" in card
    assert "model-index" not in card, "the score is not this model's"
    assert len(pd.read_csv(out / "suspicious.csv")) == len(every)
    compare(file, out, encoder=encoder, all_rows=True, **OPTIONS)
    assert watched.call_count == 3, "each is trained once"


def test_stopped_and_gone_on_with_is_the_same(done, file, encoder, tmp_path, monkeypatch):
    results, _, _ = done
    out, calls, fit = tmp_path / "out", [0], trainings.fit

    def stop_at_the_third(*args, **kwargs):
        calls[0] += kwargs.get("evaluate") is not None
        if calls[0] == 3:
            raise KeyboardInterrupt
        return fit(*args, **kwargs)

    monkeypatch.setattr(trainings, "fit", stop_at_the_third)
    with pytest.raises(KeyboardInterrupt, match="2 trainings kept in"):
        compare(file, out, encoder=encoder, **OPTIONS)
    assert not list(out.glob("results*"))
    calls[0], news = 10, []
    again = compare(file, out, encoder=encoder, say=news.append, **OPTIONS)
    assert "2 trainings kept from before" in news
    assert calls[0] == 16, "six were left"
    assert again["candidates"] == results["candidates"]
    assert again["test"] == results["test"]
    assert not [*out.rglob("*.safetensors.*"), *out.glob("work/*.safetensors")], "no litter"


def test_the_command_line_goes_on_and_prints(said, done, file, encoder, monkeypatch):
    results, out, _ = done
    monkeypatch.setattr(trainings, "fit", None)  # nothing is trained a second time
    words = ["compare", file, "--losses", "CoSENT, info nce", "--encoder", encoder]
    text = said(*words, "--seeds", 2, "--epochs", 4, "--budget", 30, "--out", out)
    assert "8 trainings kept from before" in text
    assert "suspicious.csv, all rows" in text
    assert "ceiling of the ties" in text
    assert "calls a pair positive (score above" in text
    assert "Keep the untrained encoder" in text
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "mine.csv" in page
    written = json.loads((out / "results.json").read_text(encoding="utf-8"))
    assert written["recommendation"]["headline"] in text
    assert written["candidates"] == results["candidates"]
    (out / "report.html").write_text("my notes")
    again = said(*words, "--seeds", 2, "--epochs", 4, "--budget", 30, "--out", out)
    assert "report.html was changed since it was written, so it stays" in again
    assert (out / "report.html").read_text() == "my notes"
    (out / "report.html").write_text(page, encoding="utf-8")


@pytest.mark.parametrize("recipe", [trainings.RAW, trainings.TRAINED])
def test_a_damaged_record_is_one_line_and_deleting_it_helps(
    refused, done, file, encoder, tmp_path, recipe
):
    results, out = done[0], shutil.copytree(done[1], tmp_path / "out")
    ledger = Ledger(out / "work" / "records")
    path = max((one.run.seed, ledger.path(one.run)) for one in ledger.records(recipe))[1]
    for text in (b"", b"\xff", path.read_bytes()[:-20], b"[" * 100_000):
        path.write_bytes(text)
        refused(f"{path.name}: .*Delete", compare, file, out, encoder=encoder, **OPTIONS)
    path.unlink()
    again = compare(file, out, encoder=encoder, **OPTIONS)
    assert again["candidates"] == results["candidates"]
    assert again["test"] == results["test"]


def test_another_question_needs_another_folder(refused, done, file, encoder, tmp_path):
    other = {"losses": ["cosent"], "seeds": 3, "budget": 30.0, "encoder": encoder}
    refused("a comparison with other losses, seeds, epochs", compare, file, done[1], **other)
    (tmp_path / "diary.txt").write_text("mine")
    refused("not empty and holds no comparison", compare, file, tmp_path, **other)


def test_where_nothing_is_learned_no_training_is_chosen(file, encoder, tmp_path, monkeypatch):
    def learns_nothing(model, rows, loss, **kwargs):
        model.train()
        for _ in range(9):
            model(model.tokenize(["a cat", "a dog"]))
        model.eval()
        return pd.DataFrame({"step": [1], "loss": [1.0], "validation": [0.0]})

    monkeypatch.setattr(trainings, "fit", learns_nothing)
    results = compare(file, tmp_path / "out", encoder=encoder, all_rows=True, **OPTIONS)
    assert results["chosen"] == {"name": "untrained", "seed": 0, "lr": None}
    assert results["all_rows"] is False
    assert "Nothing was trained on all rows" in results["recommendation"]["warnings"][-1]
    assert [d["value"] for d in results["differences"]] == [0.0, 0.0]
    assert load_encoder(str(tmp_path / "out" / "model")).sha() == load_encoder(encoder).sha()


def pairs(labels):
    first, second = ([f"{side} {i}" for i in range(len(labels))] for side in "ab")
    return pd.DataFrame({"sentence1": first, "sentence2": second, "label": labels})


def test_lopsided_and_doubled_files_are_refused(refused):
    doubled = [pairs([0, 1] * 20), *[pairs([0, 1]).tail(1)] * 2000]
    for rows, words in (
        (pairs([0] * 39 + [1]), "1 of 40 pairs are above"),
        (pd.concat(doubled, ignore_index=True), "too few different pairs"),
        (pd.concat([pairs([0] * 60), pairs([1] * 60)]), "0 of 60 pairs .*--repeats mean"),
    ):
        refused(words, cut, rows, label_kind(rows), "f.csv")
    one = pairs([0, 1] * 20).assign(q=1)
    far = {"test": pairs([0, 100] * 20).replace("^", "new ", regex=True)}
    refused("more of them, or bring your", cut, one, label_kind(far["test"]), "f.csv", far)
    refused("too few different groups", cut, one, label_kind(one), "f.csv", None, "q")


def test_own_validation_pairs_that_test_do_not_choose():
    rows = pairs([0, 1] * 40)
    own = pairs([0, 1] * 20).replace({"sentence1": r"^a"}, "x", regex=True)
    labels = label_kind(rows)
    parts, said = cut(rows, labels, "f.csv", {"validation": own, "test": own.head(20)})
    assert (len(parts["validation"]), len(parts["test"])) == (20, 20)
    assert said["leaked"] == 20
    assert overlap(parts["validation"], parts["test"]) == overlap(parts["train"], own) == 0
    assert said["apart"] == "pairs", "the second sentences are those of the training rows"
    with pytest.raises(UserError, match="every pair of your own validation file stands in"):
        cut(rows, labels, "f.csv", {"validation": own, "test": own})


def test_large_files_are_capped_and_say_so():
    rows = pairs([0, 1] * 3000)
    parts, said = cut(rows, label_kind(rows), "f.csv")
    assert said["rows"] == {"train": 3600, "validation": 1000, "test": 1200}
    assert said["left_out"] == 200
    assert said["repeated"] == 0
    for part in parts.values():
        assert rows.iloc[part["row"]]["sentence1"].tolist() == part["sentence1"].tolist()


def test_a_pair_in_several_rows_chooses_and_tests_once(refused):
    rows = pairs([0, 1] * 30)
    again = rows.rename(columns={"sentence1": "sentence2", "sentence2": "sentence1"})
    again = again.assign(sentence2=again["sentence2"].str.upper(), label=1 - again["label"])
    rows = pd.concat([rows, again], ignore_index=True)
    parts, said = cut(rows, label_kind(rows), "f.csv")
    assert said["rows"] == {"train": 72, "validation": 12, "test": 12}
    assert said["repeated"] == 24
    assert said["left_out"] == 0
    for name in ("validation", "test"):
        assert parts[name]["row"].max() < 60, "the first row of its pair"
        assert rows.iloc[parts[name]["row"]]["label"].tolist() == parts[name]["label"].tolist()
    rows = pd.concat([pairs([0, 1] * 5)] * 10, ignore_index=True)
    refused(r"100 rows, different pairs: 10; .* 30 of them", cut, rows, label_kind(rows), "f.csv")
    few = (pairs([0, 1] * 30), label_kind(rows), "f.csv", {"test": pairs([0, 1])})
    refused("your own test file, different pairs: 2; 6 are needed", cut, *few)


def test_linked_test_pairs_are_drawn_together():
    other = [f"other {i}" for i in range(60)]
    for name, first, linked, drawn in (
        ("alone", [f"one {i}" for i in range(60)], 0, "groups"),
        ("three each", [f"query {i // 3}" for i in range(60)], 60, "groups"),
        ("one query", ["query"] * 60, 60, "pairs"),
    ):
        test = pd.DataFrame({"sentence1": first, "sentence2": other, "score": range(60)})
        said = facts({"train": test, "validation": test, "test": test}, label_kind(test, name))
        assert (said["linked"], said["drawn"]) == (linked, drawn), name
    assert groups_of(test) == (None, 60)
    three = test.assign(sentence1=[f"query {i // 3}" for i in range(60)])
    assert groups_of(three)[0].tolist() == [i // 3 for i in range(60)]


def test_a_budget_cuts_the_test_pairs_too(file, encoder, tmp_path, monkeypatch):
    def choose(wish, cost, losses, minutes, longest):
        return replace(wish, epochs=1, rates=wish.rates[:1], rows=12, validation=6, test=5), []

    monkeypatch.setattr(planned, "choose", choose)
    results = compare(file, tmp_path / "out", encoder=encoder, **OPTIONS)
    assert len(results["test"]["labels"]) == 5
    assert {len(c) for c in results["test"]["cosines"].values()} == {5}
    split = results["data"]["split"]
    assert split["rows"] == {"train": 12, "validation": 6, "test": 5}
    assert split["left_out"] == 17
    headline = results["recommendation"]["headline"]
    assert headline.startswith("Not decided in 30 minutes: 50 % of your training pairs were used.")
    enough = json.loads((tmp_path / "out" / "plan.json").read_text())["enough"]["rows"]
    assert headline.endswith(f"--out {tmp_path / 'out'}-{enough} uses all.")
    assert results["recommendation"]["reasons"][0].startswith("So far: ")


@pytest.mark.parametrize(
    ("slip", "words"),
    [(50, "Is it a slip? It moves the middle of the scale to 25"), (-99, ""), (9, None)],
)
def test_a_single_label_far_from_all_others_is_told(refused, slip, words):
    rows = pairs([0, 1, 2, 3, 4, 5] * 10)
    rows.loc[7, "label"] = slip
    rows.attrs = {"source": "mine.csv", "lines": list(range(2, 62))}
    lines = of_file(label_kind(rows), CUT, rows)[1:]
    if words is None:
        assert lines == []
    else:
        (line,) = lines
        assert f"row 8 (line 9): the label {slip} is far from all others, 0 to 5" in line
        assert words in line
        rows.attrs = {}
        assert of_file(label_kind(rows), CUT, rows)[1].startswith("one row: ")
        rows = rows.rename(columns={"label": "score"}).replace({"score": {3: slip}})
        assert of_file(label_kind(rows), CUT, rows)[1].startswith("one row and 10 more: ")
    rows = pairs([0, 1, 2, 3, 4, 5] * 10)
    rows.loc[7, "label"] = 5000
    words = r"1 of 60 pairs are above 2500, too few .*5000 is far from .*a slip\?"
    refused(words, cut, rows, label_kind(rows), "f")


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ([0.0, 0.2, 0.5, 0.9, 1.0, -1.0], "-1"),
        ([0, 1, 2, 3, 4, 9], "9"),
        ([0.0, 0.2, 0.4, 0.6, 5.0, 4.4], ""),
        ([-1.0, -0.5, 0.0, 0.5, 1.0, 0.7], ""),
    ],
)
def test_a_label_that_may_stand_for_none_is_told_in_several_rows(scores, told):
    rows = pairs(scores * 10).rename(columns={"label": "score"})
    lines = of_file(label_kind(rows), CUT, rows)[1:]
    assert [f"the score {told} is far" in line for line in lines] == [True] * bool(told)


CUT = {"rows": {"train": 36, "validation": 12, "test": 12}, "apart": "sentences"}
CUT |= {"positives": {"train": 18}}


def test_repeats_equal_sentences_and_pairs_on_two_sides_are_told():
    rows = pairs([0, 1] * 30)
    labels = label_kind(rows)
    assert len(of_file(labels, CUT, rows)) == 1
    again = pd.concat([rows, rows.assign(label=1 - rows["label"])], ignore_index=True)
    (_, line) = of_file(labels, CUT, again)
    assert "repeat an earlier pair: 60, 60 of them with another label" in line
    again.attrs["dropped"] = 7
    left, line = of_file(labels, CUT | {"leaked": 50}, again)[1:]
    assert left == "left out: 7 rows that lack a sentence or a label"
    assert "of these 50 are left out: their pair stands in another" in line
    (_, line) = of_file(labels, CUT, rows.assign(sentence2=rows["sentence1"]))
    assert "the same in 60 of 60 rows" in line
    for shared, words in ((3, "3 test pairs"), (0, "no test pairs")):
        (line,) = of_file(labels, CUT | {"apart": "pairs", "shared_sentences": shared}, rows)
        assert f"no pair is on two sides; {words} have a sentence that is trained on" in line


@pytest.mark.parametrize(
    ("labels", "third", "middle"),
    [([0, 1] * 3, "contrastive", "0.5"), ([0, 1, 2], "softmax", "1"), ([1, 3, 5, 2], "angle", "3")],
)
def test_losses_by_the_kind_of_labels(refused, labels, third, middle):
    found = label_kind(pairs(labels))
    assert list(chosen_losses(found, None)) == ["cosent", "cosine_mse", third]
    every = fitting(found)
    wanted = {"cosine_mse": "unit_range", "contrastive": f"binary>{middle}", "cosent": "raw"}
    assert {name: every[name]["labels"] for name in wanted} == wanted
    assert "triplet" not in every
    assert chosen_losses(found, ["all"]) == every
    positive = sum(label > float(middle) for label in labels)
    assert len(prepared(pairs(labels), "positives", found)) == positive
    refused("'triplet' needs other data", chosen_losses, found, ["triplet"])
    refused("'cosnet' is no loss", chosen_losses, found, ["cosnet"])


def test_a_loss_may_have_settings_of_its_own(refused):
    labels = label_kind(pairs([0, 1] * 3))
    asked = ["contrastive", "Contrastive: threshold=.9", "info_nce:temperature=0.1"]
    specs = chosen_losses(labels, asked)
    assert list(specs) == ["contrastive", "contrastive threshold=0.9", "info_nce temperature=0.1"]
    assert specs["contrastive threshold=0.9"]["loss"]["threshold"] == 0.9
    assert specs["contrastive"] == fitting(labels)["contrastive"], "the plain one keeps its own"
    assert title("contrastive threshold=0.9") == "contrastive (threshold=0.9)"
    assert len(chosen_losses(labels, ["cosent:scale=20", "cosent:scale=20.00001"])) == 2
    words = "--losses contrastive:'threshold': write a name and a number"
    refused(words, chosen_losses, labels, ["contrastive:threshold"])


def test_every_fitting_loss_takes_its_rows(tiny):
    for labels in ([0, 1] * 8, [0, 1, 2, 1] * 4, [1, 3, 5, 2] * 4):
        rows = pairs(labels)
        found = label_kind(rows)
        for name, spec in fitting(found).items():
            loss, mine = make_loss(spec["loss"], 16), prepared(rows, spec["labels"], found)
            assert fit(tiny(), mine, loss, lr=1e-4, progress=False)["loss"].notna().all(), name


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ({"budget": float("inf")}, r"budget \(inf\) must be some minutes"),
        ({"budget": -1.0}, r"budget \(-1\)"),
        ({"seeds": 0}, r"seeds \(0\) must be 1 to 64"),
        ({"epochs": 10**9}, r"epochs \(1000000000\) must be 1 to 1000"),
        ({"device": "abacus"}, "device 'abacus' can't be used here"),
    ],
)
def test_an_option_that_is_wrong_is_one_sentence(refused, file, encoder, tmp_path, option, words):
    refused(words, compare, file, tmp_path / "out", **{"encoder": encoder} | option)
    assert not (tmp_path / "out").exists()


def test_turned_labels_are_told_before_anything_is_trained(tmp_path, monkeypatch):
    rows = load("demo", "train").head(160)[["sentence1", "sentence2", "score"]]
    rows.assign(score=5 - rows["score"]).to_csv(tmp_path / "turned.csv", index=False)
    monkeypatch.setattr(planned, "measure", lambda *args: Cost(1e-3, 1e-4))
    monkeypatch.setattr(trainings, "fit", Mock(side_effect=KeyboardInterrupt))
    news = []
    with pytest.raises(KeyboardInterrupt, match="0 trainings kept in"):
        compare(tmp_path / "turned.csv", tmp_path / "out", progress=False, say=news.append)
    assert "ranks your pairs the wrong way round" in news[-1]


def test_an_encoder_without_numbers_is_refused(file, encoder, tmp_path, monkeypatch):
    monkeypatch.setattr(planned, "measure", lambda *args: Cost(1e-3, 1e-4))
    nothing = lambda model, rows: np.full((2, len(rows), 3), np.nan)  # noqa: E731
    monkeypatch.setattr(trainings, "similarity", lambda model, rows: nothing(model, rows)[0, :, 0])
    monkeypatch.setattr(trainings, "pair_vectors", nothing)
    with pytest.raises(UserError, match="vectors are no numbers: take another encoder"):
        compare(file, tmp_path / "out", encoder=encoder, **OPTIONS)


def test_a_training_that_diverges_takes_no_part(file, encoder, tmp_path, monkeypatch):
    fit = trainings.fit

    def diverge(model, rows, loss, **kwargs):
        if "info_nce" in repr(loss):
            raise Diverged("the loss is nan")
        return fit(model, rows, loss, **kwargs)

    monkeypatch.setattr(trainings, "fit", diverge)
    results = compare(file, tmp_path / "out", encoder=encoder, **OPTIONS)
    assert [c["name"] for c in results["candidates"]] == ["untrained", "cosent"]
    assert results["diverged"] == ["info_nce"]
    assert "InfoNCE diverged" in " ".join(results["recommendation"]["warnings"])
