import numpy as np
import pandas as pd
import pytest
import torch

from stsutils.evaluation.triplets import right_triplets
from stsutils.methods.contexts.surrogate import forget, harvested, pairs_of
from stsutils.methods.contexts.text import Text


def long_text(documents=20, size=8):
    numbers = np.repeat(np.arange(documents), size)
    sentences = [f"d{d} s{i}" for d in range(documents) for i in range(size)]
    return Text(sentences, numbers, np.arange(len(sentences)) // 5)


def test_pairs_are_distinct_and_more_begin_with_fewer():
    text = long_text()
    few, many = pairs_of(text, 40, 0), pairs_of(text, 150, 0)
    assert many[:40] == few
    assert len({frozenset(pair) for pair in many}) == 150
    assert pairs_of(text, 40, 1) != few
    places = {s: i for i, s in enumerate(text.sentences)}
    gaps = [abs(places[a] - places[b]) for a, b in many]
    same = [a.split()[0] == b.split()[0] for a, b in many]
    assert 0.25 < np.mean([gap == 1 for gap in gaps]) < 0.6
    assert 0.5 < np.mean(same) < 0.9
    assert len({s for pair in many[:100] for s in pair}) <= 100, "sentences are used again"


def test_too_little_text_is_refused(refused):
    refused("10 documents of 5 sentences", pairs_of, long_text(3), 10, 0)
    refused("too few sentences", pairs_of, long_text(10, 5), 10_000, 0)


def test_harvested_rows():
    rows = harvested([("a", "b"), ("c", "d")], np.array([0.5, -0.25]))
    assert rows.to_dict("list") == {
        "sentence1": ["a", "c"], "sentence2": ["b", "d"], "score": [0.5, -0.25],
    }  # fmt: skip
    assert rows.attrs["range"] == (-1.0, 1.0)


def test_forgetting_gives_weights_of_the_seed(tiny):
    one, two, other = tiny(), tiny(), tiny()
    known = one.transformer.embeddings.word_embeddings.weight.clone()
    forget(one, 3), forget(two, 3), forget(other, 4)
    for a, b in zip(one.parameters(), two.parameters(), strict=True):
        assert torch.equal(a, b)
    words = one.transformer.embeddings.word_embeddings.weight
    assert not torch.equal(words, known)
    assert not torch.equal(words, other.transformer.embeddings.word_embeddings.weight)
    assert words.std().item() == pytest.approx(0.02, abs=0.004)


def test_right_triplets():
    vectors = {"a": [1, 0], "near": [1, 0.1], "far": [0, 1], "long": [9, 9]}

    class Encoder:
        def encode(self, sentences):
            return np.array([vectors[s] for s in sentences], float)

    rows = pd.DataFrame({
        "anchor": ["a", "a", "far", "a"],
        "positive": ["near", "far", "long", "near"],
        "negative": ["far", "long", "near", "near"],
    })  # fmt: skip
    assert right_triplets(Encoder(), rows).tolist() == [True, False, True, False]
