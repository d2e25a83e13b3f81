"""Rank vectors against scipy's ranks and correlations."""

import numpy as np
import pytest
from scipy.stats import rankdata, spearmanr

from stsutils.methods.rank_vectors import (
    BINS,
    distance_to_exact,
    rank_vectors,
    ranks,
    similarity,
    unit,
)


def sphere(rows: int, seed: int, dim: int = 384) -> np.ndarray:
    """Random directions, float32."""
    vectors = np.random.default_rng(seed).standard_normal((rows, dim)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def spearman(ranked: np.ndarray) -> np.ndarray:
    """Correlations of the rows, in float64."""
    centred = ranked - ranked.mean(axis=1, keepdims=True, dtype=np.float64)
    return np.corrcoef(centred)


AWKWARD = {
    "ties": np.random.default_rng(0).integers(-9, 9, (3, 500)) / 9,
    "both zeros": np.array([[0.0, -0.0, 1e-30, -1e-30, 0.0, -1.0, 1.0]]),
    "all alike": np.full((2, 6), 0.25),
    "two": np.array([[0.5, -0.5]]),
    "a random row": np.random.default_rng(1).uniform(-1, 1, (1, 1000)),
}


@pytest.mark.parametrize("name", AWKWARD)
def test_ranks_are_scipys_and_a_histogram_gives_the_mean_rank_of_each_bin(refused, name):
    values = AWKWARD[name].astype(np.float32)
    assert np.array_equal(ranks(values), rankdata(values, axis=1))
    for row, own in zip(ranks(values, bins=7), values, strict=True):
        exact = rankdata(own)
        assert len(np.unique(row)) <= 7
        for group in np.unique(row):
            assert exact[row == group].mean() == group
        # bins are steps along the cosine: a higher bin holds higher cosines only
        order = np.argsort(own, kind="stable")
        assert (np.diff(row[order]) >= 0).all()
    refused(r"row 0.*NaN", ranks, np.array([[0.1, np.nan]]))


def test_the_histograms_error_on_random_cosines():
    cosines = sphere(8, 0, 48) @ sphere(100_000, 1, 48).T
    exact = spearman(rankdata(cosines, axis=1))
    found = ranks(cosines, BINS)
    assert np.abs(spearman(found) - exact).max() <= 3e-6
    assert np.abs(unit(found) @ unit(found).T - exact).max() <= 3e-6  # in float32 as well
    distance = distance_to_exact(found[:1])
    assert 8e-5 < distance[0] < 1e-4  # as the module's text says


@pytest.mark.parametrize("bins", [3, 50, 5000])
@pytest.mark.parametrize("shape", ["bell", "outlier", "clumps"])
def test_no_correlation_is_off_by_more_than_the_bound(bins, shape):
    rng = np.random.default_rng(bins)
    values = rng.normal(0, 0.1, (4, 2000))
    if shape == "outlier":  # the sentence itself stands in the corpus: the bins are stretched
        values[:, 0] = 1.0
    if shape == "clumps":
        values = np.sign(values) * 0.5 + values * 1e-3
    values = values.astype(np.float32)
    exact, found = rankdata(values, axis=1), ranks(values, bins)
    distance = distance_to_exact(found)
    bound = distance[:, None] + distance[None, :] + 1e-12
    assert (np.abs(spearman(found) - spearman(exact)) <= bound).all()
    # and the distance is what it says it is, where the exact ranks have no ties
    one, other = (r - r.mean(axis=1, keepdims=True) for r in (exact, found.astype(np.float64)))
    one, other = (r / np.linalg.norm(r, axis=1, keepdims=True) for r in (one, other))
    np.testing.assert_allclose(np.linalg.norm(one - other, axis=1), distance, rtol=1e-3, atol=1e-6)


def test_rank_vectors_of_an_encoding():
    sentences, corpus = 3 * sphere(5, 2, 16), 7 * sphere(300, 3, 16)
    cosines = (sphere(5, 2, 16) @ sphere(300, 3, 16).T).astype(np.float32)
    expected = spearmanr(cosines, axis=1).statistic
    for block in (2, 64):
        found = rank_vectors(sentences, corpus, block=block)
        assert found.shape == (5, 300)
        assert found[:, 0].tolist() == rankdata(cosines, axis=1)[:, 0].tolist()
        np.testing.assert_allclose(unit(found) @ unit(found).T, expected, atol=1e-6)


def test_unit_is_equation_3():
    found = rank_vectors(sphere(3, 4, 8), sphere(50, 5, 8)).astype(np.float64)
    mean, deviation = found.mean(axis=1, keepdims=True), found.std(axis=1, keepdims=True)
    np.testing.assert_allclose(unit(found), (found - mean) / (np.sqrt(50) * deviation), atol=1e-7)
    assert unit(np.full((1, 4), 2.5)).tolist() == [[0, 0, 0, 0]]


def test_similarity_of_pairs_is_spearmans():
    u, v, corpus = sphere(9, 8, 16), sphere(9, 9, 16), sphere(400, 10, 16)
    expected = [spearmanr(corpus @ a, corpus @ b).statistic for a, b in zip(u, v, strict=True)]
    np.testing.assert_allclose(similarity(u, v, corpus, bins=None, block=4), expected, atol=1e-6)
    np.testing.assert_allclose(similarity(u, v, corpus), expected, atol=1e-4)
    np.testing.assert_allclose(similarity(u, u, corpus), 1, atol=1e-6)


def test_the_memory_of_similarity_is_the_blocks():
    """Five rows of n floats a pair, whatever the number of pairs."""
    import tracemalloc

    u, corpus = sphere(96, 11, 8), sphere(20_000, 12, 8)
    peaks = []
    for block in (2, 16):
        tracemalloc.start()
        similarity(u, u, corpus, block=block)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    more = (peaks[1] - peaks[0]) / (14 * 20_000)
    # Python's own small objects are traced, too: some hundred bytes in six million
    assert 8 < more < 20.1, "bytes a pair and corpus sentence"
