"""The properties a loss must have, each one function of (candidate, subject).

A property returns a short detail, or raises AssertionError with what it saw. Those here hold for
every loss; `properties_of_labels` has those of losses with labels.
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from stsutils.microscope.subject import Subject

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


def naive_value(one: Subject, inputs: dict[str, Tensor], settings: dict) -> float:
    """Return the naive loop's loss."""
    return one.naive(*(value.tolist() for value in inputs.values()), **settings)


def agree(
    candidate: Callable, one: Subject, inputs: dict, settings: dict, tolerance: float | None = None
) -> None:
    """Assert that value and gradient are those of the naive loop."""
    where = ", ".join(f"{k}={v}" for k, v in settings.items()) or "defaults"
    seen = candidate(*inputs.values(), **settings)
    assert seen.shape == (), f"{where}: the loss has shape {tuple(seen.shape)}, not one number"
    close(seen.item(), naive_value(one, inputs, settings), tolerance or 1e-10, f"loss ({where})")
    gradient = gradients(candidate, one, inputs, settings)
    for name, wanted in one.gradient(inputs, settings).items():
        for place, (g, w) in enumerate(zip(gradient[name].flatten().tolist(), wanted, strict=True)):
            close(g, w, tolerance or one.tolerance, f"gradient of {name} {place} ({where})")


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
    return f"{len(batches)} batches: value and gradient within {one.tolerance:g} of the naive loop"


def gradcheck(candidate: Callable, one: Subject) -> str:
    """The gradient is the slope of the value: torch's own finite differences in float64."""
    generator = torch.Generator().manual_seed(11)
    for draw, settings in one.cases:
        inputs = draw(3 if one.naive_gradient is None else 6, generator)
        leaves = [x.requires_grad_(n not in one.fixed) for n, x in inputs.items()]
        call = lambda *xs, settings=settings: candidate(*xs, **settings)  # noqa: E731
        assert torch.autograd.gradcheck(call, leaves)
    return "torch.autograd.gradcheck passes"


def times_three(candidate: Callable, one: Subject) -> str:
    """Three times the loss has three times the gradient: backward uses what comes from above."""
    inputs, settings = tensors(one.wrong), one.settings[0]
    triple = lambda *xs, **s: 3 * candidate(*xs, **s)  # noqa: E731
    once = gradients(candidate, one, inputs, settings)
    for name, gradient in gradients(triple, one, inputs, settings).items():
        assert torch.allclose(gradient, 3 * once[name]), f"the gradient of {name} is not scaled"
    return "backward is linear in the gradient from above"


def one_row(candidate: Callable, one: Subject) -> str:
    """A batch of one row works."""
    generator = torch.Generator().manual_seed(5)
    for draw, settings in one.cases:
        agree(candidate, one, draw(1, generator), settings)
    return "a batch of one row works"


def inputs_untouched(candidate: Callable, one: Subject) -> str:
    """No input is changed in place."""
    for inputs, settings in one.batches():
        before = {name: value.clone() for name, value in inputs.items()}
        candidate(*inputs.values(), **settings)
        for name, value in inputs.items():
            assert torch.equal(value, before[name]), f"{name} changed in place"
    return "all inputs are left as they were"


def order_of_rows(candidate: Callable, one: Subject) -> str:
    """Shuffling the rows leaves the loss and shuffles the gradient."""
    for inputs, settings in one.batches():
        rows = len(next(iter(inputs.values())))
        order = torch.randperm(rows, generator=torch.Generator().manual_seed(1))
        moved = one.reorder(inputs, order)
        loss = candidate(*inputs.values(), **settings).item()
        close(candidate(*moved.values(), **settings).item(), loss, 1e-12, "loss, rows shuffled")
        again = gradients(candidate, one, moved, settings)
        wanted = one.reorder(gradients(candidate, one, inputs, settings), order)
        for name, gradient in wanted.items():
            same = torch.allclose(again[name], gradient, rtol=1e-9, atol=1e-12)
            assert same, f"the gradient of {name} did not follow its row"
    return "the order of rows in a batch does not matter"


def alive(candidate: Callable, one: Subject) -> str:
    """No gradient is zero where the batch is plainly wrong: a canary for the other checks."""
    sizes = {}
    for name, gradient in gradients(candidate, one, tensors(one.wrong), one.settings[0]).items():
        sizes[name] = gradient.abs().reshape(len(gradient), -1).amax(1)
        assert (sizes[name] > 1e-3).all(), f"gradient of {name}: {gradient.tolist()}"
    least = min(size.min().item() for size in sizes.values())
    return f"a wrong batch is pushed, by {least:.3g} at least"


def direction(candidate: Callable, one: Subject) -> str:
    """One small step down the gradient lowers the loss that the naive loop sees."""
    for settings in one.settings if one.labels else ():
        inputs = tensors(one.wrong)
        up, down = (-gradients(candidate, one, inputs, settings)[next(iter(inputs))]).tolist()
        assert up > 0, f"the similar pair is pushed down ({up:.4g})"
        assert down < 0, f"the dissimilar pair is pushed up ({-down:.4g})"
    generator = torch.Generator().manual_seed(23)
    for draw, settings in one.cases:
        inputs = draw(4, generator)
        before = naive_value(one, inputs, settings)
        for name, gradient in gradients(candidate, one, inputs, settings).items():
            if gradient.any():  # a hinge may be content with the batch
                step = inputs | {name: inputs[name] - 1e-4 * gradient / gradient.norm()}
                after = naive_value(one, step, settings)
                assert after < before, f"a step of {name} takes the loss from {before} to {after}"
    return "a small step lowers the loss"


def single_precision(candidate: Callable, one: Subject) -> str:
    """Forty rows in float32 stay within 1e-5 of the same numbers in float64, and stay float32."""
    generator = torch.Generator().manual_seed(3)
    for draw, settings in one.cases:
        inputs = _cast(one, draw(40, generator), torch.float32)
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
            near = torch.allclose(gradient.float(), exact[name], rtol=1e-2, atol=1e-5)
            assert near, f"the bf16 gradient of {name} is off"
    return "computed in float32, gradient in bf16"


def all_rows_equal(candidate: Callable, one: Subject) -> str:
    """A collapsed encoder, whose rows are all one vector or all zero, gets a finite answer."""
    generator = torch.Generator().manual_seed(13)
    for draw, settings in one.cases:
        inputs = draw(3, generator)
        moving = [n for n in inputs if n not in one.fixed + one.whole]
        vector = inputs[moving[0]][:1]
        for value in (vector, 0 * vector):
            equal = inputs | {n: value.expand_as(inputs[n]).clone() for n in moving}
            seen = candidate(*equal.values(), **settings).item()
            close(seen, naive_value(one, equal, settings), 1e-10, "loss of equal rows")
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
            wanted = naive_value(one, far, settings)
            close(candidate(*far.values(), **settings).item(), wanted, 1e-9, f"loss at {size:g}")
            single = _cast(one, far, torch.float32)
            assert candidate(*single.values(), **settings).isfinite(), "float32 overflows"
            for name, gradient in gradients(candidate, one, single, settings).items():
                assert gradient.isfinite().all(), f"gradient of {name} overflows in float32"
    return "equals the naive loop at 1000 and 1/1000 of the size; nothing overflows"


CHECKS = {
    "known angles": known_angles,
    "random batches": random_batches,
    "gradcheck": gradcheck,
    "three times the loss": times_three,
    "one row": one_row,
    "inputs untouched": inputs_untouched,
    "order of rows": order_of_rows,
    "gradient is alive": alive,
    "direction": direction,
    "single precision": single_precision,
    "bfloat16": bfloat16,
    "all rows equal": all_rows_equal,
    "extreme scale": extreme_scale,
}
