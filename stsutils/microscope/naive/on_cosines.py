"""The losses on one vector of cosines, each with its value and its gradient by each cosine."""

from math import exp, log


def cosent(cosines: list, labels: list, scale: float = 20.0) -> float:
    """Return log(1 + Σ exp(scale · (cos_k − cos_i))) over all (i, k) with label i > label k."""
    exponents = [0.0]  # the "1 +" is exp(0)
    for i in range(len(cosines)):
        for k in range(len(cosines)):
            if labels[i] > labels[k]:
                exponents.append(scale * (cosines[k] - cosines[i]))
    highest = max(exponents)  # taken out of the sum, so that exp cannot overflow
    return highest + log(sum(exp(e - highest) for e in exponents))


def cosent_gradient(cosines: list, labels: list, scale: float = 20.0) -> list[float]:
    """Return the softmax weights of the violating pairs: pushed up on i, pushed down on k."""
    loss = cosent(cosines, labels, scale)
    gradient = [0.0] * len(cosines)
    for i in range(len(cosines)):
        for k in range(len(cosines)):
            if labels[i] > labels[k]:
                weight = scale * exp(scale * (cosines[k] - cosines[i]) - loss)
                gradient[i] -= weight
                gradient[k] += weight
    return gradient


def cosine_mse(cosines: list, labels: list) -> float:
    """Return the mean of (cos − label)²."""
    total = 0.0
    for c, y in zip(cosines, labels, strict=True):
        total += (c - y) ** 2
    return total / len(cosines)


def cosine_mse_gradient(cosines: list, labels: list) -> list[float]:
    """Return 2 (cos − label) / B for each pair."""
    return [2 * (c - y) / len(cosines) for c, y in zip(cosines, labels, strict=True)]


def contrastive(
    cosines: list, labels: list, threshold: float = 0.5, form: str = "as_written"
) -> float:
    """Return the mean of ½(1 − cos)² for positives, ½max(ε, cos)² or ½max(0, cos − ε)² else."""
    total = 0.0
    for c, y in zip(cosines, labels, strict=True):
        if y == 1:
            total += (1 - c) ** 2 / 2
        elif form == "as_written":
            total += max(threshold, c) ** 2 / 2
        else:
            total += max(0.0, c - threshold) ** 2 / 2
    return total / len(cosines)


def contrastive_gradient(
    cosines: list, labels: list, threshold: float = 0.5, form: str = "as_written"
) -> list[float]:
    """Return cos − 1 for positives; for negatives above ε, cos or cos − ε; all divided by B."""
    gradient = []
    for c, y in zip(cosines, labels, strict=True):
        if y == 1:
            slope = c - 1
        elif c <= threshold:
            slope = 0.0
        else:
            slope = c if form == "as_written" else c - threshold
        gradient.append(slope / len(cosines))
    return gradient


def direct_linear(cosines: list, labels: list) -> float:
    """Return the mean of 1 − cos for positives, 1 + cos else."""
    total = 0.0
    for c, y in zip(cosines, labels, strict=True):
        total += 1 - c if y == 1 else 1 + c
    return total / len(cosines)


def direct_linear_gradient(cosines: list, labels: list) -> list[float]:
    """Return −1 / B for positives, 1 / B else, wherever the cosines are."""
    return [(-1 if y == 1 else 1) / len(cosines) for y in labels]


def direct_squared(cosines: list, labels: list) -> float:
    """Return the mean of (1 − cos)² for positives, cos² else."""
    total = 0.0
    for c, y in zip(cosines, labels, strict=True):
        total += (1 - c) ** 2 if y == 1 else c**2
    return total / len(cosines)


def direct_squared_gradient(cosines: list, labels: list) -> list[float]:
    """Return 2 (cos − 1) / B for positives, 2 cos / B else."""
    targets = [1 if y == 1 else 0 for y in labels]
    return [2 * (c - goal) / len(cosines) for c, goal in zip(cosines, targets, strict=True)]


def linear_threshold(cosines: list, labels: list, threshold: float = 0.7) -> float:
    """Return the mean of 1 − cos for positives, max(cos, ε) else."""
    total = 0.0
    for c, y in zip(cosines, labels, strict=True):
        total += 1 - c if y == 1 else max(c, threshold)
    return total / len(cosines)


def linear_threshold_gradient(cosines: list, labels: list, threshold: float = 0.7) -> list[float]:
    """Return −1 for positives, 1 for negatives above ε, 0 for the rest; all divided by B."""
    gradient = []
    for c, y in zip(cosines, labels, strict=True):
        slope = -1 if y == 1 else 1 if c > threshold else 0
        gradient.append(slope / len(cosines))
    return gradient
