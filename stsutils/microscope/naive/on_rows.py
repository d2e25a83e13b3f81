"""The losses on rows of student and teacher scores, item by item.

Each has its gradient too, one number for each score, row after row.
"""

from math import exp, log

from stsutils.microscope.naive import on_cosines


def list_net(
    scores: list,
    teacher_scores: list,
    temperature: float = 0.05,
    teacher_temperature: float = 0.05,
) -> float:
    """Return the mean over rows of −Σ P log Q."""
    total = 0.0
    for row, teacher in zip(scores, teacher_scores, strict=True):
        wanted, seen = _softmax(teacher, teacher_temperature), _log_softmax(row, temperature)
        for p, log_q in zip(wanted, seen, strict=True):
            total -= p * log_q
    return total / len(scores)


def list_net_gradient(
    scores: list,
    teacher_scores: list,
    temperature: float = 0.05,
    teacher_temperature: float = 0.05,
) -> list[float]:
    """Return (Q − P) / (τ · rows)."""
    gradient = []
    for row, teacher in zip(scores, teacher_scores, strict=True):
        wanted, seen = _softmax(teacher, teacher_temperature), _softmax(row, temperature)
        pairs = zip(wanted, seen, strict=True)
        gradient += [(q - p) / (temperature * len(scores)) for p, q in pairs]
    return gradient


def list_mle(
    scores: list, teacher_scores: list, temperature: float = 0.05, form: str = "as_written"
) -> float:
    """Draw each row in the teacher's order; −log of the likelihood, mean over rows."""
    total = 0.0
    for row, teacher in zip(scores, teacher_scores, strict=True):
        left = _falling(teacher)
        places = 1 if form == "as_written" else len(left)
        while left:
            total -= _log_softmax([row[item] for item in left], temperature)[0] / places
            left = left[1:]
    return total / len(scores)


def list_mle_gradient(
    scores: list, teacher_scores: list, temperature: float = 0.05, form: str = "as_written"
) -> list[float]:
    """Return at each draw: the chance of every item left, minus 1 for the one that is due."""
    gradient = []
    for row, teacher in zip(scores, teacher_scores, strict=True):
        left, slopes = _falling(teacher), [0.0] * len(row)
        places = 1 if form == "as_written" else len(left)
        unit = 1 / (temperature * places * len(scores))
        while left:
            chances = _softmax([row[item] for item in left], temperature)
            for item, chance in zip(left, chances, strict=True):
                slopes[item] += unit * chance
            slopes[left[0]] -= unit
            left = left[1:]
        gradient += slopes
    return gradient


def cosent_rows(scores: list, teacher_scores: list, scale: float = 20.0) -> float:
    """Return the mean of CoSENT over the rows."""
    total = 0.0
    for row, teacher in zip(scores, teacher_scores, strict=True):
        total += on_cosines.cosent(row, teacher, scale)
    return total / len(scores)


def cosent_rows_gradient(scores: list, teacher_scores: list, scale: float = 20.0) -> list[float]:
    """Return CoSENT's gradient of each row, divided by the number of rows."""
    gradient = []
    for row, teacher in zip(scores, teacher_scores, strict=True):
        slopes = on_cosines.cosent_gradient(row, teacher, scale)
        gradient += [slope / len(scores) for slope in slopes]
    return gradient


def rank_encoder(
    scores: list,
    teacher_scores: list,
    weight: float = 0.05,
    lowest: float = 0.5,
    highest: float = 0.9999,
    temperature: float = 0.05,
    form: str = "as_written",
) -> float:
    """Return max(λ L_r, L_cl), or their sum as coded."""
    contrastive = 0.0
    for i, row in enumerate(scores):
        contrastive -= _log_softmax(row, temperature)[i] / len(scores)
    squares = [
        (r - c) ** 2
        for row, teacher in zip(scores, teacher_scores, strict=True)
        for c, r in zip(row, teacher, strict=True)
        if lowest <= r <= highest
    ]
    ranks = weight * sum(squares) / len(squares) if squares else 0.0
    return max(ranks, contrastive) if form == "as_written" else ranks + contrastive


def rank_encoder_gradient(
    scores: list,
    teacher_scores: list,
    weight: float = 0.05,
    lowest: float = 0.5,
    highest: float = 0.9999,
    temperature: float = 0.05,
    form: str = "as_written",
) -> list[float]:
    """Return the gradient of the larger part, or of both as coded."""
    bounds = {"lowest": lowest, "highest": highest}
    alone = {"temperature": temperature, "form": "as_coded"}
    contrastive = rank_encoder(scores, teacher_scores, 0.0, **bounds, **alone)
    both = rank_encoder(scores, teacher_scores, weight, **bounds, **alone)
    with_ranks = form == "as_coded" or both - contrastive > contrastive
    with_contrastive = form == "as_coded" or not with_ranks
    inside = sum(lowest <= r <= highest for teacher in teacher_scores for r in teacher)
    gradient = []
    for i, (row, teacher) in enumerate(zip(scores, teacher_scores, strict=True)):
        for j, (c, r, q) in enumerate(zip(row, teacher, _softmax(row, temperature), strict=True)):
            slope = 0.0
            if with_ranks and lowest <= r <= highest:
                slope += weight * 2 * (c - r) / inside
            if with_contrastive:
                slope += (q - (i == j)) / (temperature * len(scores))
            gradient.append(slope)
    return gradient


def _softmax(values: list, temperature: float) -> list[float]:
    return [exp(value) for value in _log_softmax(values, temperature)]


def _log_softmax(values: list, temperature: float) -> list[float]:
    highest = max(values)  # taken out, so that exp cannot overflow
    shifted = [(value - highest) / temperature for value in values]
    whole = log(sum(exp(value) for value in shifted))
    return [value - whole for value in shifted]


def _falling(teacher: list) -> list[int]:
    """The items by falling teacher score; ties stay in their order."""
    return sorted(range(len(teacher)), key=lambda item: -teacher[item])
