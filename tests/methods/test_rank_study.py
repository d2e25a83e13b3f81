"""Groups of pairs, shared neighbours, and the shape of spaces."""

import itertools

import numpy as np
import pytest
from scipy.stats import rankdata

from stsutils.methods.rank_study import FIFTHS, THIRDS, fifths, overlap, shape, thirds


def sphere(rows: int, seed: int, dim: int = 6) -> np.ndarray:
    found = np.random.default_rng(seed).standard_normal((rows, dim))
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def test_thirds_cut_the_scale_and_not_the_pairs():
    gold = np.array([0.0, 1.6, 1.7, 3.3, 3.4, 5.0])
    found = thirds(gold, 0.0, 5.0)
    assert [found[name].tolist() for name in THIRDS] == [
        [True, True, False, False, False, False],
        [False, False, True, True, False, False],
        [False, False, False, False, True, True],
    ]
    assert sum(found.values()).tolist() == [1] * 6


def test_a_scale_that_begins_at_one():
    found = thirds(np.array([1.0, 2.3, 2.4, 5.0]), 1.0, 5.0)
    assert [int(found[name].sum()) for name in THIRDS] == [2, 1, 1]


def test_fifths_are_of_equal_size_and_rise():
    cosines = np.random.default_rng(0).uniform(-1, 1, 23)
    found = fifths(cosines)
    assert sorted(int(own.sum()) for own in found.values()) == [4, 4, 5, 5, 5]
    for one, two in itertools.pairwise(FIFTHS):
        assert cosines[found[one]].max() < cosines[found[two]].min()


@pytest.mark.parametrize("block", [2, 256])
def test_overlap_is_counted_as_by_sets(block):
    u, v, corpus = sphere(7, 1), sphere(7, 2), sphere(60, 3)
    expected = [
        len(set(np.argsort(-(corpus @ a))[:10]) & set(np.argsort(-(corpus @ b))[:10]))
        for a, b in zip(u, v, strict=True)
    ]
    assert overlap(5 * u, v, corpus, neighbours=10, block=block).tolist() == expected
    assert overlap(u, u, corpus, neighbours=10).tolist() == [10] * 7
    assert overlap(u, v, corpus, neighbours=100).tolist() == [60] * 7, "all there are"


def test_shape_by_hand():
    u, v, corpus = sphere(5, 4), sphere(5, 5), sphere(50, 6)
    positive = np.array([True, False, True, True, False])
    found = shape(u, v, positive, corpus)
    distances = ((u - v) ** 2).sum(axis=1)
    assert found["alignment"] == pytest.approx(distances[positive].mean())
    every = np.concatenate([u, v])
    ranked = rankdata(every @ corpus.T, axis=1) - 25.5
    ranked /= np.linalg.norm(ranked, axis=1, keepdims=True)
    between = [((a - b) ** 2).sum() for i, a in enumerate(ranked) for b in ranked[:i]]
    expected = np.log(np.mean(np.exp(-2 * np.array(between))))
    assert found["uniformity of ranks"] == pytest.approx(expected, abs=1e-3)
    moved = ((ranked[:5] - ranked[5:]) ** 2).sum(axis=1)
    assert found["alignment of ranks"] == pytest.approx(moved[positive].mean(), abs=1e-3)
