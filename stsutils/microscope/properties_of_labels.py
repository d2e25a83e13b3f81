"""The properties that only losses with labels have, and those of losses that only rank."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from stsutils.microscope.properties import CHECKS, agree, close, gradients, naive_value, tensors
from stsutils.microscope.subject import Subject


def equal_labels(candidate: Callable, one: Subject) -> str:
    """A batch whose labels are all equal works; a ranking loss is 0 there, without gradient."""
    for inputs, settings in one.batches():
        for label in inputs["labels"][[0, -1]]:
            same = inputs | {"labels": label.expand_as(inputs["labels"]).clone()}
            agree(candidate, one, same, settings)
    return "loss 0, gradient 0" if one.ranks else "equals the naive loop"


def label_types(candidate: Callable, one: Subject) -> str:
    """Labels 0 and 1 mean the same as float64, float32, int and bool."""
    inputs = one.cases[0][0](3, torch.Generator().manual_seed(19))
    inputs["labels"] = torch.tensor([1, 0, 0])
    wanted = naive_value(one, inputs, one.settings[0])
    for dtype in (torch.float64, torch.float32, torch.int64, torch.bool):
        typed = inputs | {"labels": inputs["labels"].to(dtype)}
        seen = candidate(*typed.values(), **one.settings[0]).item()
        close(seen, wanted, 1e-12, f"{dtype} labels")
    return "float, int and bool labels agree"


# ---------------------------------------------------------------- losses that only rank a vector


def _pairs(cosines: tuple, labels: tuple) -> tuple[Tensor, Tensor]:
    return tuple(tensors({"cosines": cosines, "labels": labels}).values())


def _agree(candidate: Callable, one: Subject, cosines: tuple, labels: tuple, scale: float) -> None:
    inputs = dict(zip(one.wrong, _pairs(cosines, labels), strict=True))
    agree(candidate, one, inputs, {"scale": scale}, 1e-9)


def ties(candidate: Callable, one: Subject) -> str:
    """Pairs with equal labels are not compared: two 4s and a 1 make two comparisons, not three."""
    for scale in (1.0, 20.0):
        seen = candidate(*_pairs((0.5, 0.5, 0.5), (4, 4, 1)), scale=scale).item()
        close(seen, math.log(3), 1e-12, "log(1 + 2)")
    _agree(candidate, one, (0.9, -0.9, 0.3, 0.1), (2, 2, 1, 1), 5.0)
    return "equal labels are not compared"


def hardest_batches(candidate: Callable, one: Subject) -> str:
    """At scale 10⁴ with cosines at ±1 the loss is near 2·10⁴ and still exact; nothing overflows."""
    labels = (3, 2, 1, 0)
    for cosines in ((-1, 1, -1, 1), (1, -1, 1, -1), (1, 1, 1, 1), (0.99999, 1, 1 - 1e-7, -1)):
        _agree(candidate, one, cosines, labels, 1e4)
        single, y = _pairs(cosines, labels)
        assert candidate(single.float(), y, scale=1e4).isfinite(), "float32 overflows"
    return "scale 10⁴, cosines at ±1: equals the naive loop"


def labels_only_rank(candidate: Callable, one: Subject) -> str:
    """Any increasing map of the labels, such as 10·y − 3 or y³, leaves the loss as it is."""
    for inputs, settings in one.batches():
        cosines, labels = inputs.values()
        loss = candidate(cosines, labels, **settings).item()
        for moved in (10 * labels - 3, labels**3, labels.sqrt()):
            seen = candidate(cosines, moved, **settings).item()
            close(seen, loss, 1e-12, "loss of the mapped labels")
    return "shifted, scaled and bent labels give the same loss"


def cosines_only_differ(candidate: Callable, one: Subject) -> str:
    """Adding one number to all cosines changes nothing; the gradient sums to 0, mass ≤ 2·scale."""
    for inputs, settings in one.batches():
        cosines, labels = inputs.values()
        loss = candidate(cosines, labels, **settings).item()
        close(candidate(cosines + 7, labels, **settings).item(), loss, 1e-10, "shifted cosines")
        (gradient,) = gradients(candidate, one, inputs, settings).values()
        close(gradient.sum().item(), 0.0, 1e-10, "sum of the gradient")
        mass, most = gradient.abs().sum().item(), 2 * settings.get("scale", 20.0)
        assert mass <= most + 1e-9, f"gradient mass {mass:.4g} above {most}"
    return "only differences of cosines count"


LABELLED = {"all labels equal": equal_labels, "label types": label_types}
RANKING = {
    "ties": ties,
    "hardest batches": hardest_batches,
    "labels only rank": labels_only_rank,
    "cosines only differ": cosines_only_differ,
}


def checks_of(one: Subject) -> dict[str, Callable]:
    """Return the checks that this loss must pass, by their names."""
    labelled = LABELLED if "labels" in one.wrong else {}
    return CHECKS | labelled | (RANKING if one.ranks else {})
