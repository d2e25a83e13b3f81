"""Transfer: a logistic regression on fixed sentence vectors, in SentEval's manner.

SentEval fits on the vectors as they are, chooses the regularisation by folds inside the training
rows (or on the validation split where a set has one), and reports accuracy. Ours does the same
with scikit-learn; a shorter grid and fewer inner folds are settings.
"""

import warnings
from collections.abc import Iterator, Sequence

import numpy as np

GRID = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)  # SentEval's, the inverse strength of the regularisation
SEED = 1111  # SentEval's, for the folds


def cross_validated(
    x: np.ndarray, labels: np.ndarray, folds: int, inner: int, grid: Sequence[float] = GRID
) -> np.ndarray:
    """Whether each row (n×d, n labels) is classified rightly by the fold that did not see it."""
    right = np.zeros(len(labels), bool)
    for train, test in _folds(labels, folds):
        best = choose(x[train], labels[train], inner, grid)
        right[test] = classified((x[train], labels[train]), (x[test], labels[test]), best)
    return right


def choose(x: np.ndarray, labels: np.ndarray, inner: int, grid: Sequence[float] = GRID) -> float:
    """The strength with the best mean accuracy over `inner` folds; the first of equals."""
    means = []
    for strength in grid:
        folds = (((x[a], labels[a]), (x[b], labels[b])) for a, b in _folds(labels, inner))
        means.append(np.mean([classified(*fold, strength).mean() for fold in folds]))
    return grid[int(np.argmax(means))]


def by_validation(train: tuple, validation: tuple, grid: Sequence[float] = GRID) -> float:
    """The strength with the best accuracy on a validation split; parts are (x, labels)."""
    scores = [classified(train, validation, strength).mean() for strength in grid]
    return grid[int(np.argmax(scores))]


def classified(train: tuple, test: tuple, strength: float) -> np.ndarray:
    """Whether each test row is classified rightly; parts are (x, labels)."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    regression = LogisticRegression(C=strength, max_iter=200, tol=1e-3)
    with warnings.catch_warnings():
        # vectors of one length and little spread take long; the accuracy settles much earlier
        warnings.simplefilter("ignore", ConvergenceWarning)
        regression.fit(*train)
    x, labels = test
    return regression.predict(x) == labels


def _folds(labels: np.ndarray, number: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    from sklearn.model_selection import StratifiedKFold  # seconds to import, and few need it

    folds = StratifiedKFold(n_splits=number, shuffle=True, random_state=SEED)
    return folds.split(np.zeros(len(labels)), labels)
