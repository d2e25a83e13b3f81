import math

import pytest

from stsutils.microscope import SUBJECTS, naive

STEP = 1e-6


def test_cosent_by_hand():
    assert naive.cosent([0.5, 1.0], [1, 0]) == pytest.approx(math.log(1 + math.exp(10)))
    assert naive.cosent([0.3, 0.3, 0.3], [4, 4, 1], scale=3.0) == pytest.approx(math.log(3))
    assert naive.cosent([0.3, 0.9], [1, 1]) == 0
    assert naive.cosent([-1, 1], [1, 0], scale=1e4) == 2e4  # exp(20000) would overflow


def test_cosine_mse_by_hand():
    assert naive.cosine_mse([1.0, 0.5], [1.0, 0.1]) == pytest.approx(0.08)


def test_contrastive_by_hand():
    pairs = [0.6, 0.7, 0.2], [1, 0, 0]
    assert naive.contrastive(*pairs) == pytest.approx(0.9 / 6)
    assert naive.contrastive(*pairs, form="as_coded") == pytest.approx(0.2 / 6)


@pytest.mark.parametrize(
    ("name", "settings"), [(s.name, settings) for s in SUBJECTS.values() for settings in s.settings]
)
def test_the_gradients_are_the_slopes_of_the_values(name, settings):
    subject = SUBJECTS[name]
    cosines = [0.91, 0.34, -0.27, 0.63, 0.05, 0.77]
    labels = [subject.labels[i % len(subject.labels)] for i in range(6)]
    gradient = subject.naive_gradient(cosines, labels, **settings)
    assert any(gradient)
    for pair in range(6):
        moved = [
            subject.naive([c + d * (i == pair) for i, c in enumerate(cosines)], labels, **settings)
            for d in (STEP, -STEP)
        ]
        slope = (moved[0] - moved[1]) / (2 * STEP)
        assert gradient[pair] == pytest.approx(slope, rel=1e-5, abs=1e-8)
