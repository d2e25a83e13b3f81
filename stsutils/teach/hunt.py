"""The mutant hunt: students write checks, and the score is the share of mutants they kill.

A check takes a loss function. It returns, where it finds nothing wrong, and raises (or returns
False) where it does. One that condemns a correct form of the loss earns nothing at all.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from stsutils.losses.shapes import Loss
from stsutils.microscope import MUTANTS, Mutant, Subject, build, subject
from stsutils.microscope.mutants.operators import before
from stsutils.microscope.properties import naive


@dataclass(frozen=True)
class Hunt:
    """How a hunt went, by name: mutants killed, mutants that live, correct forms condemned."""

    killed: tuple[str, ...]
    alive: tuple[str, ...]
    condemned: tuple[str, ...]

    @property
    def score(self) -> float:
        """The share of mutants killed; 0 where a correct form was condemned."""
        return 0.0 if self.condemned else len(self.killed) / (len(self.killed) + len(self.alive))


def hunt(checks: Callable[[Loss], object], loss: str, seed: str, mutants: int = 10) -> Hunt:
    """Let checks judge the correct forms of a loss, and mutants that the seed draws.

    Args:
        checks: takes a loss, called as the package's is; raises where it is wrong.
        loss: the name of the loss, such as "cosent".
        seed: draws the mutants, so that nobody knows which.
        mutants: how many; fewer where there are not so many.

    Raises:
        NameError, ImportError: a name in the checks is misspelt, or not imported.

    Example:
        >>> from stsutils.losses import cosine_mse
        >>> def checks(loss):
        ...     assert loss(torch.tensor([0.5]), torch.tensor([1.0])).item() == 0.25
        >>> 0 < hunt(checks, "cosine_mse", "a seed").score < 1
        True
    """
    forms = correct_forms(loss)
    condemned = tuple(name for name, form in forms.items() if not passes(checks, form))
    chosen = draw(loss, seed, mutants)
    dead = [one.name for one in chosen if not passes(checks, build(one))]
    alive = tuple(one.name for one in chosen if one.name not in dead)
    return Hunt(tuple(dead), alive, condemned)


def draw(loss: str, seed: str, mutants: int) -> list[Mutant]:
    """The mutants of a loss that a seed chooses."""
    known = [one for one in MUTANTS if one.loss == subject(loss).name]
    return random.Random(f"{seed} {loss}").sample(known, min(max(1, mutants), len(known)))


def correct_forms(loss: str) -> dict[str, Loss]:
    """The package's loss, its naive loop, and the loss of the rows in the opposite order."""
    one = subject(loss)
    forms = {"the package's": one.function, "the naive loop": naive_form(one)}
    if "teacher_scores" not in one.inputs:  # whose columns are rows too: their order may count
        turned = before(one, lambda x: x.flip(0), {*one.whole})
        forms["rows in the opposite order"] = turned(one.function)
    return forms


def naive_form(one: Subject) -> Loss:
    """The naive loop as a function of tensors, with its gradient."""

    def loop(*inputs: Tensor, **settings: object) -> Tensor:
        named = dict(zip(one.inputs, inputs, strict=False))
        value, slopes = naive(one, named, settings)
        wide = torch.promote_types(inputs[0].dtype, torch.float32)
        loss = torch.tensor(value, dtype=wide)
        for name, by_number in slopes.items():
            moved = (named[name] - named[name].detach()).to(wide)  # 0, and has the slopes
            loss = loss + (moved.flatten() * torch.tensor(by_number, dtype=wide)).sum()
        return loss

    return loop


def passes(checks: Callable[[Loss], object], form: Loss) -> bool:
    """Whether checks find nothing wrong with a form of a loss."""
    try:
        return checks(form) is not False
    except (NameError, ImportError):  # the checks' own mistake, whatever the loss
        raise
    except Exception:  # whatever a check says, it condemns
        return False
