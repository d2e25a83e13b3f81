"""The head alone: trained first, and read afterwards; against loops in float64."""

import numpy as np
import pytest
import torch

from stsutils.losses import make_loss
from stsutils.methods.heads import fit_head, head_classes, head_scores


def head(name="smooth_k2", **settings):
    return make_loss({"name": name, **settings}, dimension=16, seed=3)


def vectors(encoder, rows):
    return (encoder.encode(rows[c].tolist()).astype(np.float64) for c in ("sentence1", "sentence2"))


def test_only_the_head_is_trained(tiny, pairs):
    encoder, loss = tiny(), head()
    before = {k: v.clone() for k, v in encoder.state_dict().items()}
    start = [p.detach().clone() for p in loss.parameters()]
    fit_head(encoder, pairs, loss, epochs=2, batch_size=4, lr=1e-2, progress=False)
    assert all(torch.equal(v, before[k]) for k, v in encoder.state_dict().items())
    assert not any(torch.equal(a, b) for a, b in zip(start, loss.parameters(), strict=True))
    assert all(p.requires_grad for p in encoder.parameters()), "stage 2 trains them"


def test_the_encoder_is_released_when_stage_1_fails_but_for_what_was_frozen_before(tiny, pairs):
    encoder = tiny()
    with pytest.raises(TypeError):
        fit_head(encoder, pairs, head(), rate=1)
    assert all(p.requires_grad for p in encoder.parameters())
    frozen = next(encoder.parameters()).requires_grad_(False)
    fit_head(encoder, pairs, head(), batch_size=4, progress=False)
    assert not frozen.requires_grad
    assert sum(not p.requires_grad for p in encoder.parameters()) == 1


def test_it_learns_what_a_line_can(tiny, pairs):
    rows = pairs.assign(score=(pairs.sentence1 == pairs.sentence2).astype(float) * 2)
    encoder, loss = tiny(dropout=0.0), head(features="|u-v|", tolerance=0.0)
    fit_head(encoder, rows, loss, epochs=40, batch_size=12, lr=0.1, progress=False)
    scores = head_scores(encoder, loss, rows)
    same = rows.score > 0
    assert 0 < same.sum() < len(rows)
    assert scores[same].min() > scores[~same].max()


@pytest.mark.parametrize("features", ["u,v,|u-v|", "u,v", "|u-v|"])
def test_a_regression_heads_scores(tiny, pairs, features):
    encoder, loss = tiny(), head(features=features)
    w = loss.layer.weight.detach().double().numpy()[0]
    found, d = [], 16
    for u, v in zip(*vectors(encoder, pairs), strict=True):
        parts = {"u": u, "v": v, "|u-v|": abs(u - v)}
        total, at = loss.layer.bias.item(), 0
        for name in features.split(","):
            total += sum(w[at + i] * parts[name][i] for i in range(d))
            at += d
        found.append(total)
    np.testing.assert_allclose(head_scores(encoder, loss, pairs), found, atol=1e-5)


def test_a_classifiers_scores_are_the_expected_class(tiny, pairs):
    encoder, loss = tiny(), head("softmax", classes=4)
    w, b = (p.detach().double().numpy() for p in loss.parameters())
    scores, best = [], []
    for u, v in zip(*vectors(encoder, pairs), strict=True):
        logits = w @ np.concatenate([u, v, abs(u - v)]) + b
        shares = np.exp(logits) / np.exp(logits).sum()
        scores.append(sum(k * p for k, p in enumerate(shares)))
        best.append(int(np.argmax(logits)))
    np.testing.assert_allclose(head_scores(encoder, loss, pairs), scores, atol=1e-5)
    assert head_classes(encoder, loss, pairs, 4).tolist() == best


def test_rounding_to_the_nearest_class(tiny, pairs):
    encoder, loss = tiny(), head(features="|u-v|")
    with torch.no_grad():
        loss.layer.weight.zero_()
    for bias, wanted in ((2.875, 2), (1.333, 1), (-0.7, 0), (0.5, 1), (1.5, 2), (0.49, 0)):
        with torch.no_grad():
            loss.layer.bias.fill_(bias)
        assert set(head_classes(encoder, loss, pairs, 3)) == {wanted}, bias
    with torch.no_grad():
        loss.layer.bias.fill_(2.875)  # the paper's example has four classes
    assert set(head_classes(encoder, loss, pairs, classes=4)) == {3}
