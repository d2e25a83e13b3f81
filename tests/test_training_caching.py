"""Gradient caching: the direct step's gradients, chunk by chunk, with the same dropout twice."""

import numpy as np
import pandas as pd
import pytest
import torch
from torch import nn

from stsutils.encoders.interaction import Interaction
from stsutils.encoders.tokens import Tokens
from stsutils.losses import cosent, cosine_mse, make_loss, on_cosines
from stsutils.training import caching, fit

COSENT = on_cosines(cosent)
GPU = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
ONE_STEP = {"epochs": 1, "batch_size": 12, "clip": 1e9, "lr": 1e-3, "progress": False}


def gradients(*modules):
    return [p.grad for module in modules for p in module.parameters()]


def assert_same(found, expected):
    size = max(float(one.abs().max()) for one in expected)
    assert size > 1e-3  # there is a gradient to compare
    for one, other in zip(found, expected, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-6, atol=1e-6 * size)


def triplets(rows):
    """Rows without a label."""
    texts = rows["sentence1"]
    columns = {"anchor": texts[:3], "positive": texts[1:4], "negative": texts[2:5]}
    return pd.DataFrame({name: [*own] for name, own in columns.items()})


def classes(rows):
    return rows.drop(columns="score").assign(label=[0, 1, 2] * 4)


@pytest.mark.parametrize("chunk", [1, 20, 10_000])
@pytest.mark.parametrize(
    ("name", "rows_of"),
    [("cosent", None), ("info_nce", None), ("triplet", triplets), ("softmax", classes)],
)
def test_equals_the_direct_step(tiny, pairs, name, rows_of, chunk):
    """The parameters of a loss get their gradient too."""
    rows = rows_of(pairs) if rows_of else pairs
    direct, cached = tiny(dropout=0.0), tiny(dropout=0.0)
    losses = [make_loss({"name": name}, 16, seed=1) for _ in range(2)]
    heads = [[one] if isinstance(one, nn.Module) else [] for one in losses]
    one = fit(direct, rows, losses[0], **ONE_STEP)
    two = fit(cached, rows, losses[1], chunk=chunk, **ONE_STEP)
    assert_same(gradients(cached, *heads[1]), gradients(direct, *heads[0]))
    assert two["loss"].item() == pytest.approx(one["loss"].item(), rel=1e-6)
    assert bool(heads[0]) == (name == "softmax")


def test_an_interaction_model_gives_one_column_of_scores(tiny, pairs):
    models = [Interaction(tiny(dropout=0.0).transformer, tiny().tokenizer, 32) for _ in range(2)]
    # not CoSENT: a new head's scores are all alike, and its gradients cancel to rounding errors
    rows, loss = pairs.assign(score=pairs["score"] / 5), on_cosines(cosine_mse)
    fit(models[0], rows, loss, **ONE_STEP)
    fit(models[1], rows, loss, chunk=40, **ONE_STEP)
    assert_same(gradients(models[1]), gradients(models[0]))


@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda", marks=GPU)])
def test_both_passes_see_the_same_dropout(tiny, pairs, device):
    encoder, calls = tiny(dropout=0.5).to(device), {True: [], False: []}
    exact = {"rtol": 0, "atol": 0} if device == "cpu" else {}
    encoder.register_forward_hook(
        lambda module, inputs, out: calls[out.requires_grad].append((inputs[0], out.detach()))
    )
    fit(encoder, pairs, COSENT, chunk=30, **ONE_STEP)
    assert len(calls[False]) == len(calls[True]) > 3
    longest = 0
    for (tokens, first), (again, second) in zip(calls[False], calls[True], strict=True):
        assert list(tokens) == list(again)
        torch.testing.assert_close(first, second, **exact)
        longest = max(longest, tokens.lengths.max())
        # no more than this is ever held for a gradient
        assert tokens.lengths.sum() < 30 + longest
    plain = tiny(dropout=0.5).to(device).eval()(calls[True][0][0])
    assert not torch.allclose(plain, calls[True][0][1], atol=1e-2)  # there was dropout


def test_random_numbers_go_on_after_those_of_the_loss():
    weight = nn.Parameter(torch.ones(1))
    torch.manual_seed(0)
    states = []

    def judge(vectors):
        value = (vectors * torch.rand(3, 1)).sum()
        states.append(torch.get_rng_state())
        return value

    device = torch.device("cpu")
    embed = lambda tokens: weight * torch.rand(len(tokens), 1)  # noqa: E731
    caching.backward(embed, judge, Tokens.of([[1], [1, 2], [1, 2, 3]], device), 1, device)
    assert torch.equal(torch.get_rng_state(), states[0])


@pytest.mark.parametrize("chunk", [1, 50, 10**9])
def test_chunks_cover_all_sentences_and_keep_to_their_tokens(chunk):
    lengths = np.random.default_rng(0).integers(3, 40, 200)
    pieces = caching.chunks(lengths, chunk)
    order = np.concatenate(pieces)
    assert sorted(order) == list(range(200))
    assert (np.diff(lengths[order]) >= 0).all()
    assert max(lengths[piece].sum() for piece in pieces) < chunk + lengths.max()
    assert len(pieces) <= min(200, lengths.sum() // chunk + 1)  # and no piece is wasted


def test_bfloat16_is_near_the_direct_step(tiny, pairs):
    histories = [
        fit(tiny(dropout=0.0), pairs, COSENT, precision="bfloat16", chunk=chunk, **ONE_STEP)
        for chunk in (None, 20)
    ]
    assert histories[1]["loss"].item() == pytest.approx(histories[0]["loss"].item(), rel=0.05)
