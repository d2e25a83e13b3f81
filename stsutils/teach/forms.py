"""Known wrong forms of a loss: an answer that equals one can be named."""

import inspect

import torch
from torch import Tensor

from stsutils.losses.shapes import Loss
from stsutils.microscope.mutants import MUTANTS, build
from stsutils.microscope.mutants.operators import after, before, mistakes
from stsutils.microscope.subject import Subject


def wrong_forms(about: Subject, wanted: Loss, book: Loss | None) -> dict[str, Loss]:
    """Known wrong forms of a loss by their names, the likeliest first."""
    forms = {"the loss of the book, where the task asks for another": book} if book else {}
    if about.ranks:
        without_one = after(lambda loss, xs: loss.expm1().log())
        forms["log P in place of log(1 + P): the 1 + is missing"] = without_one(wanted)
        forms["ties compared, and each with itself"] = _with_ties(wanted, 1)
        forms["ties compared"] = _with_ties(wanted, 0)
        mean = after(lambda loss, xs: (loss.expm1() / (xs[1][:, None] > xs[1]).sum()).log1p())
        forms["mean over the comparisons"] = mean(wanted)
    for setting, facts in inspect.signature(about.function).parameters.items():
        if isinstance(facts.default, float):
            least = 0.0 if setting in ("margin", "tolerance", "threshold") else 1.0
            words = f"what comes out without the {setting} (as if it were {least:g})"
            forms[words] = _fixed(wanted, **{setting: least})
    for title, check, change in mistakes(about):
        if check in ("known angles", "random batches"):
            forms[title] = change(wanted)
    if not book:
        forms |= {m.name: build(m) for m in MUTANTS if m.loss == about.name and m.old}
    without_first = before(about, lambda x: x[1:], {*about.whole})
    return forms | {"what comes out without the first row": without_first(wanted)}


def _with_ties(loss: Loss, itself: int) -> Loss:
    """The loss that compares pairs with equal labels, too, and where asked each with itself.

    With ties broken one way, then the other, both ways of a tie are there, and the rest twice.
    """

    def tied(x: Tensor, y: Tensor, **settings: object) -> Tensor:
        step = 1e-9 * torch.arange(len(y))
        one_way, other_way, once = (loss(x, z, **settings).expm1() for z in (y + step, y - step, y))
        own = loss(x.new_zeros(2), y.new_tensor([1, 0]), **settings).expm1()
        return (one_way + other_way - once + itself * len(y) * own).log1p()

    return tied


def _fixed(loss: Loss, **fixed: float) -> Loss:
    """The loss with some of its settings as they are here, whatever is asked for."""
    return lambda *xs, **settings: loss(*xs, **settings | fixed)
