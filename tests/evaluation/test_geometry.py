import math

import numpy as np
import pandas as pd
import pytest

from stsutils.evaluation import alignment, random_pair_cosine, similarity, sts, uniformity

RNG = np.random.default_rng(0)


def cosine(a, b):
    return a @ b / np.linalg.norm(a) / np.linalg.norm(b)


def test_random_pair_cosine_equals_the_double_loop():
    vectors = RNG.normal(size=(12, 5)) + 0.7
    pairs = [cosine(a, b) for i, a in enumerate(vectors) for j, b in enumerate(vectors) if i != j]
    assert random_pair_cosine(vectors) == pytest.approx(np.mean(pairs))
    assert random_pair_cosine(np.ones((4, 3))) == pytest.approx(1.0)


def test_alignment_and_uniformity_equal_their_loops():
    u, v = RNG.normal(size=(2, 9, 4))
    unit_u, unit_v = (x / np.linalg.norm(x, axis=1, keepdims=True) for x in (u, v))
    loop = [np.sum((a - b) ** 2) for a, b in zip(unit_u, unit_v, strict=True)]
    assert alignment(3 * u, v) == pytest.approx(np.mean(loop))
    loop = [np.exp(-2 * np.sum((unit_u[i] - unit_u[j]) ** 2)) for i in range(9) for j in range(i)]
    assert uniformity(u) == pytest.approx(np.log(np.mean(loop)))


def test_similarity_is_the_cosine_of_each_pair(tiny, pairs):
    encoder = tiny()
    u, v = (encoder.encode(list(pairs[c])) for c in ("sentence1", "sentence2"))
    expected = [cosine(a, b) for a, b in zip(u, v, strict=True)]
    np.testing.assert_allclose(similarity(encoder, pairs), expected, atol=1e-6)


def test_sts_is_one_for_a_gold_made_of_the_cosines(tiny, pairs):
    encoder = tiny()
    cosines = similarity(encoder, pairs)
    assert sts(encoder, pairs.assign(score=cosines))["spearman"] == pytest.approx(1.0)
    assert sts(encoder, pairs.assign(score=-cosines))["spearman"] == pytest.approx(-1.0)
    labels = pd.DataFrame(pairs.drop(columns="score")).assign(label=(cosines > 0).astype(int))
    assert -1 <= sts(encoder, labels)["spearman"] <= 1


def test_a_zero_vector_has_cosine_zero(pairs):
    class Zero:
        def encode(self, sentences, progress=False):
            return np.zeros((len(sentences), 3), np.float32)

    assert similarity(Zero(), pairs).tolist() == [0.0] * len(pairs)


@pytest.mark.parametrize("scorer", [similarity, sts])
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: rows.rename(columns={"sentence1": "a"}), r"sentence2, not \['a'"),
        (lambda rows: list(zip(rows["sentence1"], rows["sentence2"], strict=True)), "not list"),
    ],
)
def test_rows_that_are_no_pairs_are_named(refused, tiny, pairs, scorer, change, words):
    refused(words, scorer, tiny(), change(pairs))


@pytest.mark.parametrize("scorer", [similarity, sts])
def test_a_name_is_no_encoder(refused, pairs, scorer):
    refused("an encoder comes from load_encoder; got the name 'mini'", scorer, "mini", pairs)


@pytest.mark.parametrize("change", [{"score": "high"}, {"score": math.nan}, {}])
def test_gold_is_numbers(refused, tiny, pairs, change):
    rows = pairs.drop(columns="score").assign(**change)
    refused("a column of numbers, score or label", sts, tiny(), rows)
