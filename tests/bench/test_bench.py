"""The benches run and are recorded. No time is asserted: that is for an idle machine."""

import math
from pathlib import Path

import pytest
import torch

from stsutils.ledger import Ledger

HERE = Path(__file__).resolve().parent


@pytest.fixture
def bench(monkeypatch):
    monkeypatch.syspath_prepend(str(HERE))
    import bench

    return bench


def test_a_part_is_recorded_with_every_rounds_ratio(bench, monkeypatch, tmp_path):
    import losses

    monkeypatch.setattr(losses, "SIZES", (16, 32))
    monkeypatch.setattr(losses, "SQUARE", (16,))
    monkeypatch.setattr(losses, "peak", lambda *_: math.nan)
    (tmp_path / "book" / "results").mkdir(parents=True)
    monkeypatch.setenv("STSUTILS_RESULTS", str(tmp_path / "book" / "results"))
    bench.main(["cosent", "--rounds", "2"])
    bench.main(["cosent", "--rounds", "2"])  # the second takes the first one's place
    ledger = Ledger(tmp_path / "book" / "results")
    assert ledger.verify().ok
    (record,) = ledger.records("bench-1")
    assert record.run.settings["part"] == "cosent"
    ratios = record.draws["CoSENT, 16 pairs"]
    assert len(ratios) == 2
    assert min(ratios) <= record.metrics["CoSENT, 16 pairs"] + 1e-5 <= max(ratios) + 2e-5
    assert {line["name"] for line in record.curve} >= {"CoSENT, 32 pairs"}


def test_both_sides_of_a_training_step_have_one_loss(bench):
    import models

    from stsutils.encoders import load_encoder

    encoder = load_encoder("mini")
    before = {name: weight.clone() for name, weight in encoder.state_dict().items()}
    ours, theirs, difference, work = models.training_steps(
        encoder, models.both(encoder), 2, "float32"
    )
    assert difference() < 1e-5
    ours()
    theirs()
    assert all(torch.equal(weight, before[name]) for name, weight in encoder.state_dict().items())
    # 2 FLOPs a weight and token, three times over; attention is little at this length
    weights = 4 * 12 * 256**2
    tokens = sum(
        len(ids) for side in (0, 1) for ids in encoder.tokenize(models.sentences(encoder, 2, side))
    )
    assert work == pytest.approx(6 * weights * tokens, rel=0.05)


def test_random_sentences_are_as_long_as_planned(bench):
    import models

    from stsutils.encoders import load_encoder

    encoder = load_encoder("mini")
    lengths = sorted(len(ids) for ids in encoder.tokenize(models.sentences(encoder, 400, 0)))
    assert lengths[0] >= 5
    assert lengths[-1] <= 70
    assert abs(lengths[200] - 12) <= 1


def test_an_unknown_part_is_refused(bench, capsys):
    with pytest.raises(SystemExit):
        bench.main(["speed"])
    assert "no part is called speed" in capsys.readouterr().err
