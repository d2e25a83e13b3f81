"""Eq. 3, the sets of contexts, and Eq. 4, against loops."""

import numpy as np
import pytest
import torch

from stsutils.methods.contexts.context_sets import OVERLAP, ContextSets, bag, jaccard
from stsutils.methods.contexts.generators import TARGETS
from stsutils.methods.contexts.score import combine, quality, terms
from stsutils.methods.contexts.scored import score_pairs
from stsutils.methods.contexts.similarity import cosines

SENTENCES = ["The doctor met a nurse.", "A pupil borrowed a book.", "The cook tasted the soup."]


@pytest.fixture(scope="module")
def sets(models):
    return ContextSets(models, size=4, shortlist=12, chunks=20)


@torch.no_grad()
def test_the_terms_are_those_of_one_triple_at_a_time(models):
    numbers, contexts = models.number(SENTENCES), models.text.contexts[[5, 70, 90]]
    found = terms(models, numbers, contexts)
    for row, i in enumerate(contexts):
        triple = models.numbers[[i - 1]], numbers[[row]], models.numbers[[i + 1]]
        wanted = [torch.sigmoid(models.discriminator(*triple)).log().item()]
        for target in TARGETS:
            summed, count = models.generators[target](*triple)
            wanted.append((summed / count).item())
        assert found[row] == pytest.approx(wanted, abs=1e-4)
    assert (found < 0).all()


def test_quality_has_a_number_for_each_held_out_context(models):
    found = quality(models, models.text, 60, seed=0)
    assert {len(values) for values in found.values()} == {60}
    for target in TARGETS:
        assert 2 < found[f"{target} unigram"].mean() < np.log(300)
    parts = found["accuracy, same document"], found["accuracy, other document"]
    assert (np.isnan(parts[0]) ^ np.isnan(parts[1])).all()
    assert np.nanmean(parts[0]) == pytest.approx(found["accuracy"][~np.isnan(parts[0])].mean())


def test_overlap_of_words_and_weights_of_the_terms():
    assert jaccard(bag("A cat sat."), bag("the cat SAT")) == 0.5
    assert jaccard(bag(""), bag("")) == 0.0
    found = np.arange(8.0).reshape(2, 4)
    assert combine(found).tolist() == [6.0, 22.0]
    assert combine(found, (1, 0, 0, 2)).tolist() == [6.0, 18.0]


def test_contexts_are_the_best_and_apart(sets):
    text = sets.models.text
    chosen, found = sets.of(SENTENCES)
    assert chosen.shape == (3, 4)
    assert found.shape == (3, 4, 4)
    numbers = sets.models.number(SENTENCES)
    for row in range(3):
        again = terms(sets.models, numbers[[row]].expand(4, -1), chosen[row])
        np.testing.assert_allclose(found[row], again, atol=1e-4)
        scores = combine(found[row])
        assert (np.diff(scores) <= 1e-6).all(), "best first"
        assert len(set(text.chunks[chosen[row]])) == 4
        bags = [bag(text.sentences[i - 1]) for i in chosen[row]]
        for a in range(4):
            assert all(jaccard(bags[a], bags[b]) < OVERLAP for b in range(a))


def test_without_diversity_the_best_are_taken_and_random_ones_are_fixed_by_the_seed(models, sets):
    plain = ContextSets(models, 4, 12, 20, "no diversity")
    best = combine(plain.of(SENTENCES)[1])
    assert (best >= combine(sets.of(SENTENCES)[1]) - 1e-6).all()
    one, two = (ContextSets(models, 4, 12, 20, "random", seed) for seed in (0, 1))
    first = one.of(SENTENCES)[0]
    assert (one.of(SENTENCES[::-1])[0][::-1] == first).all()
    assert (two.of(SENTENCES)[0] != first).any()


def test_no_sentence_is_placed_where_it_stood(models):
    i = models.text.contexts[40]
    wide = ContextSets(models, 10, 40, 60)
    chosen, _ = wide.of([models.text.sentences[i]])
    assert models.text.sentences[i] not in [models.text.sentences[c] for c in chosen[0]]


def test_cosines_by_reading(refused):
    rng = np.random.default_rng(0)
    scores = rng.normal(-8, 1, (5, 2, 6))
    reference = np.stack([rng.normal(-8, 0.5, (5, 6)), rng.uniform(0.5, 1, (5, 6))], 1)
    for row in range(5):
        u, v = scores[row]
        raw = u @ v / np.sqrt((u @ u) * (v @ v))
        assert cosines(scores, "raw")[row] == pytest.approx(raw)
        assert cosines(scores, "centred")[row] == pytest.approx(np.corrcoef(u, v)[0, 1])
        a, b = ((x - reference[row, 0]) / reference[row, 1] for x in (u, v))
        own = a @ b / np.sqrt((a @ a) * (b @ b))
        assert cosines(scores, "standardised", reference)[row] == pytest.approx(own)
    assert cosines(np.ones((1, 2, 3)), "centred") == [0.0]
    for how, message in (("median", "are read raw"), ("standardised", "need a reference")):
        refused(message, cosines, scores, how)


def test_pairs_are_scored_in_the_contexts_of_both(sets, tmp_path):
    pairs = [(SENTENCES[0], SENTENCES[1]), (SENTENCES[1], SENTENCES[2])]
    scored = score_pairs(sets, pairs, tmp_path, references=3)
    assert scored.terms.shape == (2, 2, 8, 4)
    assert scored.reference.shape == (2, 8, 3, 4)
    alone, _ = sets.of(SENTENCES)
    for row, (a, b) in enumerate(((0, 1), (1, 2))):
        contexts = np.concatenate([alone[a], alone[b]])
        assert (scored.contexts[row] == contexts).all()
        for side, sentence in enumerate((a, b)):
            placed = sets.models.number([SENTENCES[sentence]]).expand(8, -1)
            wanted = terms(sets.models, placed, contexts)
            np.testing.assert_allclose(scored.terms[row, side], wanted, atol=1e-4)
    assert scored.similarity("standardised").shape == (2,)
    few = scored.first(2)
    assert (few.contexts == scored.contexts[:, [0, 1, 4, 5]]).all()
    one = scored.similarity("raw", (0.0, 1.0, 0.0, 0.0))
    np.testing.assert_allclose(one, cosines(scored.terms[..., 1], "raw"), atol=1e-6)


def test_what_is_scored_is_kept(sets, tmp_path, monkeypatch):
    pairs = [(SENTENCES[0], SENTENCES[1])]
    one = score_pairs(sets, pairs, tmp_path)
    (path,) = tmp_path.iterdir()
    assert path.suffix == ".safetensors"
    monkeypatch.setattr(ContextSets, "of", None)
    two = score_pairs(sets, pairs, tmp_path)
    np.testing.assert_array_equal(one.terms, two.terms)


def test_more_chunks_are_taken_where_they_hold_too_few_contexts(refused, models):
    few = ContextSets(models, 4, 60, 60)
    few.chunks = 1
    assert few.of(SENTENCES)[0].shape == (3, 4)
    few.shortlist = 10_000
    refused("give more text", few.of, SENTENCES[:1])
