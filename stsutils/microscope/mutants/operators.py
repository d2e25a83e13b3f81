"""Mistakes that any loss can have: each takes a loss and returns it with the mistake."""

from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from stsutils.losses.shapes import Loss
from stsutils.microscope.subject import Subject

BATCHES = "random batches"  # the check that notices most


def mistakes(one: Subject) -> Iterator[tuple[str, str, Callable[[Loss], Loss]]]:
    """Yield a name, the check that must notice it, and the change, for all that fit a loss."""
    labels, moving = {*one.fixed}, {*one.inputs} - {*one.fixed}
    yield "half of it", "known angles", after(lambda loss, xs: loss / 2)
    yield "a constant too much", "known angles", after(lambda loss, xs: loss + 1)
    yield "sign flipped", "known angles", after(lambda loss, xs: -loss)
    yield "sum over rows, not mean", BATCHES, after(lambda loss, xs: loss * len(xs[0]))
    yield "last row forgotten", BATCHES, before(one, lambda x: x[:-1], {*one.whole})
    if labels & {*one.inputs}:
        yield "labels upside down", BATCHES, before(one, lambda x: x.max() + x.min() - x, moving)
    for name in dict.fromkeys(name for _, settings in one.cases for name in settings):
        if name not in one.silent:
            yield f"{name} forgotten", BATCHES, _without(name)
    yield "half of the gradient", BATCHES, after(lambda loss, xs: (loss + loss.detach()) / 2)
    for name in sorted(moving):
        others = {*one.inputs} - {name}
        yield f"no gradient to {name}", BATCHES, before(one, lambda x: x.detach() + 0 * x, others)
    yield "gradient from above ignored", "three times the loss", after(_deaf)
    yield "works in place", "inputs untouched", after(_in_place)
    yield "rounded to bfloat16", "single precision", before(one, _rounded, labels)
    yield "returned as it came", "bfloat16", after(lambda loss, xs: loss.to(xs[0].dtype))
    yield "divided by the spread of the rows", "all rows equal", after(_over_spread(0))
    yield "exponentials overflow", "extreme scale", after(_overflows)
    if "labels" in one.inputs:
        place = one.inputs.index("labels")
        yield "divided by the spread of the labels", "all labels equal", after(_over_spread(place))
        yield "labels must be float", "label types", before(one, _floats_only, moving)
    yield "fails on one row", "one row", before(one, _two_or_more, {*one.whole})


def after(change: Callable[[Tensor, tuple], Tensor]) -> Callable[[Loss], Loss]:
    """Change what the loss returns; the change sees the inputs, too."""
    return lambda loss: lambda *xs, **settings: change(loss(*xs, **settings), xs)


def before(one: Subject, change: Callable, spared: set) -> Callable[[Loss], Loss]:
    """Change the inputs, all but those that are spared."""

    def made(loss: Loss) -> Loss:
        def mutant(*xs: Tensor, **settings: object) -> Tensor:
            named = zip(one.inputs, xs, strict=False)
            return loss(*(x if n in spared else change(x) for n, x in named), **settings)

        return mutant

    return made


def _without(name: str) -> Callable[[Loss], Loss]:
    kept = lambda settings: {k: v for k, v in settings.items() if k != name}  # noqa: E731
    return lambda loss: lambda *xs, **settings: loss(*xs, **kept(settings))


def _deaf(loss: Tensor, xs: tuple) -> Tensor:
    loss = loss.clone()
    if loss.requires_grad:
        loss.register_hook(torch.ones_like)
    return loss


def _in_place(loss: Tensor, xs: tuple) -> Tensor:
    with torch.no_grad():
        xs[0].mul_(2)
    return loss


def _rounded(x: Tensor) -> Tensor:
    return x.bfloat16().float() if x.dtype == torch.float32 else x


def _over_spread(place: int) -> Callable[[Tensor, tuple], Tensor]:
    """1 = spread / spread, and NaN where there is none."""

    def change(loss: Tensor, xs: tuple) -> Tensor:
        spread = (xs[place] - xs[place][:1]).detach().double().abs().sum()
        return loss * (spread / spread).to(loss.dtype)

    return change


def _overflows(loss: Tensor, xs: tuple) -> Tensor:
    return loss + 0 * xs[0].detach().abs().max().exp().to(loss.dtype)


def _floats_only(x: Tensor) -> Tensor:
    if not x.is_floating_point():
        raise TypeError("labels must be float")
    return x


def _two_or_more(x: Tensor) -> Tensor:
    if len(x) == 1:
        raise IndexError("there is one row only")
    return x
