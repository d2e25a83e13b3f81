import numpy as np
import pandas as pd
import pytest

from stsutils.data.noise import with_label_noise
from stsutils.errors import UserError


def rows(n=400):
    table = pd.DataFrame({"sentence1": "a", "sentence2": "b", "score": np.arange(n) / 10})
    table.attrs = {"name": "x", "sha": "0"}
    return table


def test_labels_are_dealt_out_anew_and_none_is_made():
    given = rows()
    noisy = with_label_noise(given, 0.3, seed=0)
    moved = given.score != noisy.score
    assert sorted(noisy.score) == sorted(given.score)
    assert 100 < moved.sum() <= 120, "round(.3 · 400) are shuffled; a few stay where they are"
    assert noisy.drop(columns="score").equals(given.drop(columns="score"))
    assert given.score.equals(rows().score), "the caller's rows stay"
    assert noisy.attrs == {"name": "x", "sha": "0", "noise": "0.3 of the labels, seed 0"}


def test_the_ends_and_the_seed():
    given = rows()
    assert with_label_noise(given, 0.0, seed=0).score.equals(given.score)
    whole = with_label_noise(given, 1.0, seed=0)
    assert abs(np.corrcoef(whole.score, given.score)[0, 1]) < 0.2
    again, other = (with_label_noise(given, 1.0, seed=seed) for seed in (0, 1))
    assert again.score.equals(whole.score)
    assert not other.score.equals(whole.score)


def test_a_smaller_share_is_among_a_larger_one():
    given = rows()
    few, many = (with_label_noise(given, share, seed=3).score for share in (0.2, 0.6))
    stayed = many.to_numpy() == given.score.to_numpy()
    assert (few[stayed] != given.score[stayed]).sum() <= 5, "those that drew their own label"


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_a_share_is_from_0_to_1(share):
    with pytest.raises(UserError, match="from 0 to 1"):
        with_label_noise(rows(), share, seed=0)


def test_rows_without_labels_have_none_to_shuffle():
    with pytest.raises(UserError, match="no labels"):
        with_label_noise(rows().drop(columns="score"), 0.5, seed=0)
