import dataclasses

import pytest

from stsutils.losses import LOSSES
from stsutils.microscope import MUTANTS, SUBJECTS, build, check, kill, killed, mutants, summary
from stsutils.microscope.checks import one_check
from stsutils.microscope.properties import checks_of

BY_HAND = [mutant for mutant in MUTANTS if mutant.old]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda m: f"{m.loss}: {m.name}")
def test_every_mutant_is_noticed_by_the_check_it_names(mutant):
    assert not one_check(mutant.check, build(mutant), SUBJECTS[mutant.loss]).passed


@pytest.mark.parametrize("loss", list(LOSSES))
def test_a_mutant_that_changes_nothing_lives(loss):
    """Canary: the checks must not fail on the way the mutant is built."""
    mutant = next(m for m in MUTANTS if m.loss == loss)
    assert kill(dataclasses.replace(mutant, old="", change=lambda function: function)) is None
    for by_hand in (m for m in BY_HAND if m.loss == loss):
        same = dataclasses.replace(by_hand, new=by_hand.old)
        assert one_check(by_hand.check, build(same), SUBJECTS[loss]).passed


def test_no_check_is_without_a_mutant_that_it_must_notice():
    for loss, one in SUBJECTS.items():
        assert {m.check for m in MUTANTS if m.loss == loss} >= {*checks_of(one)} - {"ties"}
    assert "ties" in {m.check for m in MUTANTS}


def test_a_mutant_whose_text_is_gone_is_an_error():
    with pytest.raises(ValueError, match="stands 0 times"):
        build(dataclasses.replace(BY_HAND[0], old="no such line"))
    with pytest.raises(ValueError, match="Bring the mutant up to date"):
        build(dataclasses.replace(BY_HAND[0], old="labels"))


def test_the_table_and_the_one_line_of_a_chapter_that_counts_it(monkeypatch, refused):
    refused("no loss called 'cosnet'", killed, "cosnet")
    table = killed("cosine_mse")
    assert list(table.columns) == ["loss", "mutant", "killed_by"]
    assert set(table.loss) == {"cosine_mse"}
    assert table.killed_by.notna().all()
    names = ("cosine_mse", "triplet")
    checks, kills = (sum(len(each(name)) for name in names) for each in (check, killed))
    passed, dead = f"{checks} of {checks} checks pass", f"{kills} of {kills} mutants are killed"
    assert summary(*names) == f"cosine_mse, triplet: {passed}, {dead}"
    one, few = check("cosine_mse")[0], table.head(3)
    few.loc[0, "killed_by"] = None  # a living mutant, and a failed check
    monkeypatch.setattr(mutants, "check", lambda loss: [one, type(one)(one.name, False, "off")])
    monkeypatch.setattr(mutants, "killed", lambda loss: few)
    shown = "cosine_mse: 1 of 2 checks pass, 2 of 3 mutants are killed"
    assert mutants.summary("cosine_mse") == shown


def test_there_are_enough_and_their_names_are_unique():
    count = {loss: sum(m.loss == loss for m in MUTANTS) for loss in LOSSES}
    assert min(count.values()) >= 14, count
    assert len({(m.loss, m.name) for m in MUTANTS}) == len(MUTANTS)
    assert {m.loss for m in BY_HAND} <= set(LOSSES)
