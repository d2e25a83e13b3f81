from unittest.mock import Mock

import numpy as np
import pandas as pd
import pytest
import torch

from stsutils.encoders import Interaction, load_interaction, packed, padded
from stsutils.encoders.tokens import Tokens
from stsutils.evaluation import sts
from stsutils.losses import binary_cross_entropy, cosent, on_cosines, on_scores
from stsutils.training import fit


@pytest.fixture
def make(tiny):
    """A function that makes a fresh tiny interaction model, always with the same weights."""

    def make(dropout=0.1, max_length=32):
        encoder = tiny(dropout=dropout)
        return Interaction(encoder.transformer, encoder.tokenizer, max_length).eval()

    return make


def plain_scores(model, first, second):
    """One padded pass, with Hugging Face's own segment numbers."""
    batch = model.tokenizer(
        first, second, padding=True, return_tensors="pt", return_token_type_ids=True
    )
    assert batch["token_type_ids"].max() == 1
    with torch.no_grad():
        states = model.transformer(**batch).last_hidden_state
        return (states[:, 0] @ model.head.weight[0] + model.head.bias).numpy()


@pytest.mark.parametrize("packs", [True, False])
def test_scores_equal_one_padded_pass_with_segments(make, monkeypatch, sentences, packs):
    model = make()
    assert packed.fits(model.transformer)
    monkeypatch.setattr(packed, "fits", lambda transformer: packs)
    monkeypatch.setitem(padded.PASS_COST, "cpu", 0)  # as many groups as there are lengths
    first, second = sentences, sentences[::-1]
    found = model.score(first, second)
    np.testing.assert_allclose(found, plain_scores(model, first, second), atol=1e-6)
    assert np.ptp(found) > 1e-4  # the canary: pairs differ


def test_the_second_sentence_has_its_own_segment(make, sentences):
    """Canary: with all segments 0, as in Su's code, the scores are others."""
    model = make()
    before = model.score(sentences, sentences[::-1])
    tokenize = model.tokenize
    model.tokenize = lambda a, b: Tokens.of(list(tokenize(a, b)), model.device)
    assert np.abs(model.score(sentences, sentences[::-1]) - before).max() > 1e-4


def test_order_matters_and_each_distinct_pair_is_read_once(make, sentences):
    model = make()
    model.tokenize = Mock(wraps=model.tokenize)
    a, b = sentences[:2]
    found = model.score([a, b, a], [b, a, b])
    model.tokenize.assert_called_once_with([a, b], [b, a])
    assert found[0] == found[2]
    assert abs(found[0] - found[1]) > 1e-6


def test_a_pair_has_one_score_whatever_its_company_and_dropout_is_off(make, sentences):
    model = make(dropout=0.5).train()
    together = model.score(sentences, sentences[::-1])
    alone = [model.score([a], [b])[0] for a, b in zip(sentences, sentences[::-1], strict=True)]
    np.testing.assert_allclose(alone, together, atol=1e-6)
    assert model.training
    (tokens,) = model.prepare([sentences, sentences[::-1]])
    assert not torch.equal(model(tokens), model(tokens))  # the canary: dropout is on here


def test_prepare_joins_the_columns_and_forward_gives_one_column(refused, make, sentences):
    model = make()
    columns = model.prepare([sentences, sentences[::-1]])
    assert len(columns) == 1
    assert list(columns[0]) == model.tokenizer(sentences, sentences[::-1])["input_ids"]
    assert model(columns[0]).shape == (len(sentences), 1)
    for wrong in ([sentences], [sentences] * 3):
        refused(f"two text columns, not {len(wrong)}", model.prepare, wrong)


def test_long_pairs_are_cut_and_no_pairs_give_no_scores(refused, make):
    model = make(max_length=12)
    (ids,) = model.tokenize(["cat " * 50], ["two dogs run ."])
    assert len(ids) == 12
    assert ids.count(model.tokenizer.sep_token_id) == 2  # both sentences are still there
    assert model.score([], []).shape == (0,)
    refused("two equal columns, not 1, 2", model.score, ["a"], ["b", "c"])


def test_a_separator_that_someone_typed_is_text(make):
    model = make()
    tokens = model.tokenize(["a cat [SEP] sat"], ["two dogs run ."])
    assert next(iter(tokens)).count(model.tokenizer.sep_token_id) == 2
    segments = tokens.strip().segments.tolist()
    assert segments == sorted(segments)
    assert sum(segments) == len(model.tokenizer("two dogs run .")["input_ids"]) - 1


def test_an_encoder_becomes_an_interaction_model_with_a_head_by_seed(refused, saved):
    shas = []
    for seed, noise in ((0, 1), (0, 2), (1, 2)):
        torch.manual_seed(noise)  # noise from outside must not matter
        shas.append(load_interaction(str(saved), seed=seed).sha())
    assert shas[0] == shas[1] != shas[2]
    refused("no such folder", load_interaction, "nowhere")
    mini = load_interaction()
    assert mini.max_length == 128
    assert np.isfinite(mini.score(["A man plays."], ["一个男人在下棋。"])).all()


def test_a_model_without_segments_gets_none(make, monkeypatch, sentences):
    model = make()
    monkeypatch.setattr(packed, "fits", lambda transformer: False)
    model.transformer.config.type_vocab_size = 1  # as RoBERTa's
    forward = model.transformer.forward = Mock(wraps=model.transformer.forward)
    model.score(sentences, sentences)
    assert set(forward.call_args.kwargs) == {"input_ids", "attention_mask", "output_hidden_states"}


@pytest.mark.parametrize("loss", [on_cosines(cosent, scale=1.0), on_scores(binary_cross_entropy)])
def test_fit_trains_it(make, pairs, loss):
    model = make(dropout=0.0)
    before = model.sha()
    rows = pairs.assign(score=(pairs["score"] > 2).astype(float))
    history = fit(model, rows, loss, epochs=40, batch_size=12, lr=2e-2, progress=False)
    assert model.sha() != before
    assert history["loss"].iloc[-1] < 0.5 * history["loss"].iloc[0]
    assert sts(model, rows)["spearman"] > 0.8


def test_scores_are_float32_inside_autocast(make, pairs):
    model = make()
    (tokens,) = model.prepare([list(pairs["sentence1"]), list(pairs["sentence2"])])
    with torch.autocast("cpu", torch.bfloat16):
        scores = model(tokens)
    assert scores.dtype == torch.float32
    assert not torch.equal(scores, scores.bfloat16().float())  # a bf16 head would give these
    history = fit(model, pairs, on_cosines(cosent), precision="bfloat16", progress=False)
    assert np.isfinite(history["loss"]).all()


def test_one_step_of_fit_equals_the_step_by_hand(make, pairs):
    ours, theirs, loss = make(dropout=0.0), make(dropout=0.0), on_cosines(cosent, scale=1.0)
    fit(ours, pairs, loss, warmup=0.0, progress=False, batch_size=12, lr=1e-2)
    scores = theirs(theirs.tokenize(pairs["sentence1"], pairs["sentence2"])).squeeze(1)
    optimizer = torch.optim.AdamW(theirs.parameters(), lr=1e-2, weight_decay=0.0)
    cosent(scores, torch.tensor(pairs["score"].to_numpy()), 1.0).backward()
    torch.nn.utils.clip_grad_norm_(theirs.parameters(), 1.0)
    optimizer.step()
    # weight decay of one step is 1e-4 of a weight; Adam's first step is lr whatever the gradient
    torch.testing.assert_close(ours.head.weight, theirs.head.weight, atol=1e-4, rtol=0)


def test_sixteen_bits_are_near_and_the_head_stays_in_float32(refused, make, sentences):
    model = make()
    exact = model.score(sentences, sentences[::-1])
    rough = model.score(sentences, sentences[::-1], precision="bfloat16")
    assert 1e-7 < np.abs(exact - rough).max() < 0.05
    assert not np.array_equal(rough, torch.tensor(rough).bfloat16().float().numpy())
    refused("float16", model.score, sentences, sentences, precision="float16")


def test_sts_takes_the_scores(make, pairs):
    model = make()
    scores = model.score(list(pairs["sentence1"]), list(pairs["sentence2"]))
    wanted = pd.Series(scores).corr(pairs["score"], method="spearman")
    assert sts(model, pairs)["spearman"] == pytest.approx(wanted)
    assert sts(model, pairs, precision="bfloat16")["spearman"] == pytest.approx(wanted, abs=0.5)
