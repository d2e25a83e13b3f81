import numpy as np
import pytest
import torch

from stsutils.methods.word_vectors import ppmi_vectors

CAT, DOG, EATS, CAR, DRIVES, ROAD = range(5, 11)
SENTENCES = [[2, CAT, EATS, 3], [2, DOG, EATS, 3], [2, CAR, DRIVES, ROAD, 3], [2, ROAD, CAR, 3]]
FLAT = np.array([piece for sentence in SENTENCES for piece in sentence], np.int32)
LENGTHS = np.array([len(sentence) for sentence in SENTENCES])


def by_loops(sentences, size, window):
    m = np.zeros((size, size))
    for sentence in sentences:
        for i, a in enumerate(sentence):
            for j, b in enumerate(sentence):
                if i != j and abs(i - j) <= window and a >= 5 and b >= 5:
                    m[a, b] += 1 / abs(i - j)
    q = m.sum(0) ** 0.75 / (m.sum(0) ** 0.75).sum()
    p = np.zeros_like(m)
    for a, b in zip(*m.nonzero(), strict=True):
        p[a, b] = max(0.0, np.log(m[a, b] / (m[a].sum() * q[b])))
    u, s, _ = np.linalg.svd(p)
    vectors = u * s**0.25
    vectors[5:] -= vectors[5:].mean(0)
    return vectors[5:] / np.linalg.norm(vectors[5:], axis=1, keepdims=True)


@pytest.mark.parametrize("window", [1, 2, 8])
def test_equals_counting_by_loops(window):
    vectors = ppmi_vectors(FLAT, LENGTHS, size=11, width=11, window=window)[5:].numpy()
    wanted = by_loops(SENTENCES, 11, window)
    np.testing.assert_allclose(vectors @ vectors.T, wanted @ wanted.T, atol=2e-3)


def test_texts_of_one_word_have_no_neighbours():
    alone = ppmi_vectors(np.array([CAT, DOG], np.int32), np.array([1, 1]), size=11, width=4)
    assert torch.equal(alone, torch.zeros(11, 4))


def test_words_with_the_same_neighbours_come_together():
    vectors = ppmi_vectors(FLAT, LENGTHS, size=11, width=4)
    cosines = vectors @ vectors.T
    assert cosines[CAT, DOG] > 0.99
    assert cosines[CAT, CAR] < 0.2


def test_neighbours_do_not_cross_sentences_and_special_pieces_are_no_words():
    vectors = ppmi_vectors(FLAT, LENGTHS, size=11, width=4)
    flat = np.array([piece for sentence in SENTENCES[::-1] for piece in sentence])
    again = ppmi_vectors(flat, LENGTHS[::-1], size=11, width=4)
    torch.testing.assert_close(vectors @ vectors.T, again @ again.T, atol=1e-4, rtol=0)
    assert not vectors[:5].any()


def test_the_same_text_gives_the_same_vectors_and_leaves_the_random_state():
    before = torch.get_rng_state()
    first = ppmi_vectors(FLAT, LENGTHS, size=11, width=4)
    assert torch.equal(first, ppmi_vectors(FLAT, LENGTHS, size=11, width=4))
    assert torch.equal(before, torch.get_rng_state())
