"""Two processes train one model: the same losses, gradients and weights as one process.

torchrun starts them once; tests/team_work.py is what they do.
"""

import runpy
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from torch import nn

from stsutils.ledger import Ledger
from stsutils.training.team import Team, join_team

SCRIPT = Path(__file__).with_name("team_work.py")


@pytest.fixture(scope="module")
def two(torchrun, still_folder, tmp_path_factory):
    """What the two processes found, the folder they wrote to last."""
    out = tmp_path_factory.mktemp("team")
    torchrun(SCRIPT, still_folder, out)
    return [load_file(out / f"{rank}.safetensors") for rank in (0, 1)] + [out]


@pytest.fixture(scope="module")
def one(still_folder):
    """The same trainings in this process."""
    return runpy.run_path(str(SCRIPT))["trainings"](str(still_folder))


def test_two_processes_equal_one(one, two):
    assert float(two[0]["bfloat16"]) == pytest.approx(float(two[0]["float32"]), rel=0.05)
    assert len(one) == 5 * 4
    for name, expected in one.items():
        assert expected.abs().max() > 1e-3, name  # something was trained
        size = float(expected.abs().max())
        for found in two[:2]:
            torch.testing.assert_close(
                found[name], expected, rtol=1e-6, atol=1e-6 * size, msg=lambda m, n=name: n + m
            )


def test_both_processes_end_with_the_same_bits(two):
    for name in two[0]:
        if name not in ("calls", "made, missing, writes"):
            assert torch.equal(two[0][name], two[1][name]), name


def test_each_row_has_a_dropout_mask_of_its_own(two):
    views = two[0]["views"]
    assert views.shape == (10, 16)  # the loss saw the whole batch
    assert len(torch.unique(views, dim=0)) == 10


def test_the_first_process_alone_evaluates(two):
    assert [int(found["calls"]) for found in two[:2]] == [3, 0]
    assert two[1]["history"][:, -1].tolist() == [-1.0, -2.0, -3.0]


def test_a_stopped_team_goes_on_where_it_was(two):
    for found in two[:2]:
        assert torch.equal(found["again"], found["whole"])
        assert found["there, gone"].tolist() == [True, True]


def test_ctrl_c_on_one_process_stops_all_after_the_same_step(two):
    assert [found["steps"].tolist() for found in two[:2]] == [[2, 1], [2, 1]]


def test_the_first_process_alone_records(two):
    found = [one["made, missing, writes"].tolist() for one in two[:2]]
    # two candidates on one seed, the winner's second seed, two seeds of the plain cell
    assert found == [[5, 0, 5], [5, 0, 0]]
    ledger = Ledger(two[2] / "ledger")
    assert ledger.verify().records == 5
    assert {record.provenance["processes"] for record in ledger.records()} == {2}


def test_each_process_closes_its_connection_before_it_ends(two):
    assert [(two[2] / f"{rank}.open").read_text() for rank in (0, 1)] == ["False", "False"]


def test_a_process_alone_is_a_team_of_one(monkeypatch):
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    team = join_team()
    assert (team.rank, team.size, team.first, team.device) == (0, 1, True, None)
    assert team.share(np.arange(5)).tolist() == [0, 1, 2, 3, 4]
    columns = [column.tolist() for column in team.whole(torch.arange(6), 2, 3)]
    assert columns == [[0, 1, 2], [3, 4, 5]]
    weight = nn.Parameter(torch.ones(2))
    weight.grad = torch.tensor([1.0, 2.0])
    team.average([weight])
    assert weight.grad.tolist() == [1.0, 2.0]
    assert (team.same("x"), team.any(True), team.any(False)) == ("x", True, False)


@pytest.mark.parametrize(("rows", "size"), [(12, 4), (11, 4), (5, 4), (1, 3)])
def test_the_shares_cover_the_batch_in_order(rows, size):
    batch = np.arange(100, 100 + rows)
    shares = [Team(rank, size).share(batch) for rank in range(size)]
    assert len({len(share) for share in shares}) == 1  # all alike: one collective call fits all
    assert np.concatenate(shares)[:rows].tolist() == batch.tolist()


@pytest.mark.parametrize(("rank", "speaks"), [("0", True), ("1", False)])
def test_the_first_process_alone_speaks(rank, speaks, monkeypatch, ledger, said):
    monkeypatch.setenv("WORLD_SIZE", "2")
    monkeypatch.setenv("RANK", rank)
    assert bool(said("run", "stsb-cosent-mse", "--dry-run")) == speaks
