import numpy as np

from stsutils.methods.clusters import HEADS, clusters
from stsutils.statistics import spearman


def test_the_blogs_picture():
    """Differences on two thick spheres: radius about 1 for positives, about 2 for negatives."""
    random = np.random.default_rng(0)
    u, step = random.normal(size=(2, 1200, 8))
    labels = np.arange(1200) % 2
    step /= np.linalg.norm(step, axis=1, keepdims=True)
    radius = np.where(labels == 1, 1.0, 2.0) * random.uniform(0.9, 1.1, 1200)
    v = u + step * radius[:, None]
    scores = clusters((u[:800], v[:800], labels[:800]), (u[800:], v[800:]))
    rho = {name: spearman(score, labels[800:]) for name, score in scores.items()}
    assert set(rho) == {"distance", "cosine", *HEADS}
    assert rho["distance"] > 0.8
    assert abs(rho["probe u-v"]) < 0.2
    assert rho["probe |u-v|"] > 0.7
    assert rho["probe u,v,|u-v|"] > 0.7
