"""Tables and verdicts from records that are made up here."""

import re
from dataclasses import replace

import numpy as np
import pytest

from stsutils import experiments, report
from stsutils.claims import Claim, Contrast
from stsutils.experiments import Cell, Derived, Experiment, Published, Tuned
from stsutils.ledger import Result, Run
from stsutils.report.conditions import conditions_of
from stsutils.report.measured import Measured, compared
from stsutils.statistics import Estimate

A, B, C = ("CoSENT", "STS-B"), ("MSE", "STS-B"), ("<b>softmax</b>", "STS-B")
HARD_A, HARD_B = ("CoSENT", "PAWS"), ("MSE", "PAWS")

BASE = {"encoder": "mini-3", "pooling": "mean", "train": "t", "rows": 2000, "epochs": 1}
BASE |= {"test": ["test"]}


def cells(tier):
    if tier == "paper":
        return {}
    found = {
        cell: Cell(BASE | {"loss": cell[0], "set": cell[1]}, "test")
        for cell in (A, B, HARD_A, HARD_B)
    }
    only = BASE | {"loss": "softmax"}
    return found | {C: Tuned(({**only, "lr": 1}, {**only, "lr": 2}), "test")}


CLAIMS = (
    Claim("CoSENT beats MSE", "Table IV", [Contrast(A, B)]),
    Claim("MSE beats CoSENT", "nowhere", [Contrast(B, A)]),
    Claim("MSE is as good", "nowhere", [Contrast(A, B, 0.5, "equivalent")]),
    Claim("so it is on PAWS", "Table IV", [Contrast(HARD_A, HARD_B)]),
    Claim("softmax is worse", "Table IV", [Contrast(A, B), Contrast(B, C)]),
)
PUBLISHED = Published("cosent", "IV", {A: ("BERT-CoSENT", "STSb")})
EXPERIMENT = Experiment("fake", "Fake & <true>", cells, CLAIMS, PUBLISHED, seeds=4)


@pytest.fixture
def book(book):
    """A book with published numbers; the working directory lies in it."""
    return book(
        "cosent,IV,BERT-CoSENT,STSb,83.60,spearman x100,",
        'cosent,IV,MSE,STS-B,83.1,spearman x100,"as printed, with a comma"',
        "cosent,V,MSE,PAWS,1.00,spearman x100,",
    )


def fill(ledger, tier="lab", seeds=4, means=None, raw=True):
    means = means or {A: 0.70, B: 0.65, HARD_A: 0.08, HARD_B: 0.01}
    noise = np.random.default_rng(0).normal(0, 0.005, 200)
    for cell, mean in means.items():
        for seed in range(seeds):
            value = mean + 0.002 * (seed - (seeds - 1) / 2) * (1 if cell[0] == "MSE" else -1)
            run = Run("finetune-1", seed, EXPERIMENT.at(tier)[cell].settings)
            ledger.write(run, Result({"test": value}, {"test": value + noise}))
    if raw:
        start = {"encoder": "mini-3", "pooling": "mean", "max_length": 128, "test": ["test"]}
        ledger.write(Run("raw-1", 0, start), Result({"test": 0.2}, {"test": 0.2 + noise}))


def test_an_empty_ledger_shows_dashes_and_the_command(book):
    frame = report.table(EXPERIMENT)
    assert list(frame.columns) == ["theirs", "demo", "lab", "paper"]
    assert frame.loc[A, "theirs"] == "83.60"
    assert frame.loc[B, "theirs"] == "83.1"
    assert frame.loc[HARD_B, "theirs"] == "–"
    assert (frame[["demo", "lab"]] == "–").all().all()
    assert (frame.paper == "").all(), "this experiment has no paper tier"
    assert "--tier paper" not in report.html_grid(EXPERIMENT), "this experiment has no paper tier"


def test_numbers_have_intervals_and_seeds(book):
    fill(book)
    frame = report.table(EXPERIMENT)
    # pairs: .005 (about), t(199) = 1.972; seeds: .002·1.291/2, t(3) = 3.182
    mean, width, seeds = re.fullmatch(r"(\S+) ± (\S+) (.*)", frame.loc[A, "lab"]).groups()
    assert (mean, seeds) == ("70.00", "(4 seeds)")
    assert 0.9 < float(width) < 1.3
    assert report.published(EXPERIMENT)[A] == "83.60"
    minus = compared(EXPERIMENT, A, B, "lab")
    # test-set noise is shared and cancels
    assert report.form(minus).startswith("5.00 ± 0.8")
    assert 0 < minus.detectable() < 0.02


@pytest.mark.parametrize(
    ("estimate", "how", "words"),
    [
        (Estimate(0.5, 0.01, 0), {}, "50.00 (1 seed)"),
        (Estimate(float("nan"), 0.01, 2), {}, "diverged"),
        (Estimate(12.0, 1.0, 2), {"times": 1.0}, "12.00 ± 4.30 (3 seeds)"),
        (None, {}, "–"),
        # a count has no decimals
        (Estimate(1008.0, 0.0, 1), {"times": 1.0, "fixed": True}, "1008 (any seed)"),
        (Estimate(1.0, 0.0, 4), {}, "100.00 (5 seeds)"),  # equal numbers tell no spread
        (Estimate(0.5, 0.01, 2, 0.01), {"fixed": True}, "50.00 ± 1.97 (any seed)"),
    ],
)
def test_form(estimate, how, words):
    assert report.form(estimate, **how) == words


def test_verdicts(book):
    fill(book)
    found = report.verdicts(EXPERIMENT)
    by_text = {one.claim.text: one for one in found}
    kinds = {text: one.verdict.kind for text, one in by_text.items()}
    assert kinds == {
        "CoSENT beats MSE": "supported",
        "MSE beats CoSENT": "contradicted",
        "MSE is as good": "supported",
        "so it is on PAWS": "not tested",
        "softmax is worse": "not run",
    }
    nothing = by_text["so it is on PAWS"].contrasts[0]
    assert nothing.interval()[0] > 0, "the difference is clear, but neither has learned the task"
    # each claim stands alone: four others change nothing
    assert by_text["CoSENT beats MSE"].contrasts[0].level == pytest.approx(0.95)
    words = "mini-3; 2,000 training pairs; 1 epoch; 4 seeds"
    assert found[0].conditions == words
    assert report.html_verdicts(EXPERIMENT).count(words) == len(CLAIMS)


def test_holm_counts_the_lines_of_one_claim_and_that_all_hold_needs_no_correction(book):
    fill(book, means={A: 0.70, B: 0.65, HARD_A: 0.40, HARD_B: 0.3985})
    some = Claim("c", "s", [Contrast(A, B), Contrast(HARD_A, HARD_B)])
    all_hold = Claim("d", "s", [Contrast(A, B), Contrast(A, B, 0.01)])
    made = Experiment("fake", "Fake", cells, (some, all_hold), seeds=4)
    first, second = report.verdicts(made)
    assert [p.level for p in first.contrasts] == pytest.approx([0.975, 0.95])
    assert [(p.outcome, p.firm) for p in first.contrasts] == [("holds", True), ("open", True)]
    assert first.verdict.kind == "open"
    assert second.verdict.kind == "supported"


def test_a_margin_of_ours_is_told_beside_the_verdict_of_the_sign(book):
    fill(book)
    theirs = Claim("c", "s", [Contrast(A, B, 0.2)])
    ours = replace(theirs, own_margin=True)
    made = Experiment("fake", "Fake", cells, (theirs, ours), seeds=4)
    strict, sign = report.verdicts(made)
    assert (strict.verdict.kind, strict.contrasts[0].outcome) == ("contradicted", "fails")
    assert (sign.verdict.kind, sign.verdict.note) == ("supported", "0 of 1 beyond our margin")
    assert (sign.contrasts[0].beyond, sign.contrasts[0].declared) == ("fails", 0.2)
    assert "short of our margin of 20)" in report.html_verdicts(made)


def test_a_mean_leaves_out_what_neither_training_has_learned(book):
    """A set on which both end below their start must not make the average."""

    def means(tier):
        pairs = {A[0]: (A, HARD_A), B[0]: (B, HARD_B)}
        return {
            (row, "Avg."): Derived("mean", tuple(cells(tier)[one] for one in own))
            for row, own in pairs.items()
        }

    fill(book, means={A: 0.70, B: 0.65, HARD_A: 0.19, HARD_B: 0.01})
    claim = Claim("c", "s", [Contrast((A[0], "Avg."), (B[0], "Avg."))])
    made = Experiment("fake", "Fake", means, (claim,), seeds=4)
    (line,) = report.verdicts(made)[0].contrasts
    assert line.without == "test"
    assert line.estimate.value == pytest.approx(0.05, abs=0.01)
    assert "(without test)" in report.html_verdicts(made)


def test_conditions_of_a_training_on_sentences_without_labels():
    training = {"train": "wiki", "rows": 4800, "columns": ["sentence", "sentence"], "epochs": 1}
    taught = Cell({"encoder": "mini-3", "training": training}, "stsb:test", "rank-vectors-1")
    raw = Cell({"encoder": "mini-3", "training": None}, "stsb:test", "rank-vectors-1")
    assert conditions_of([raw], 3) == "mini-3; no training"
    assert conditions_of([raw, taught], 3) == "mini-3; 4,800 training sentences; 1 epoch; 3 seeds"


@pytest.mark.parametrize("seeds", [1, 3])
def test_a_verdict_waits_for_all_seeds(book, seeds):
    fill(book, seeds=seeds)
    found = report.verdicts(EXPERIMENT)
    assert {o.verdict.kind for o in found} == {"not run"}
    assert found[0].verdict.note == "0 of 1 lines run with all seeds"


def test_a_verdict_waits_for_no_training(book):
    fill(book, raw=False)
    assert report.verdicts(EXPERIMENT)[0].verdict.kind == "not run"
    assert "no training is to be run" in report.html_verdicts(EXPERIMENT)


def test_seeds_beyond_those_declared_are_not_read_and_a_diverged_one_leaves_it_open(book):
    fill(book, seeds=7)
    assert report.read_cells(EXPERIMENT, "lab")[A].estimate().seeds == 4
    book.write(Run("finetune-1", 2, cells("lab")[A].settings), Result({"test": float("nan")}))
    assert report.table(EXPERIMENT).loc[A, "lab"] == "diverged"
    assert report.verdicts(EXPERIMENT)[0].verdict.kind == "open"


def test_contrasts_use_the_seeds_that_both_have(refused):
    a = Measured({0: 0.5, 1: 0.6, 2: 0.9}, {})
    both = report.difference(a, Measured({1: 0.5, 2: 0.8, 3: 0.1}, {}))
    assert (both.value, both.seeds) == (pytest.approx(0.1), 2)
    assert report.difference(a, Measured({7: 0.5}, {})) is None
    refused("no draws while others do", Measured({0: 0.5, 1: 0.6}, {0: np.zeros(200)}).estimate)


def test_one_record_without_chance_stands_for_every_seed(book):
    raw = ("no training", "STS-B")

    def both(tier):
        return cells(tier) | {raw: Cell({"encoder": "tiny"}, "test", "raw-1")}

    experiment = Experiment("fake", "A fake", both, seeds=4)
    fill(book)
    noise = np.random.default_rng(1).normal(0, 0.005, 200)
    book.write(Run("raw-1", 0, {"encoder": "tiny"}), Result({"test": 0.6}, {"test": 0.6 + noise}))
    found = report.read_cells(experiment, "lab")
    assert found[raw].values == dict.fromkeys(range(4), 0.6)
    assert found[raw].estimate().se == pytest.approx(noise.std(ddof=1), rel=1e-4)
    raw_cell = {raw: Cell({"encoder": "tiny"}, "spread", "raw-1")}
    own = Result({"spread": 0.1, "test": 0.6}, {"test": 0.6 + noise})
    book.write(Run("raw-1", 0, {"encoder": "tiny"}), own)
    spread = report.read_cells(Experiment("fake", "Fake", lambda tier: raw_cell), "lab")[raw]
    assert spread.estimate().seeds == 1, "copies of one number give no interval"
    against = report.difference(found[A], found[raw])
    assert (against.value, against.seeds) == (pytest.approx(0.1), 4)
    shown = report.table(experiment).loc[raw, "lab"]
    assert shown.endswith(" (any seed)")
    once = Experiment("fake", "A fake", both, seeds=1)
    assert report.table(once).loc[raw, "lab"] == shown, "draws make the interval"
    assert compared(experiment, A, raw, "lab").seeds == 4


def test_many_contrasts_of_a_claim_or_such_without_any_run_are_folded(book):
    page = report.html_verdicts(EXPERIMENT)
    assert "<details" not in page.split("softmax is")[0]
    assert page.count("<summary>2 lines, none run</summary>") == 1
    fill(book)
    assert "<details" not in report.html_verdicts(EXPERIMENT), "one of the two is run"
    parts = [Contrast(A, B), Contrast(B, A), Contrast(HARD_A, HARD_B)]
    made = Experiment("fake", "Fake", cells, (Claim("c", "s", parts, quote="<i>so"),), seeds=4)
    page = report.html_verdicts(made)
    count = "3 lines, all of which must hold: 1 hold, 1 fail, 1 not tested"
    assert f"<summary>{count}</summary>" in page
    assert page.count("<li") == 4
    assert '<q class="sts-quote">&lt;i&gt;so</q>' in page


def test_a_contrast_names_its_conditions_where_a_claim_has_several(book):
    def two(tier):
        big = {**BASE, "encoder": "big"}
        found = {one: Cell({**big, "loss": one[0]}, "test") for one in (HARD_A, HARD_B)}
        return {A: cells(tier)[A], B: cells(tier)[B]} | found

    parts = [Contrast(A, B), Contrast(HARD_A, HARD_B)]
    page = report.html_verdicts(Experiment("fake", "Fake", two, (Claim("c", "s", parts),)))
    for encoder in ("big and mini-3", "big", "mini-3"):  # of the claim, and of each line
        assert page.count(f'sts-conditions">{encoder}; 2,000 training pairs') == 1


def test_all_claims(book, monkeypatch):
    monkeypatch.setattr(experiments, "tables", lambda: {"fake": EXPERIMENT})
    fill(book)
    found = [one.verdict for _, one in report.every_verdict()]
    assert len(found) == 5
    assert [one.slug for one in found[:2]] == ["supported", "contradicted"]
    assert sum(one.counted for one in found) == 4
    assert not list(report.every_verdict("paper")), "that tier is not offered"
    assert not list(report.every_verdict(tables=[]))


def test_mistakes_in_a_declaration_are_named(book, refused):
    wrong = Experiment("w", "W", cells, (Claim("x", "y", [Contrast(A, ("MSE", "STS"))]),))
    refused("'w': a claim names no cell", report.verdicts, wrong)
    fill(book)
    other = Experiment("w", "W", lambda t: {A: Cell(cells("lab")[A].settings, "tset")})
    refused("no metric 'tset'; it has test", report.table, other)


def test_some_claims_by_slug(refused):
    claim = experiments.load("distributions").claims[1]
    page = report.html_verdicts("distributions", "lab", only=[claim.id])
    assert 0 < len(page) < len(report.html_verdicts("distributions", "lab"))
    assert report.verdict(claim.id).claim == claim
    told = "no claim is called 'scale-matters'"
    refused(told, report.html_verdicts, "scale", "lab", only=["scale-matters"])
    told = "'roberta-beats-bert' has no cells at the tier 'lab'"
    refused(told, report.verdict, "roberta-beats-bert")


def test_a_count_is_a_fact_and_needs_no_interval(book):
    def counts(tier):
        return {(name, "n"): Cell({"skew": f"{name}:test"}, "share", "audit-1") for name in "ab"}

    for name, share in (("a", 0.51), ("b", 0.5)):
        book.write(Run("audit-1", 0, {"skew": f"{name}:test"}), Result({"share": share}))
    claim = Claim("a has more than b", "", (Contrast(("a", "n"), ("b", "n")),))
    made = Experiment("counts", "Counts", counts, (claim,), seeds=1, best=False)
    assert report.verdicts(made)[0].verdict.kind == "supported"
    assert report.table(made).loc[("a", "n"), "lab"] == "51.00 (any seed)"
