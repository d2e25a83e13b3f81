"""Mark a loss that a student wrote: its value, its gradient, and from chapter 11 on its numerics.

What is right is the package's loss, or the variant of it that a teacher's seed asks for. A wrong
value is compared with the mistakes that the microscope knows, so that the mark can name it.
"""

import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import torch
from torch import Tensor

from stsutils.losses.shapes import Loss
from stsutils.microscope.properties import tensors
from stsutils.microscope.subject import Subject
from stsutils.microscope.subjects import subject
from stsutils.teach.exercises import Exercise, run
from stsutils.teach.forms import wrong_forms
from stsutils.teach.handed import NotRight
from stsutils.teach.naming import all_near, both, name, near

Batch = tuple[dict[str, Tensor], dict]

#: What the microscope's mistakes are in a student's words, and what to try.
KNOWN = tomllib.loads(Path(__file__).with_name("known_mistakes.toml").read_text(encoding="utf-8"))


def award_loss(one: Exercise, part: str, candidate: Loss, seed: str) -> None:
    """Raise NotRight unless a part of a student's loss is right: value, gradient or numerics."""
    about, wanted = _asked(one, seed)
    if part == "value":
        forms = wrong_forms(about, wanted, about.function if one.variant(seed) else None)
        _value(_watched(candidate, one.names[0]), wanted, about, forms)
    elif part == "gradient":
        _gradient(candidate, wanted, about)
    else:
        _numerics(candidate, wanted, about)


def _asked(one: Exercise, seed: str) -> tuple[Subject, Loss]:
    """The book's loss in the microscope, and the loss that the seed asks for."""
    about, other = subject(one.module.LOSS), one.variant(seed)
    return about, getattr(run(other[1], one.label), one.names[0]) if other else about.function


def _batches(about: Subject) -> Iterator[Batch]:
    for inputs, settings, _ in about.known:
        yield tensors(inputs), settings
    yield from about.batches()
    if about.ranks:
        yield tensors({about.inputs[0]: [0.9, -0.9, 0.3, 0.1], "labels": [1, 1, 0, 0]}), {}


def _value(candidate: Loss, wanted: Loss, about: Subject, forms: dict[str, Loss]) -> None:
    batches = [*_batches(about)]
    right, seen = ([_called(loss, batch) for batch in batches] for loss in (wanted, candidate))
    if all_near(seen, right):
        return
    # the smallest batch that differs clearly, else the one that differs most
    pairs = zip(seen, right, strict=True)
    off = [abs(a - b) / max(abs(b), 1e-3) if a == a else 1e9 for a, b in pairs]
    least = min(0.01, max(off))
    clear = [i for i, far in enumerate(off) if far >= least]
    worst = min(clear, key=lambda i: len(next(iter(batches[i][0].values()))))
    words, advice = "", "Work the batch below out by hand, step by step, and print each step."
    order = sorted(range(len(batches)), key=lambda i: i != worst)  # most forms differ there already
    for title, form in forms.items():
        if all(near(_called(form, batches[i]), seen[i], 2e-4) for i in order):
            words, advice = KNOWN.get(title) or (title, "Read the formula again at this place.")
            break
    words = words or _ties(seen, batches) or name(seen, right)
    inputs, settings = batches[worst]
    rows = len(next(iter(inputs.values())))
    given = "".join(f", {title} = {value!r}" for title, value in settings.items())
    raise NotRight(
        f"{both(seen[worst], right[worst])}, on {rows} {'rows' if rows > 1 else 'row'}{given}"
        + (f": that is {words}" if words else ""),
        advice,
        f"On this batch it must give {right[worst]:.6g}:\n{_as_code(inputs, settings)}",
    )


def _ties(seen: list[float], batches: list[Batch]) -> str:
    """Whether NaN stands just where labels are tied."""
    labels = [inputs.get("labels", torch.empty(0)) for inputs, _ in batches]
    tied = [len(own.unique()) < len(own) for own in labels]
    lost = [x != x for x in seen]
    if any(lost) and all(a <= b for a, b in zip(lost, tied, strict=True)):
        return "NaN, and only where two labels are equal: what does your code divide there?"
    return ""


def _called(loss: Loss, batch: Batch) -> float:
    """What a loss gives for a batch, as a number; NotRight where it is none, or inputs changed."""
    inputs, settings = batch
    copies = {title: value.clone() for title, value in inputs.items()}
    found = loss(*copies.values(), **settings)
    if found is None:
        raise NotRight("it returns nothing", "End it with `return` and the loss.")
    shape = tuple(getattr(found, "shape", ()))
    if shape not in ((), (1,)):
        raise NotRight(
            f"it returns {shape} numbers, and one is wanted",
            "Make one of them, as the formula does: is it a sum, a mean, a logarithm of a sum?",
        )
    for title, value in inputs.items():
        if not torch.equal(copies[title], value):
            raise NotRight(f"it changes {title} in place", "Work on a copy: x = x.clone().")
    return float(found)


def _watched(candidate: Loss, own: str) -> Loss:
    """The candidate; NotRight where it calls a loss of the package."""

    def watch(frame: object, event: str, _: object) -> None:
        home = frame.f_globals.get("__name__", "")
        if event == "call" and home.startswith("stsutils.losses"):
            called.append(frame.f_code.co_name)

    def call(*inputs: Tensor, **settings: object) -> object:
        before = sys.getprofile()
        sys.setprofile(watch)
        try:
            return candidate(*inputs, **settings)
        finally:
            sys.setprofile(before)
            if called:
                raise NotRight(f"{own} calls the package's {called[0]}: write it yourself")

    called: list[str] = []
    return call


def _gradient(candidate: Loss, wanted: Loss, about: Subject) -> None:
    """The gradient of three times the loss is right for each input that is not fixed.

    Where the value is wrong, so is its gradient: no form of it is named there.
    """
    batches = [*_batches(about)]
    for batch in batches:
        right, seen = (_gradients(loss, batch, about.fixed) for loss in (wanted, candidate))
        for title, slopes in right.items():
            if not all_near(seen[title], slopes):
                fine = all(near(_called(candidate, one), _called(wanted, one)) for one in batches)
                words = name(seen[title], slopes) if fine else ""
                if not any(seen[title]):
                    words = "0: is it cut off by .detach(), .item() or torch.tensor()?"
                place = max(range(len(slopes)), key=lambda i: abs(seen[title][i] - slopes[i]))
                raise NotRight(
                    f"the gradient by {title} is not right: "
                    + both(seen[title][place] / 3, slopes[place] / 3)
                    + (f": that is {words}" if words else ""),
                    "The value is right: look where a tensor became a plain number."
                    if fine
                    else "Mend the value first: its gradient comes with it.",
                    f"With this batch:\n{_as_code(*batch)}",
                )


def _gradients(loss: Loss, batch: Batch, fixed: tuple[str, ...]) -> dict[str, list[float]]:
    inputs, settings = batch
    leaves = {n: x.clone().requires_grad_(n not in fixed) for n, x in inputs.items()}
    moving = {n: x for n, x in leaves.items() if n not in fixed}
    try:
        found = loss(*leaves.values(), **settings)
    except (RuntimeError, TypeError) as error:
        if "numpy" not in str(error):
            raise
        found = None
    if not isinstance(found, Tensor):
        raise NotRight(
            "it returns a plain number: training needs a tensor, which knows how it was made",
            "Use torch inside: torch.exp, torch.log, x.mean(); no math, no numpy, no float().",
        )
    if not found.requires_grad:
        return {n: [0.0] * x.numel() for n, x in moving.items()}
    slopes = torch.autograd.grad(3 * found.sum(), list(moving.values()), materialize_grads=True)
    return {n: slope.flatten().tolist() for n, slope in zip(moving, slopes, strict=True)}


def _numerics(candidate: Loss, wanted: Loss, about: Subject) -> None:
    """Half precision, huge numbers, one row, kinds of labels: says all that fail."""
    drawn = about.cases[0][0](8, torch.Generator().manual_seed(11))
    still = {*about.fixed, *about.whole}

    def moving(change: Callable[[Tensor], Tensor]) -> dict[str, Tensor]:
        return {n: x if n in still else change(x) for n, x in drawn.items()}

    trials = {
        "float32": moving(Tensor.float),
        "bfloat16, where float32 must come back": moving(Tensor.bfloat16),
        "numbers a thousand times as large": moving(lambda x: 1000 * x),
        "one row": {n: x if n in about.whole else x[:1] for n, x in drawn.items()},
    }
    if "labels" in drawn:
        y = drawn["labels"]
        trials["labels that are all equal"] = drawn | {"labels": y[:1].expand_as(y).clone()}
        trials["labels that are true or false"] = drawn | {"labels": y > y.min()}
    failed = [title for title, inputs in trials.items() if not _stands(candidate, wanted, inputs)]
    if failed:
        raise NotRight(
            f"it fails on {'; on '.join(failed)}",
            "bfloat16 has three digits: begin with x = x.float(). Large numbers: logsumexp and "
            "logaddexp do not overflow. Labels: labels.to(x.dtype). Chapter 11 explains each.",
        )


def _stands(candidate: Loss, wanted: Loss, inputs: dict[str, Tensor]) -> bool:
    """Whether value, precision and gradient hold for such inputs."""
    try:
        leaves = [x.clone().requires_grad_(x.is_floating_point()) for x in inputs.values()]
        seen, right = candidate(*leaves), wanted(*(x.double() for x in inputs.values())).item()
        fine = seen.dtype in (torch.float32, torch.float64) and near(seen.item(), right, 1e-4)
        if seen.requires_grad:
            moving = [x for x in leaves if x.requires_grad]
            slopes = torch.autograd.grad(seen, moving, allow_unused=True)
            fine = fine and all(g.isfinite().all() for g in slopes if g is not None)
        return fine
    except Exception:
        return False


def _as_code(inputs: dict[str, Tensor], settings: dict) -> str:
    """A batch as code to copy."""
    lines = [f"{n} = {_tensor(x)}" for n, x in inputs.items()]
    return "\n".join([*lines, *(f"{n} = {value!r}" for n, value in settings.items())])


def _tensor(x: Tensor) -> str:
    return f"torch.tensor({x.numpy().round(6).tolist()})"


def examples(one: Exercise, seed: str) -> str:
    """Two examples of a loss as code: small batches, and what is right for them."""
    about, wanted = _asked(one, seed)
    lines = ["import torch"]
    for inputs, settings, _ in about.known[:2]:
        values = tensors(inputs).values()
        right = wanted(*values, **settings).item()
        named = [f"{n}={value!r}" for n, value in settings.items()]
        call = ", ".join([*map(_tensor, values), *named])
        near = f"< {1e-3 * max(1.0, abs(right)):.2g}"
        lines.append(f"assert abs(float({one.names[0]}({call})) - {right:.6g}) {near}")
    return "\n".join(lines) + "\n"
