"""A linear probe: what can a single linear layer read off fixed vectors?"""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler


def fit_probe(vectors: np.ndarray, labels: np.ndarray, decay: float = 1e-2) -> Pipeline:
    """Logistic regression of labels (n, 0 or 1) on vectors (n×d), in float64.

    Formula: the least mean cross-entropy + ½ decay ‖weights‖², on columns scaled to deviation 1.
    The problem is convex, so there is one answer and no seed. A column that never changes gets no
    weight. ``probe.decision_function(vectors)`` gives one logit a row; above 0 means class 1.
    """
    # scikit-learn weighs the sum over the rows by C, and the weights by ½
    strength = 1 / (decay * len(labels))
    regression = LogisticRegression(C=strength, solver="newton-cholesky", tol=1e-9)
    scaled = make_pipeline(StandardScaler(), regression)
    return scaled.fit(np.asarray(vectors, np.float64), np.asarray(labels))
