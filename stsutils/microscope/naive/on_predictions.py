"""The losses on predictions and scores, pair by pair."""

from math import exp, log1p


def l1(predictions: list, labels: list) -> float:
    """Return the mean of |prediction − label|."""
    total = 0.0
    for p, y in zip(predictions, labels, strict=True):
        total += p - y if p > y else y - p
    return total / len(predictions)


def l1_gradient(predictions: list, labels: list) -> list[float]:
    """Return the sign of prediction − label, divided by B."""
    pairs = zip(predictions, labels, strict=True)
    return [((p > y) - (p < y)) / len(predictions) for p, y in pairs]


def translated_relu(
    predictions: list,
    labels: list,
    slope: float = 2.5,
    tolerance: float = 0.25,
    boundary: str = "none",
    ends: tuple = (0.0, 2.0),
) -> float:
    """Return the mean of k (x − x0) where the miss x is above x0."""
    total = 0.0
    for p, y in zip(predictions, labels, strict=True):
        x = abs(_miss(p, y, boundary, ends)[0])
        total += slope * (x - tolerance) if x > tolerance else 0.0
    return total / len(predictions)


def translated_relu_gradient(
    predictions: list,
    labels: list,
    slope: float = 2.5,
    tolerance: float = 0.25,
    boundary: str = "none",
    ends: tuple = (0.0, 2.0),
) -> list[float]:
    """Return ±k / B where the miss is above x0 and the prediction is free to move."""
    gradient = []
    for p, y in zip(predictions, labels, strict=True):
        miss, moves = _miss(p, y, boundary, ends)
        push = slope if moves and abs(miss) > tolerance else 0.0
        gradient.append((push if miss > 0 else -push) / len(predictions))
    return gradient


def smooth_k2(
    predictions: list,
    labels: list,
    slope: float = 2.0,
    tolerance: float = 0.25,
    boundary: str = "none",
    ends: tuple = (0.0, 2.0),
) -> float:
    """Return the mean of k (x² − 2 x0 x + x0²) where the miss x is above x0."""
    total = 0.0
    for p, y in zip(predictions, labels, strict=True):
        x = abs(_miss(p, y, boundary, ends)[0])
        if x > tolerance:
            total += slope * (x * x - 2 * tolerance * x + tolerance * tolerance)
    return total / len(predictions)


def smooth_k2_gradient(
    predictions: list,
    labels: list,
    slope: float = 2.0,
    tolerance: float = 0.25,
    boundary: str = "none",
    ends: tuple = (0.0, 2.0),
) -> list[float]:
    """Return ±2k (x − x0) / B where the miss is above x0 and the prediction is free to move."""
    gradient = []
    for p, y in zip(predictions, labels, strict=True):
        miss, moves = _miss(p, y, boundary, ends)
        x = abs(miss)
        push = 2 * slope * (x - tolerance) if moves and x > tolerance else 0.0
        gradient.append((push if miss > 0 else -push) / len(predictions))
    return gradient


def _miss(p: float, y: float, boundary: str, ends: tuple) -> tuple[float, bool]:
    """Prediction − label after the boundary rule, and whether it follows the prediction."""
    lowest, highest = ends
    if boundary in ("as_coded", "both_ends") and p < lowest:
        return lowest - y, False
    if boundary == "both_ends" and p > highest:
        return highest - y, False
    if boundary == "own_end" and (p > y == highest or p < y == lowest):
        return 0.0, False
    return p - y, True


def binary_cross_entropy(scores: list, labels: list) -> float:
    """Return the mean of −y log p − (1 − y) log(1 − p), p being the score's sigmoid."""
    total = 0.0
    for s, y in zip(scores, labels, strict=True):
        small = log1p(exp(-abs(s)))  # −log of the larger one of p and 1 − p
        total += y * (max(-s, 0) + small) + (1 - y) * (max(s, 0) + small)
    return total / len(scores)


def binary_cross_entropy_gradient(scores: list, labels: list) -> list[float]:
    """Return (p − y) / B for each pair."""
    gradient = []
    for s, y in zip(scores, labels, strict=True):
        larger = 1 / (1 + exp(-abs(s)))
        p = larger if s > 0 else 1 - larger
        gradient.append((p - y) / len(scores))
    return gradient
