"""The regression framework's tables: equal budgets, shared runs, nothing that leaks unsaid."""

import pytest

from stsutils.data import RowsName
from stsutils.experiments import TIERS, Derived, Tuned, load, names, parts_of
from stsutils.experiments.regression import (
    features,
    losses,
    memory,
    schedule,
    sweep,
    two_stages,
)
from stsutils.experiments.regression.nli import (
    AVERAGE,
    CE,
    K2,
    LOSSES,
    MSE,
    SEVEN,
    UNTRAINED,
    WHOLE,
)
from stsutils.ledger import canonical
from stsutils.recipes import CHECKS
from stsutils.report import published

NAMES = [name for name in names() if name.startswith("regression-")]
TRAINED = [name for name in NAMES if name not in ("regression-memory", "regression-filter")]


def tuned(name, tier):
    """(cell's name, part) of every training."""
    return [
        (cell, part)
        for cell, whole in load(name).at(tier).items()
        for part in parts_of(whole)
        if isinstance(part, Tuned)
    ]


@pytest.mark.parametrize("name", TRAINED)
@pytest.mark.parametrize("tier", TIERS)
def test_every_table_has_a_row_no_training(name, tier):
    cells = load(name).at(tier)
    if not cells:
        return
    prefixes = {"RoBERTa-base | " * row.startswith("RoBERTa") for row, _ in cells}
    for prefix in prefixes:
        assert any(row == prefix + UNTRAINED for row, _ in cells), prefix


@pytest.mark.parametrize("name", TRAINED)
def test_trainings_that_choose_a_rate_see_no_test_rows(name):
    for cell, part in tuned(name, "lab"):
        assert part.seeds == (0,), cell
        assert len(part.judges) == len(part.candidates) > 1, cell
        assert all(judge["test"] == [] for judge in part.judges), cell
        rates = [s["lr"] for s in part.candidates]
        assert [s["lr"] for s in part.judges] == rates, cell


def test_losses_differ_in_the_loss_alone():
    cells = load("regression-losses").at("lab")
    rest = set()
    for name in LOSSES:
        for one in cells[name, "STS-B"].candidates:
            rest.add(canonical({k: v for k, v in one.items() if k != "loss"}))
    assert len(rest) == 12, "four rates and three of the head, and nothing else"
    losses = {name: cells[name, "STS-B"].candidates[0]["loss"] for name in LOSSES}
    assert losses[CE] == {"name": "softmax", "classes": 3}
    assert losses[MSE] == {"name": "smooth_k2", "slope": 1.0, "tolerance": 0.0}
    assert losses[K2] == {"name": "smooth_k2", "slope": 2.0, "tolerance": 0.25}


def test_table_2_at_the_paper_tier():
    cells = load("regression-losses").at("paper")
    for row, slope, rate, clip in (
        (K2, 2.0, 5e-5, 10.0),
        (f"RoBERTa-base | {K2}", 3.0, 2e-5, 2.0),
        ("Translated ReLU", 2.5, 2e-5, 10.0),
        ("RoBERTa-base | Translated ReLU", 1.0, 2e-5, 10.0),
    ):
        (own,) = cells[row, "STS-B"].candidates
        assert (own["loss"]["slope"], own["lr"], own["clip"]) == (slope, rate, clip), row
        assert own["loss"]["tolerance"] == 0.25
        assert (own["batch_size"], own["epochs"], own["warmup"]) == (16, 1, 0.2)


def test_table_1_has_the_budget_of_table_3_of_cosent():
    """Its cross-entropy is that table's softmax, trained alike; the head is read as well."""
    ours = load("regression-losses").at("lab")
    theirs = load("nli-to-sts").at("lab")
    assert ours[UNTRAINED, "STS12"] == theirs["no training | mean", "STS12"]
    read = {"by_head", "classes", "test", "labels"}  # labels as they are, named or not
    for one, other in zip(
        ours[CE, "STS-B"].candidates, theirs["softmax | mean", "STS-B"].candidates, strict=True
    ):
        assert {k: v for k, v in one.items() if k not in read} == {
            k: v for k, v in other.items() if k not in read
        }
    for boundary in losses.BOUNDARIES:
        assert ours[losses.bounded(boundary), "STS-B"].judges == ours[K2, "STS-B"].judges


def test_the_leak_is_read_off_the_two_stages():
    leak = [p for (r, _), p in tuned("regression-leak", "lab") if r == "filtered"]
    plain = load("regression-two-stages").at("lab")[two_stages.OURS, "STS-B"]
    without = {canonical({k: v for k, v in s.items() if k != "apart"}) for s in leak[0].candidates}
    assert without == {canonical(s) for s in plain.candidates}
    assert leak[0].judges == plain.judges


def test_where_nli_teaches_nothing_six_categories_do():
    plain = load("regression-categories").at("lab")[K2, "no noise"].candidates
    heads = load("regression-features").at("lab")
    assert heads["u, v, |u − v|", features.SIX].candidates == plain
    assert heads["u, v", features.SIX].candidates[0]["loss"]["features"] == "u,v"
    assert heads["u, v", features.SIX].judges == heads["u, v, |u − v|", features.SIX].judges
    assert load("regression-sweep").at("lab")[sweep.PLAIN, sweep.COLUMN].candidates == plain
    described = load("regression-schedule").at("lab")[schedule.DESCRIBED, schedule.SIX].candidates
    assert described == tuple(one | {"warmup": 0.2} for one in plain)


def test_the_rate_of_a_head_is_its_only_change():
    cells = load("regression-head-rate").at("lab")
    own, slow = (cells[row, features.ACCURACY] for row in (features.OWN, features.SLOW))
    for one, other in zip(own.judges, slow.judges, strict=True):
        assert one | {"loss_lr": None} == other


def test_averages_with_and_without_sick():
    cells = load("regression-two-stages").at("lab")
    for column, size in ((two_stages.AVERAGE, 7), (two_stages.WITHOUT_SICK, 6)):
        cell = cells[two_stages.OURS, column]
        assert isinstance(cell, Derived)
        assert len(cell.parts) == size
    assert "sick" not in str([p.metric for p in cells[two_stages.OURS, column].parts])
    assert len(SEVEN) == len(WHOLE) + 2


def test_the_ways_to_tune_a_contrastive_encoder():
    cells = load("regression-two-stages").at("lab")
    own = {
        row: cell.candidates[0]
        for (row, c), cell in cells.items()
        if c == "STS-B" and row != UNTRAINED
    }
    assert own[two_stages.INFO]["at_least"] == 4.0
    assert "head_first" not in own[two_stages.INFO] | own[two_stages.COSENT]
    assert own[two_stages.FLOORED] == own[two_stages.OURS] | {"labels": "floor"}
    ours = dict(own[two_stages.OURS])
    assert ours.pop("head_first")["train"] == "nli_at_hand:train"
    assert ours == own[two_stages.ONE_STAGE]
    assert {one["train"] for one in own.values()} == {"stsb_sick:train"}
    assert {one["encoder"] for one in own.values()} == {"minilm"}


def test_a_small_contrastive_encoder_is_the_start_of_every_way():
    cells = load(two_stages.MINI).at("lab")
    start = cells[two_stages.START, "STS-B"]
    assert start.settings["loss"]["name"] == "info_nce"
    assert CHECKS["siamese-1"](start.settings)["at_least"] == 2.0
    large = load("regression-two-stages").at("lab")
    for row in two_stages.WAYS:
        own = cells[row, "STS-B"].candidates[0]
        assert {**own["before"], **{k: own[k] for k in ("encoder", "pooling", "test")}} == (
            start.settings
        )
        assert own["loss"] == large[row, "STS-B"].candidates[0]["loss"]
        assert own["epochs"] == 2 * large[row, "STS-B"].candidates[0]["epochs"]
        assert CHECKS["siamese-1"](own)["before"]["lr"] == two_stages.BEFORE["lr"]
    assert not load(two_stages.MINI).at("demo")


def test_the_leak_is_measured_with_as_many_pairs():
    cells = load("regression-leak").at("lab")
    one = {
        row: cell.parts[0].candidates[0] for (row, c), cell in cells.items() if c == "leaked pairs"
    }
    assert [s.get("rows") for s in one.values()] == [None, 5395] * 2
    assert {RowsName.parse(s["train"]).split for s in one.values()} == {"train", "all"}
    assert len(one) == 4
    assert "head_first" not in one["CoSENT, filtered"] | one["CoSENT, not filtered, as many pairs"]
    for settings in one.values():
        assert settings["apart"]["from"] == "stsb_sick:all"
        assert all(name.startswith("sts1") for name in settings["apart"]["tests"])


def test_the_papers_batches_and_equal_ones():
    cells = load("regression-memory").at("lab")
    sizes = {
        row: (cell.settings["sentences"], cell.settings["length"])
        for (row, _), cell in cells.items()
    }
    assert sizes["SimCSE, 512 triplets"] == (1536, 100)
    assert sizes["regression framework, 64 pairs"] == (128, 256)
    assert sizes["SimCSE, 64 triplets"] == (192, 256)
    assert set(memory.THEIRS) | set(memory.EQUAL) == set(sizes)


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("regression-losses", 80),
        ("regression-features", 6),
        ("regression-sweep", 12),
        ("regression-two-stages", 24),
        ("regression-memory", 2),
    ],
)
def test_printed_numbers_stand_beside_ours(name, number):
    assert len(published(load(name))) == number


def test_a_few_printed_numbers():
    assert published(load("regression-losses"))[K2, AVERAGE] == "76.03"
    assert published(load("regression-losses"))["RoBERTa-base | L1", "STS13"] == "62.27"
    assert published(load("regression-features"))["u, v", AVERAGE] == "53.30"
    assert published(load("regression-two-stages"))[UNTRAINED, AVERAGE] == "82.00"
    assert published(load("regression-memory"))["SimCSE, 512 triplets", "Memory"] == "81.30"
