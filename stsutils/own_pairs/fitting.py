"""Which losses fit which labels, and what each of them needs the labels to be."""

import inspect
from collections.abc import Iterable

import pandas as pd
import torch

from stsutils.data import relabel
from stsutils.data.label_kinds import Labels
from stsutils.errors import UserError
from stsutils.losses import LOSSES, loss_named, make_loss

#: What is compared unless the reader names losses.
USUAL = {
    "graded": ("cosent", "cosine_mse", "angle"),
    "binary": ("cosent", "cosine_mse", "contrastive"),
    "classes": ("cosent", "cosine_mse", "softmax"),
}

#: A kind of labels as the index of losses calls it.
DATA = {"graded": "graded pairs", "binary": "binary pairs", "classes": "NLI classes"}
POSITIVES = "positives"
# A loss' own layer starts from noise. At the encoder's rate a short training leaves it there, and
# softmax loses for want of a classifier. As in the book's tables from NLI.
HEAD_RATE = 3e-3


def fitting(labels: Labels) -> dict[str, dict]:
    """The losses that can learn from these labels: name → {"labels": …, "loss": {settings}}.

    A loss with a layer of its own has that layer's rate too, ``loss_lr``.

    ``labels`` says how `relabel` makes the loss's labels from the file's. `POSITIVES`, which is not
    one of its ways, means that the loss sees the positive pairs only, without labels. How a loss
    reads them stands in its entry of the index; two classes are cut at the middle of the scale.
    """
    cut = f"binary>{float(labels.middle)!r}".removesuffix(".0")  # to the last digit
    specs = {}
    for name, entry in LOSSES.items():
        if reading := entry.own_pairs.get(DATA[labels.kind]):
            how = cut if reading.labels == "two classes" else reading.labels
            specs[name] = {"labels": how, "loss": {"name": name, **reading.settings}}
            specs[name] |= {"loss_lr": HEAD_RATE} if entry.head else {}
    return specs


def prepared(rows: pd.DataFrame, how: str, labels: Labels) -> pd.DataFrame:
    """Training rows with the labels that a loss wants, see `fitting`."""
    if how != POSITIVES:
        return relabel(rows, how, range=(labels.low, labels.high))
    similar = rows[rows[labels.column] > labels.middle]
    return similar.drop(columns=labels.column).reset_index(drop=True)


def chosen_losses(labels: Labels, names: list[str] | None) -> dict[str, dict]:
    """The settings of the losses named, or of the usual ones for this kind of labels.

    A name may have settings of its own: ``contrastive:threshold=0.9`` is the candidate *contrastive
    threshold=0.9*. Raises UserError for a name that no loss has or that does not fit these labels,
    and for a setting that is none.
    """
    specs, chosen = fitting(labels), {}
    if names == ["all"]:
        return specs
    for asked in USUAL[labels.kind] if names is None else names:
        first, *given = asked.split(":")
        name = loss_named(first)
        if name not in specs:
            why = "needs other data than these" if name in LOSSES else "is no loss"
            raise UserError(
                f"{name!r} {why}; those that fit these {labels.kind} labels: {', '.join(specs)}"
            )
        own = numbers_of(given, name, f"--losses {name}:")
        key = " ".join([name, *(f"{setting}={number:.12g}" for setting, number in own.items())])
        chosen[key] = specs[name]
        if own:
            chosen[key] = specs[name] | {"loss": specs[name]["loss"] | own, "candidate": key}
    if not chosen:
        raise UserError("--losses: name one loss at least")
    return chosen


def numbers_of(given: Iterable[str], loss: str, option: str = "--set ") -> dict[str, float]:
    """Settings of a loss, as scale=10; a number is whole where its default is whole or none.

    Raises UserError, which begins with the ``option``, for what is no setting with a number.
    """
    entry, settings = LOSSES.get(loss), {}
    makers = filter(None, (entry.head, entry.function)) if entry else ()  # a head passes them on
    known = {n: p for maker in makers for n, p in inspect.signature(maker).parameters.items()}
    for one in given:
        name, _, value = (part.strip() for part in one.partition("="))
        where = f"{option}{one[:60]!r}: "
        default = known[name].default if name in known else 0.0
        try:
            number = float(value if name else "")
        except ValueError:
            raise UserError(f"{where}write a name and a number, as scale=10") from None
        if name in settings:
            raise UserError(f"{where}{name} is given twice; give it once")
        default = None if default is inspect.Parameter.empty else default
        if isinstance(default, bool) or not isinstance(default, int | float | None):
            raise UserError(f"{where}{name} of {loss} is {default!r}, no number")
        if not isinstance(default, float) and not number.is_integer():
            raise UserError(f"{where}{name} of {loss} is a whole number")
        settings[name] = number if isinstance(default, float) else int(number)
    return settings


def check_settings(spec: dict, dimension: int, batch_size: int) -> None:
    """Raise UserError for what a loss refuses, and for batches of one that teach it nothing."""
    n = min(batch_size, 2)
    u, labels = torch.eye(2, dimension), torch.tensor([1.0, 0.0])[:n]
    wanted = None if spec["labels"] == POSITIVES else labels
    value = make_loss(spec["loss"], dimension)([u[:n], u.flip(0)[:n]], wanted)
    if n == 1 and not value:
        name = spec["loss"]["name"]
        raise UserError(f"batch size 1: {name} compares the pairs of a batch; take 2 or more")
