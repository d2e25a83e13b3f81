"""A hunt pays for killed mutants, and nothing to checks that condemn a correct loss."""

import pytest
import torch

from stsutils.microscope import check
from stsutils.microscope.properties import FORMULA, RANKING
from stsutils.teach.hunt import correct_forms, draw, hunt


def all_checks(loss):
    assert all(result.passed for result in check("cosent", candidate=loss))


def one_value(loss):
    seen = loss(torch.tensor([0.5, 0.1]), torch.tensor([1.0, 0.0]), scale=1.0)
    assert abs(seen.item() - 0.5130153) < 1e-5


def test_the_microscope_kills_all_and_condemns_none():
    found = hunt(all_checks, "cosent", "a seed", mutants=30)
    assert (found.alive, found.condemned, found.score) == ((), (), 1.0)
    assert len(found.killed) > 15


def test_one_value_kills_some_and_condemning_everything_earns_nothing():
    found = hunt(one_value, "cosent", "a seed")
    assert 0 < found.score < 1
    assert not found.condemned
    assert hunt(lambda loss: False, "cosent", "a seed").score == 0
    assert hunt(lambda loss: 1 / 0, "cosent", "a seed").condemned
    assert hunt(lambda loss: None, "cosent", "a seed").score == 0
    with pytest.raises(NameError):  # a slip of the checks says nothing of a loss
        hunt(lambda loss: toch.tensor(1.0), "cosent", "a seed")  # noqa: F821


def test_the_seed_chooses_and_an_unknown_loss_is_refused(refused):
    assert len({tuple(m.name for m in draw("cosent", seed, 10)) for seed in "abcdef"}) > 1
    assert draw("cosent", "a", 10) == draw("cosent", "a", 10)
    refused("nothing", hunt, one_value, "nothing", "a seed")


@pytest.mark.parametrize("loss", ["cosent", "cosine_mse", "triplet", "softmax"])
def test_correct_forms_are_correct(loss):
    for name, form in correct_forms(loss).items():
        failed = {r.name for r in check(loss, candidate=form) if not r.passed}
        assert not failed & {*FORMULA, *RANKING}, name
