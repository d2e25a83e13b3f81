"""The static encoder: means of word vectors, which `fit` can train."""

import numpy as np
import torch

from stsutils.encoders import WordMean
from stsutils.evaluation import similarity
from stsutils.losses import cosent, on_cosines
from stsutils.training import fit


def plain_means(encoder: WordMean, sentences: list[str]) -> np.ndarray:
    table, found = encoder.vectors.detach().numpy(), []
    for sentence in sentences:
        ids = encoder.tokenizer(sentence, add_special_tokens=False)["input_ids"]
        found.append(table[ids[: encoder.max_length]].mean(0))
    return np.array(found)


def test_a_vector_is_the_mean_of_its_words(tiny, sentences):
    encoder = WordMean(tiny())
    wanted = plain_means(encoder, sentences)
    assert not encoder.encode([""]).any()
    np.testing.assert_allclose(encoder.encode(sentences), wanted, atol=1e-6)
    np.testing.assert_allclose(encoder.encode(sentences[::-1])[::-1], wanted, atol=1e-6)


def test_training_moves_the_words_that_were_read_and_leaves_the_given_encoder(tiny, pairs):
    given = tiny()
    encoder, before = WordMean(given), given.transformer.get_input_embeddings().weight.clone()
    sha, tried = encoder.sha(), {"epochs": 20, "batch_size": 6, "lr": 1e-2, "weight_decay": 0.0}
    history = fit(encoder, pairs, on_cosines(cosent), progress=False, **tried)
    assert history.loss.iloc[-1] < 0.7 * history.loss.iloc[0]
    assert torch.equal(before, given.transformer.get_input_embeddings().weight)
    assert encoder.sha() != sha
    texts = [*pairs.sentence1, *pairs.sentence2]
    read = {i for text in texts for i in encoder.tokenizer(text)["input_ids"][1:-1]}
    moved = (encoder.vectors.detach() != before).any(1).nonzero().flatten().tolist()
    assert set(moved) == read
    assert similarity(encoder, pairs).shape == (len(pairs),)
