"""The properties a loss must have, each one function of (candidate, subject).

A property returns a short detail, or raises AssertionError with what it saw.
"""

import math
from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from stsutils.microscope.subjects import Subject

# ---------------------------------------------------------------- batches and comparisons


def _batches(one: Subject) -> Iterator[tuple[Tensor, Tensor, dict]]:
    """Yield twelve float64 batches of 2 to 12 pairs, with ties, for each of the settings."""
    generator = torch.Generator().manual_seed(7)
    values = torch.tensor(one.labels, dtype=torch.float64)
    for number in range(12):
        pairs = number + 1 if number else 12
        cosines = torch.rand(pairs, generator=generator, dtype=torch.float64) * 1.9 - 0.9
        labels = values[torch.randint(len(values), (pairs,), generator=generator)]
        if pairs > 1:  # the ends are always there, so that no batch is all ties
            labels[0], labels[-1] = values[0], values[-1]
        for settings in one.settings:
            yield cosines, labels, settings


def _gradient(candidate: Callable, cosines: Tensor, labels: Tensor, settings: dict) -> Tensor:
    leaf = cosines.detach().clone().requires_grad_()
    (gradient,) = torch.autograd.grad(candidate(leaf, labels, **settings), leaf)
    return gradient


def _close(seen: float, wanted: float, tolerance: float, what: str) -> None:
    assert math.isfinite(seen), f"{what}: got {seen}, wanted {wanted:.6g}"
    error = abs(seen - wanted)
    assert error <= tolerance * max(1.0, abs(wanted)), f"{what}: got {seen:.6g}, not {wanted:.6g}"


def _agree(candidate: Callable, one: Subject, cosines, labels, settings, tolerance=1e-10) -> None:
    """Assert that value and gradient are those of the naive loop, on the cosines as they are."""
    lists = cosines.tolist(), labels.tolist()
    where = ", ".join(f"{k}={v}" for k, v in settings.items()) or "defaults"
    seen = candidate(cosines, labels, **settings)
    assert seen.shape == (), f"{where}: the loss has shape {tuple(seen.shape)}, not one number"
    _close(seen.item(), one.naive(*lists, **settings), tolerance, f"loss ({where})")
    wanted = one.naive_gradient(*lists, **settings)
    gradient = _gradient(candidate, cosines, labels, settings).tolist()
    for pair, (g, w) in enumerate(zip(gradient, wanted, strict=True)):
        _close(g, w, tolerance, f"gradient of pair {pair} ({where})")


def _tensor(*values: float) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)


# ---------------------------------------------------------------- the checks


def known_angles(candidate: Callable, one: Subject) -> str:
    """Pairs at 0 to 180 degrees: the similar ones at 0, 60 and 90, the others at 60 to 180."""
    low, high = one.labels[0], one.labels[-1]
    cosines = _tensor(1, 0.5, 0, 0.5, 0, -0.5, -1)  # not a mirror image: a flipped sign must show
    labels = _tensor(high, high, high, low, low, low, low)
    for settings in one.settings:
        lists = cosines.tolist(), labels.tolist()
        wanted = one.naive(*lists, **settings)
        _close(candidate(cosines, labels, **settings).item(), wanted, 1e-12, f"loss {settings}")
    return "0, 60, 90, 120, 180 degrees equal the naive loop"


def random_batches(candidate: Callable, one: Subject) -> str:
    """Value and gradient equal the naive loop's on random float64 batches."""
    batches = list(_batches(one))
    for cosines, labels, settings in batches:
        _agree(candidate, one, cosines, labels, settings)
    return f"{len(batches)} batches: value and gradient within 1e-10 of the naive loop"


def gradcheck(candidate: Callable, one: Subject) -> str:
    """The gradient is the slope of the value: torch's own finite differences in float64."""
    cosines = _tensor(0.91, 0.34, -0.27, 0.63, 0.05, 0.77).requires_grad_()
    labels = _tensor(*(one.labels[i % len(one.labels)] for i in range(6)))
    for settings in one.settings:
        call = lambda c, settings=settings: candidate(c, labels, **settings)  # noqa: E731
        assert torch.autograd.gradcheck(call, (cosines,))
    return "torch.autograd.gradcheck passes"


def times_three(candidate: Callable, one: Subject) -> str:
    """Three times the loss has three times the gradient: backward uses what comes from above."""
    cosines, labels, settings = next(_batches(one))
    triple = lambda c, y, **s: 3 * candidate(c, y, **s)  # noqa: E731
    wanted = 3 * _gradient(candidate, cosines, labels, settings)
    assert torch.allclose(_gradient(triple, cosines, labels, settings), wanted), "not scaled"
    return "backward is linear in the gradient from above"


def one_pair(candidate: Callable, one: Subject) -> str:
    """A batch of one pair works."""
    for settings in one.settings:
        _agree(candidate, one, _tensor(0.6), _tensor(one.labels[-1]), settings)
    return "a batch of one pair works"


def equal_labels(candidate: Callable, one: Subject) -> str:
    """A batch whose labels are all equal works; a ranking loss is 0 there, without gradient."""
    cosines = _tensor(0.9, 0.2, -0.4, 0.2)
    for label in (one.labels[0], one.labels[-1]):
        for settings in one.settings:
            _agree(candidate, one, cosines, _tensor(*[label] * 4), settings, 1e-12)
    return "loss 0, gradient 0" if one.ranks else "equals the naive loop"


def label_types(candidate: Callable, one: Subject) -> str:
    """Labels 0 and 1 mean the same as float64, float32, int and bool."""
    cosines, labels = _tensor(0.9, 0.3, 0.5), torch.tensor([1, 0, 0])
    wanted = one.naive(cosines.tolist(), labels.tolist())
    for dtype in (torch.float64, torch.float32, torch.int64, torch.bool):
        _close(candidate(cosines, labels.to(dtype)).item(), wanted, 1e-12, f"{dtype} labels")
    return "float, int and bool labels agree"


def inputs_untouched(candidate: Callable, one: Subject) -> str:
    """Neither cosines nor labels are changed in place."""
    cosines, labels, settings = next(_batches(one))
    before = cosines.clone(), labels.clone()
    candidate(cosines, labels, **settings)
    assert torch.equal(cosines, before[0]), "the cosines were changed in place"
    assert torch.equal(labels, before[1]), "the labels were changed in place"
    return "cosines and labels are left as they were"


def order_of_pairs(candidate: Callable, one: Subject) -> str:
    """Shuffling the pairs leaves the loss and shuffles the gradient."""
    for cosines, labels, settings in _batches(one):
        order = torch.randperm(len(cosines), generator=torch.Generator().manual_seed(1))
        loss = candidate(cosines, labels, **settings).item()
        shuffled = candidate(cosines[order], labels[order], **settings).item()
        _close(shuffled, loss, 1e-12, "loss of the shuffled batch")
        gradient = _gradient(candidate, cosines, labels, settings)[order]
        again = _gradient(candidate, cosines[order], labels[order], settings)
        assert torch.allclose(again, gradient, atol=1e-12), "the gradient did not follow its pair"
    return "the order of pairs in a batch does not matter"


def alive(candidate: Callable, one: Subject) -> str:
    """The gradient is not zero where the batch is plainly wrong: a canary for the other checks."""
    labels = _tensor(one.labels[-1], one.labels[0])
    gradient = _gradient(candidate, _tensor(0.1, 0.9), labels, {})
    assert (gradient.abs() > 1e-3).all(), f"gradient {gradient.tolist()}"
    return f"gradient {[round(g, 3) for g in gradient.tolist()]} on a batch in the wrong order"


def direction(candidate: Callable, one: Subject) -> str:
    """One step down the gradient pulls the similar pair up and the violating other pair down."""
    labels = _tensor(one.labels[-1], one.labels[0])
    for settings in one.settings:
        up, down = (-_gradient(candidate, _tensor(0.1, 0.9), labels, settings)).tolist()
        assert up > 0, f"the similar pair is pushed down ({up:.4g})"
        assert down < 0, f"the dissimilar pair is pushed up ({-down:.4g})"
    return "similar pairs up, violating dissimilar pairs down"


def single_precision(candidate: Callable, one: Subject) -> str:
    """300 pairs in float32 stay within 1e-5 of the same cosines in float64, and stay float32."""
    generator = torch.Generator().manual_seed(3)
    cosines = torch.rand(300, generator=generator)
    labels = torch.tensor(one.labels)[torch.randint(len(one.labels), (300,), generator=generator)]
    seen = candidate(cosines, labels)
    wanted = candidate(cosines.double(), labels.double()).item()
    _close(seen.item(), wanted, 1e-5, "float32 loss")
    assert seen.dtype == torch.float32, f"the loss came back as {seen.dtype}"
    return "float32 within 1e-5 of float64"


def bfloat16(candidate: Callable, one: Subject) -> str:
    """bf16 cosines are lifted before they are subtracted; their gradient comes back as bf16."""
    for cosines, labels, settings in _batches(one):
        half = cosines.bfloat16()
        labels = labels.float()
        seen = candidate(half, labels, **settings)
        wanted = candidate(half.float(), labels, **settings)
        assert seen.dtype == torch.float32, f"the loss came back as {seen.dtype}"
        _close(seen.item(), wanted.item(), 1e-5, "bf16 loss")
        gradient = _gradient(candidate, half, labels, settings)
        assert gradient.dtype == torch.bfloat16, f"the gradient came back as {gradient.dtype}"
        full = _gradient(candidate, half.float(), labels, settings)
        assert torch.allclose(gradient.float(), full, rtol=1e-2, atol=1e-6), "bf16 gradient is off"
    return "computed in float32, gradient in bf16"


def ties(candidate: Callable, one: Subject) -> str:
    """Pairs with equal labels are not compared: two 4s and a 1 make two comparisons, not three."""
    for scale in (1.0, 20.0):
        seen = candidate(_tensor(0.5, 0.5, 0.5), _tensor(4, 4, 1), scale=scale).item()
        _close(seen, math.log(3), 1e-12, "log(1 + 2)")
    _agree(candidate, one, _tensor(0.9, -0.9, 0.3, 0.1), _tensor(2, 2, 1, 1), {"scale": 5.0})
    return "equal labels are not compared"


def extreme_scale(candidate: Callable, one: Subject) -> str:
    """At scale 10⁴ with cosines at ±1 the loss is near 2·10⁴ and still exact; nothing overflows."""
    settings = {"scale": 1e4}
    for cosines in ((-1, 1, -1, 1), (1, -1, 1, -1), (1, 1, 1, 1), (0.99999, 1, 1 - 1e-7, -1)):
        _agree(candidate, one, _tensor(*cosines), _tensor(3, 2, 1, 0), settings, 1e-9)
        floats = torch.tensor(cosines, dtype=torch.float32)
        assert candidate(floats, _tensor(3, 2, 1, 0), **settings).isfinite(), "float32 overflows"
    return "scale 10⁴, cosines at ±1: equals the naive loop"


def labels_only_rank(candidate: Callable, one: Subject) -> str:
    """Any increasing map of the labels, such as 10·y − 3 or y³, leaves the loss as it is."""
    for cosines, labels, settings in _batches(one):
        loss = candidate(cosines, labels, **settings).item()
        for moved in (10 * labels - 3, labels**3, labels.sqrt()):
            seen = candidate(cosines, moved, **settings).item()
            _close(seen, loss, 1e-12, "loss of the mapped labels")
    return "shifted, scaled and bent labels give the same loss"


def cosines_only_differ(candidate: Callable, one: Subject) -> str:
    """Adding one number to all cosines changes nothing; the gradient sums to 0, mass ≤ 2·scale."""
    for cosines, labels, settings in _batches(one):
        loss = candidate(cosines, labels, **settings).item()
        _close(candidate(cosines + 7, labels, **settings).item(), loss, 1e-10, "shifted cosines")
        gradient = _gradient(candidate, cosines, labels, settings)
        _close(gradient.sum().item(), 0.0, 1e-10, "sum of the gradient")
        mass, most = gradient.abs().sum().item(), 2 * settings.get("scale", 20.0)
        assert mass <= most + 1e-9, f"gradient mass {mass:.4g} above {most}"
    return "only differences of cosines count"


CHECKS = {
    "known angles": known_angles,
    "random batches": random_batches,
    "gradcheck": gradcheck,
    "three times the loss": times_three,
    "one pair": one_pair,
    "all labels equal": equal_labels,
    "label types": label_types,
    "inputs untouched": inputs_untouched,
    "order of pairs": order_of_pairs,
    "gradient is alive": alive,
    "direction": direction,
    "single precision": single_precision,
    "bfloat16": bfloat16,
    "ties": ties,
    "extreme scale": extreme_scale,
    "labels only rank": labels_only_rank,
    "cosines only differ": cosines_only_differ,
}
RANKING_ONLY = (ties, extreme_scale, labels_only_rank, cosines_only_differ)
