"""Which losses fit which labels, and what each of them needs the labels to be."""

import pandas as pd
import torch

from stsutils.data import relabel
from stsutils.data.label_kinds import Labels
from stsutils.errors import UserError
from stsutils.losses import LOSSES, make_loss

#: What is compared unless the reader names losses.
USUAL = {
    "graded": ("cosent", "cosine_mse", "contrastive"),
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

    Raises UserError for a name that no loss has or that does not fit these labels.
    """
    specs = fitting(labels)
    if names == ["all"]:
        return specs
    names = USUAL[labels.kind] if names is None else names
    for name in names:
        if name not in specs:
            why = "needs other data than labelled pairs" if name in LOSSES else "is no loss"
            raise UserError(
                f"{name!r} {why}; those that fit these {labels.kind} labels: {', '.join(specs)}"
            )
    if not names:
        raise UserError("--losses: name one loss at least")
    return {name: specs[name] for name in dict.fromkeys(names)}


def check_settings(spec: dict, dimension: int, batch_size: int) -> None:
    """Raise UserError for what a loss refuses, and for batches of one that teach it nothing."""
    n = min(batch_size, 2)
    u, labels = torch.eye(2, dimension), torch.tensor([1.0, 0.0])[:n]
    value = make_loss(spec["loss"], dimension)(
        [u[:n], u.flip(0)[:n]], None if spec["labels"] == POSITIVES else labels
    )
    if n == 1 and not value:
        name = spec["loss"]["name"]
        raise UserError(f"batch size 1: {name} compares the pairs of a batch; take 2 or more")
