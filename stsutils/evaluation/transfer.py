"""Transfer: a logistic regression on fixed sentence vectors, in SentEval's manner.

SentEval fits on the vectors as they are, chooses the regularisation by folds inside the training
rows (or on the validation split where a set has one), and reports accuracy. Ours does the same
with scikit-learn; a shorter grid and fewer inner folds are settings.
"""

import functools
import warnings
from collections.abc import Sequence

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_predict

SEED = 1111  # SentEval's, for the folds

_regression = functools.partial(LogisticRegression, max_iter=200, tol=1e-3)
_folds = functools.partial(StratifiedKFold, shuffle=True, random_state=SEED)
# vectors of one length and little spread take long; the accuracy settles much earlier
_quiet = functools.partial(warnings.catch_warnings, action="ignore", category=ConvergenceWarning)


def cross_validated(
    x: np.ndarray, labels: np.ndarray, folds: int, inner: int, grid: Sequence[float]
) -> np.ndarray:
    """Whether each row (n×d, n labels) is classified rightly by the fold that did not see it."""
    with _quiet():
        return cross_val_predict(by_folds(inner, grid), x, labels, cv=_folds(folds)) == labels


def by_folds(inner: int, grid: Sequence[float]) -> GridSearchCV:
    """Fits with the strength of the best mean accuracy over `inner` folds; the first of equals."""
    return GridSearchCV(_regression(), {"C": list(grid)}, cv=_folds(inner))


def by_validation(train: tuple, validation: tuple, grid: Sequence[float]) -> LogisticRegression:
    """The regression with the best accuracy on a validation split; parts are (x, labels)."""
    with _quiet():
        fitted = [_regression(C=strength).fit(*train) for strength in grid]
    return max(fitted, key=lambda regression: regression.score(*validation))


def classified(train: tuple, test: tuple, model) -> np.ndarray:
    """Whether each test row is classified rightly; parts are (x, labels)."""
    with _quiet():
        return model.fit(*train).predict(test[0]) == test[1]
