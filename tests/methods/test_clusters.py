import numpy as np
import pytest

from stsutils.methods.clusters import HEADS, clusters
from stsutils.statistics import spearman


@pytest.fixture(scope="module")
def pairs():
    """Differences on two thick spheres: radius about 1 for positives, about 2 for negatives."""
    random = np.random.default_rng(0)
    u, step = random.normal(size=(2, 1200, 8))
    labels = np.arange(1200) % 2
    step /= np.linalg.norm(step, axis=1, keepdims=True)
    radius = np.where(labels == 1, 1.0, 2.0) * random.uniform(0.9, 1.1, 1200)
    v = u + step * radius[:, None]
    return (u[:800], v[:800], labels[:800]), (u[800:], v[800:], labels[800:])


def test_the_blogs_picture(pairs):
    scores, metrics, _ = clusters(*pairs)
    gold = pairs[1][2]
    rho = {name: spearman(score, gold) for name, score in scores.items()}
    assert set(rho) == {"distance", "cosine", *HEADS}
    assert rho["distance"] > 0.8
    assert abs(rho["probe u-v"]) < 0.2
    assert rho["probe |u-v|"] > 0.7
    assert rho["probe u,v,|u-v|"] > 0.7
    assert metrics["distance_positive"] < 0.7 < 1.3 < metrics["distance_negative"]
    assert metrics["thickness_positive"] == pytest.approx(0.2 / 12**0.5, abs=0.01)
    assert metrics["overlap"] == 0


def test_the_histogram_is_two_densities(pairs):
    _, metrics, lines = clusters(*pairs, bins=20)
    width = lines[1]["distance"] - lines[0]["distance"]
    assert len(lines) == 20
    for kind in ("positive", "negative"):
        assert sum(line[kind] for line in lines) * width == pytest.approx(1, abs=1e-3)
    same = (*pairs[1][:2], np.random.default_rng(1).integers(2, size=400))
    assert clusters(pairs[0], same, bins=20)[1]["overlap"] > 0.7 > metrics["overlap"]
