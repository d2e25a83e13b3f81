"""The losses on embeddings, as loops over lists of rows."""

from math import exp, log, sqrt

from stsutils.microscope.naive.on_cosines import cosent


def cosine(a: list, b: list) -> float:
    """Return the cosine of two vectors; 0 where one of them is zero."""
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    length = sqrt(sum(x * x for x in a)) * sqrt(sum(y * y for y in b))
    return dot / length if length else 0.0


def log_sum_exp(exponents: list) -> float:
    """Return the logarithm of the sum of exponentials, the highest taken out of the sum."""
    highest = max(exponents)
    return highest + log(sum(exp(e - highest) for e in exponents))


def softmax(
    u: list, v: list, labels: list, weight: list, bias: list, features: str = "u,v,|u-v|"
) -> float:
    """Return the mean of log Σ exp(h) − h_label, h from the features and the classifier."""
    total = 0.0
    for a, b, label in zip(u, v, labels, strict=True):
        x = []
        for name in features.split(","):
            for one, other in zip(a, b, strict=True):
                if name == "u":
                    x.append(one)
                elif name == "v":
                    x.append(other)
                elif name == "|u-v|":
                    x.append(one - other if one > other else other - one)
                else:
                    x.append(one * other)
        logits = []
        for row, shift in zip(weight, bias, strict=True):
            logits.append(shift + sum(w * number for w, number in zip(row, x, strict=True)))
        total += log_sum_exp(logits) - logits[int(label)]
    return total / len(u)


def triplet(
    anchor: list, positive: list, negative: list, margin: float = 1.0, distance: str = "euclid"
) -> float:
    """Return the mean of max(0, d(a, p) − d(a, n) + margin)."""

    def apart(a: list, b: list) -> float:
        if distance == "cosine":
            return 1 - cosine(a, b)
        return sqrt(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)))

    total = 0.0
    for a, p, n in zip(anchor, positive, negative, strict=True):
        total += max(0.0, apart(a, p) - apart(a, n) + margin)
    return total / len(anchor)


def info_nce(
    u: list,
    v: list,
    negatives: list | None = None,
    temperature: float = 0.05,
    denominator: str = "in_batch",
    chunk: int = 256,
) -> float:
    """Return the mean of log Σ exp(cos(u_i, c) / τ) − cos(u_i, v_i) / τ; chunks change nothing."""
    candidates = u if denominator == "as_printed" else v + (negatives or [])
    total = 0.0
    for i in range(len(u)):
        exponents = []
        for candidate in candidates:
            exponents.append(cosine(u[i], candidate) / temperature)
        total += log_sum_exp(exponents) - cosine(u[i], v[i]) / temperature
    return total / len(u)


def angle(u: list, v: list, labels: list, scale: float = 20.0, cosine_weight: float = 0.0) -> float:
    """Return CoSENT on |Σ Re + Im of z·conj(w)| / (|u| |v|), and on cosines with their weight."""
    scores, cosines = [], []
    for a, b in zip(u, v, strict=True):
        a, b = (x + [0.0] * (len(x) % 2) for x in (a, b))
        half, total = len(a) // 2, 0.0
        for j in range(half):
            product = complex(a[j], a[j + half]) * complex(b[j], b[j + half]).conjugate()
            total += product.real + product.imag
        lengths = sqrt(sum(x * x for x in a)) * sqrt(sum(x * x for x in b))
        scores.append(abs(total) / lengths if lengths else 0.0)
        cosines.append(cosine(a, b))
    loss = cosent(scores, labels, scale)
    return loss + cosine_weight * cosent(cosines, labels, scale)
