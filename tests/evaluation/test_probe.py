import numpy as np
import pytest

from stsutils.evaluation.probe import fit_probe


@pytest.fixture
def points():
    return np.random.default_rng(0).normal(size=(400, 3))


def test_a_line_is_found_and_the_gradient_there_is_zero(points):
    labels = (points @ [2.0, -1.0, 0.0] + 0.5 > 0).astype(int)
    probe = fit_probe(points, labels, decay=0.01)
    logits = probe.decision_function(points)
    assert ((logits > 0) == labels).mean() > 0.97
    x, weights = probe[0].transform(points), probe[1].coef_[0]
    residual = 1 / (1 + np.exp(-logits)) - labels
    slope = x.T @ residual / len(x) + 0.01 * weights
    assert np.abs(slope).max() < 1e-5
    assert abs(residual.mean()) < 1e-5


def test_two_spheres_need_the_absolute_value(points):
    """The blog's picture: a small sphere in a large one, one centre."""
    radius = np.where(np.arange(400) % 2, 1.0, 3.0)
    shells = points / np.linalg.norm(points, axis=1, keepdims=True) * radius[:, None]
    labels = np.arange(400) % 2
    plain = fit_probe(shells, labels).score(shells, labels)
    folded = fit_probe(abs(shells), labels).score(abs(shells), labels)
    assert plain < 0.65
    assert folded > 0.95


def test_a_column_that_never_changes_gets_no_weight(points):
    constant = np.column_stack([points, np.full(400, 7.0)])
    probe = fit_probe(constant, (points[:, 0] > 0).astype(int))
    assert probe[1].coef_[0, 3] == 0
    assert np.isfinite(probe.decision_function(constant)).all()
