"""A linear probe: what can a single linear layer read off fixed vectors?"""

from dataclasses import dataclass

import numpy as np
import torch


@dataclass(frozen=True)
class Probe:
    """A fitted logistic regression: logit = weights · (x − mean) / scale + bias."""

    mean: np.ndarray
    scale: np.ndarray
    weights: np.ndarray
    bias: float

    def logits(self, vectors: np.ndarray) -> np.ndarray:
        """One logit a row (n) of n×d vectors; above 0 means class 1."""
        return (vectors - self.mean) / self.scale @ self.weights + self.bias


def fit_probe(vectors: np.ndarray, labels: np.ndarray, decay: float = 1e-2) -> Probe:
    """Logistic regression of labels (n, 0 or 1) on vectors (n×d), by L-BFGS in float64.

    Formula: the least mean cross-entropy + ½ decay ‖weights‖², on columns scaled to deviation 1.
    The problem is convex, so there is one answer and no seed. A column that never changes gets no
    weight.
    """
    vectors = np.asarray(vectors, np.float64)
    mean, scale = vectors.mean(axis=0), vectors.std(axis=0)
    scale = np.where(scale < 1e-12, 1.0, scale)
    x = torch.from_numpy((vectors - mean) / scale)
    y = torch.tensor(np.asarray(labels, np.float64))
    theta = torch.zeros(x.shape[1] + 1, dtype=torch.float64, requires_grad=True)
    solver = torch.optim.LBFGS([theta], max_iter=300, line_search_fn="strong_wolfe")

    def closure():
        solver.zero_grad()
        logits = x @ theta[1:] + theta[0]
        loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, y)
        loss = loss + 0.5 * decay * theta[1:].square().sum()
        loss.backward()
        return loss

    solver.step(closure)
    found = theta.detach().numpy()
    return Probe(mean, scale, found[1:].copy(), float(found[0]))
