import dataclasses

import pytest

from stsutils.losses import LOSSES
from stsutils.microscope import MUTANTS, build, kill, killed


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda m: f"{m.loss}: {m.name}")
def test_every_mutant_is_killed(mutant):
    assert kill(mutant) is not None


@pytest.mark.parametrize("loss", list(LOSSES))
def test_a_mutant_that_changes_nothing_lives(loss):
    """Canary: the checks must not fail on the way the mutant is built."""
    mutant = next(m for m in MUTANTS if m.loss == loss)
    assert kill(dataclasses.replace(mutant, new=mutant.old)) is None


def test_a_mutant_whose_text_is_gone_is_an_error():
    with pytest.raises(ValueError, match="stands 0 times"):
        build(dataclasses.replace(MUTANTS[0], old="no such line"))
    with pytest.raises(ValueError, match="Bring the mutant up to date"):
        build(dataclasses.replace(MUTANTS[0], old="cosines"))


def test_the_table():
    table = killed("cosine_mse")
    assert list(table.columns) == ["loss", "mutant", "killed_by"]
    assert set(table.loss) == {"cosine_mse"}
    assert table.killed_by.notna().all()


def test_there_are_enough_and_their_names_are_unique():
    count = {loss: sum(m.loss == loss for m in MUTANTS) for loss in LOSSES}
    assert min(count.values()) >= 8, count
    assert len({(m.loss, m.name) for m in MUTANTS}) == len(MUTANTS)
