"""The properties a loss must have, each one function of (candidate, subject).

A property returns a short detail, or raises AssertionError with what it saw. Each has a mutant
that it must notice (see `mutants`).
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from stsutils.microscope.dual import value_and_gradient
from stsutils.microscope.subject import Subject

TOLERANCE = 1e-10

# ---------------------------------------------------------------- comparisons


def gradients(candidate: Callable, one: Subject, inputs: dict, settings: dict) -> dict:
    """Return the candidate's gradient by each input that is not fixed."""
    leaves = {name: value.detach().clone() for name, value in inputs.items()}
    moving = [leaf.requires_grad_() for name, leaf in leaves.items() if name not in one.fixed]
    found = iter(torch.autograd.grad(candidate(*leaves.values(), **settings), moving))
    return {name: next(found) for name in leaves if name not in one.fixed}


def close(seen: float, wanted: float, tolerance: float, what: str) -> None:
    """Assert that two numbers agree, relative to the wanted one where that is above 1."""
    assert math.isfinite(seen), f"{what}: got {seen}, wanted {wanted:.6g}"
    error = abs(seen - wanted)
    assert error <= tolerance * max(1.0, abs(wanted)), f"{what}: got {seen:.6g}, not {wanted:.6g}"


def naive(one: Subject, inputs: dict[str, Tensor], settings: dict) -> tuple[float, dict]:
    """Return the naive loop's loss and gradient."""
    lists = {name: value.tolist() for name, value in inputs.items()}
    return value_and_gradient(one.naive, lists, settings, one.fixed)


def agree(candidate: Callable, one: Subject, inputs: dict, settings: dict) -> None:
    """Assert that value and gradient are those of the naive loop."""
    where = ", ".join(f"{k}={v}" for k, v in settings.items()) or "defaults"
    seen = candidate(*inputs.values(), **settings)
    assert seen.shape == (), f"{where}: the loss has shape {tuple(seen.shape)}, not one number"
    loss, slopes = naive(one, inputs, settings)
    close(seen.item(), loss, TOLERANCE, f"loss ({where})")
    gradient = gradients(candidate, one, inputs, settings)
    for name, wanted in slopes.items():
        for place, (g, w) in enumerate(zip(gradient[name].flatten().tolist(), wanted, strict=True)):
            close(g, w, TOLERANCE, f"gradient of {name} {place} ({where})")


def tensors(inputs: dict[str, list]) -> dict[str, Tensor]:
    """Return the lists as float64 tensors."""
    return {name: torch.tensor(value, dtype=torch.float64) for name, value in inputs.items()}


def _cast(one: Subject, inputs: dict, dtype: torch.dtype) -> dict:
    """Return the batch with all that is pushed as `dtype`, and labels as float32."""
    return {n: x.to(torch.float32 if n in one.fixed else dtype) for n, x in inputs.items()}


# ---------------------------------------------------------------- the checks


def known_angles(candidate: Callable, one: Subject) -> str:
    """Vectors and cosines at known angles have the value worked out for them."""
    for inputs, settings, wanted in one.known:
        seen = candidate(*tensors(inputs).values(), **settings).item()
        close(seen, wanted, 1e-12, f"loss {settings}")
    return f"{len(one.known)} batches at known angles have their known loss"


def random_batches(candidate: Callable, one: Subject) -> str:
    """Value and gradient equal the naive loop's on random float64 batches."""
    batches = list(one.batches())
    for inputs, settings in batches:
        agree(candidate, one, inputs, settings)
    return f"{len(batches)} batches: value and gradient within {TOLERANCE:g} of the naive loop"


def times_three(candidate: Callable, one: Subject) -> str:
    """Three times the loss has three times the gradient: backward uses what comes from above."""
    triple = lambda *xs, **s: 3 * candidate(*xs, **s)  # noqa: E731
    for inputs, settings in one.batches():
        once = gradients(candidate, one, inputs, settings)
        for name, gradient in gradients(triple, one, inputs, settings).items():
            assert torch.allclose(gradient, 3 * once[name]), f"the gradient of {name} is not scaled"
    return "backward is linear in the gradient from above"


def inputs_untouched(candidate: Callable, one: Subject) -> str:
    """No input is changed in place."""
    for inputs, settings in one.batches():
        before = {name: value.clone() for name, value in inputs.items()}
        candidate(*inputs.values(), **settings)
        for name, value in inputs.items():
            assert torch.equal(value, before[name]), f"{name} changed in place"
    return "all inputs are left as they were"


def single_precision(candidate: Callable, one: Subject) -> str:
    """Forty rows in float32 stay within 1e-5 of the same numbers in float64, and stay float32."""
    for drawn, settings in one.drawn(40, seed=3):
        inputs = _cast(one, drawn, torch.float32)
        seen = candidate(*inputs.values(), **settings)
        wanted = candidate(*(x.double() for x in inputs.values()), **settings).item()
        close(seen.item(), wanted, 1e-5, "float32 loss")
        assert seen.dtype == torch.float32, f"the loss came back as {seen.dtype}"
    return "float32 within 1e-5 of float64"


def bfloat16(candidate: Callable, one: Subject) -> str:
    """bf16 inputs are lifted before they are subtracted; their gradient comes back as bf16."""
    for inputs, settings in one.batches():
        half = _cast(one, inputs, torch.bfloat16)
        full = {name: value.float() for name, value in half.items()}
        seen, wanted = (candidate(*x.values(), **settings) for x in (half, full))
        assert seen.dtype == torch.float32, f"the loss came back as {seen.dtype}"
        close(seen.item(), wanted.item(), 1e-5, "bf16 loss")
        exact = gradients(candidate, one, full, settings)
        for name, gradient in gradients(candidate, one, half, settings).items():
            assert gradient.dtype == torch.bfloat16, f"the gradient came back as {gradient.dtype}"
            error = (gradient.float() - exact[name]).abs().max()  # parts of it may cancel
            near = error <= 1e-2 * exact[name].abs().max() + 1e-5
            assert near, f"the bf16 gradient of {name} is off"
    return "computed in float32, gradient in bf16"


def all_rows_equal(candidate: Callable, one: Subject) -> str:
    """A collapsed encoder, whose rows are all one vector or all zero, gets a finite answer."""
    for inputs, settings in one.drawn(3, seed=13):
        moving = [n for n in inputs if n not in one.fixed + one.whole]
        vector = inputs[moving[0]][:1]
        for value in (vector, 0 * vector):
            equal = inputs | {n: value.expand_as(inputs[n]).clone() for n in moving}
            seen = candidate(*equal.values(), **settings).item()
            close(seen, naive(one, equal, settings)[0], TOLERANCE, "loss of equal rows")
            for name, gradient in gradients(candidate, one, equal, settings).items():
                assert gradient.isfinite().all(), f"gradient of {name}: {gradient.tolist()}"
    return "one vector for all rows, also zero: as the naive loop, and a finite gradient"


def extreme_scale(candidate: Callable, one: Subject) -> str:
    """Vectors a thousand times longer or shorter, and extreme settings, do not overflow."""
    generator = torch.Generator().manual_seed(17)
    cases = [*one.cases, *((one.cases[0][0], settings) for settings in one.extreme)]
    for draw, settings in cases:
        drawn = draw(3, generator)
        for size in (1e3, 1.0, 1e-3):
            far = {n: x if n in one.fixed + one.whole else size * x for n, x in drawn.items()}
            wanted = naive(one, far, settings)[0]
            close(candidate(*far.values(), **settings).item(), wanted, 1e-9, f"loss at {size:g}")
            single = _cast(one, far, torch.float32)
            assert candidate(*single.values(), **settings).isfinite(), "float32 overflows"
            for name, gradient in gradients(candidate, one, single, settings).items():
                assert gradient.isfinite().all(), f"gradient of {name} overflows in float32"
    return "equals the naive loop at 1000 and 1/1000 of the size; nothing overflows"


def one_row(candidate: Callable, one: Subject) -> str:
    """A batch of one row works."""
    for inputs, settings in one.drawn(1, seed=5):
        agree(candidate, one, inputs, settings)
    return "a batch of one row works"


# ---------------------------------------------------------------- losses with labels


def equal_labels(candidate: Callable, one: Subject) -> str:
    """A batch whose labels are all equal works; a ranking loss is 0 there, without gradient."""
    for inputs, settings in one.batches():
        for label in inputs["labels"][[0, -1]]:
            same = inputs | {"labels": label.expand_as(inputs["labels"]).clone()}
            agree(candidate, one, same, settings)
    return "loss 0, gradient 0" if one.ranks else "equals the naive loop"


def label_types(candidate: Callable, one: Subject) -> str:
    """Labels 0 and 1 mean the same as float64, float32, int and bool."""
    drawn, settings = next(one.drawn(3, seed=19))
    inputs = drawn | {"labels": torch.tensor([1, 0, 0])}
    wanted = naive(one, inputs, settings)[0]
    for dtype in (torch.float64, torch.float32, torch.int64, torch.bool):
        typed = inputs | {"labels": inputs["labels"].to(dtype)}
        seen = candidate(*typed.values(), **settings).item()
        close(seen, wanted, 1e-12, f"{dtype} labels")
    return "float, int and bool labels agree"


def ties(candidate: Callable, one: Subject) -> str:
    """Pairs with equal labels are not compared: two 5s and a 0 make two comparisons, not three."""
    low, high = one.labels[0], one.labels[-1]
    three = (0.5, 0.5, 0.5), (high, high, low)
    four = (0.9, -0.9, 0.3, 0.1), (high, high, low, low)
    for values, labels in (three, four):
        inputs = tensors(dict(zip(one.inputs, (values, labels), strict=True)))
        for _, settings in one.cases:
            agree(candidate, one, inputs, settings)
    return "equal labels are not compared"


#: What a loss is: its value and its slope on float64 batches. A plain loop of a student has these.
FORMULA = {
    "inputs untouched": inputs_untouched,
    "known angles": known_angles,
    "random batches": random_batches,
    "three times the loss": times_three,
}
#: What a loss must stand in earnest: half precision, huge numbers, batches with nothing to compare.
NUMERICS = {
    "single precision": single_precision,
    "bfloat16": bfloat16,
    "all rows equal": all_rows_equal,
    "extreme scale": extreme_scale,
}
LABELLED = {"all labels equal": equal_labels, "label types": label_types}
RANKING = {"ties": ties}
LAST = {"one row": one_row}  # where all rows, and all labels, are equal


def checks_of(one: Subject) -> dict[str, Callable]:
    """Return the checks that this loss must pass, by their names."""
    labelled = LABELLED if "labels" in one.inputs else {}
    return FORMULA | NUMERICS | labelled | (RANKING if one.ranks else {}) | LAST
