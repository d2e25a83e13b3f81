"""Groups of pairs, shared neighbours, and the shape of spaces."""

import itertools

import numpy as np
import pytest
from scipy.stats import rankdata

from stsutils.methods.rank_study import FIFTHS, THIRDS, fifths, overlap, shape, thirds
from stsutils.statistics import bootstrap_indices


def sphere(rows: int, seed: int, dim: int = 6) -> np.ndarray:
    found = np.random.default_rng(seed).standard_normal((rows, dim))
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def test_thirds_cut_the_scale_and_not_the_pairs():
    found = thirds(np.array([0.0, 1.6, 1.7, 3.3, 3.4, 5.0]), 0.0, 5.0)
    assert [np.flatnonzero(found[name]).tolist() for name in THIRDS] == [[0, 1], [2, 3], [4, 5]]
    found = thirds(np.array([1.0, 2.3, 2.4, 5.0]), 1.0, 5.0)  # a scale that begins at one
    assert [np.flatnonzero(found[name]).tolist() for name in THIRDS] == [[0, 1], [2], [3]]


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
    found, draws = shape(u, v, positive, corpus)
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
    assert draws.keys() == found.keys()


def test_resamples_of_the_shape_by_a_loop():
    u, v, corpus = sphere(6, 7), sphere(6, 8), sphere(40, 9)
    positive = np.array([True, True, False, True, True, True])
    _, draws = shape(u, v, positive, corpus)
    every = np.unique(np.concatenate([u, v]), axis=0)
    drawn_rows = zip(draws["uniformity"], bootstrap_indices("uniformity", 12), strict=True)
    for drawn, rows in itertools.islice(drawn_rows, 5):
        pairs = [(i, j) for k, i in enumerate(rows) for j in rows[:k] if i != j]
        kernel = [np.exp(-2 * ((every[i] - every[j]) ** 2).sum()) for i, j in pairs]
        assert drawn == pytest.approx(np.log(np.mean(kernel)))
    moved = ((u - v) ** 2).sum(axis=1)[positive]
    wanted = moved[bootstrap_indices("alignment", 5)].mean(axis=1)
    assert draws["alignment"] == pytest.approx(wanted)
    together = np.array([0, 0, 1, 1, 1])  # drawn together, or not at all
    _, draws = shape(u, v, positive, corpus, together)
    for drawn, rows in zip(draws["alignment"], bootstrap_indices("alignment", 2), strict=True):
        own = np.concatenate([moved[together == row] for row in rows])
        assert drawn == pytest.approx(own.mean())


def test_resamples_spread_as_fresh_samples_do():
    corpus, aside = sphere(20, 1000), np.array([2.0, 0, 0, 0, 0, 0])
    fresh, within = [], []
    for seed in range(100):
        u, v = sphere(40, 2 * seed) + aside, sphere(40, 2 * seed + 1) + aside
        found, draws = shape(u, v, np.ones(40, bool), corpus)
        fresh.append([found["uniformity"], found["alignment"]])
        within.append([draws["uniformity"].std(), draws["alignment"].std()])
    assert np.mean(within, axis=0) == pytest.approx(np.std(fresh, axis=0), rel=0.2)
