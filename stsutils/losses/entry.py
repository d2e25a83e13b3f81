"""What the index says of a loss; each file in `functions` ends with its `ENTRY`."""

from collections.abc import Callable
from dataclasses import dataclass, field

from torch import nn

from stsutils.losses.lifts.cosines import on_cosines
from stsutils.losses.shapes import Loss

DATA = {
    "graded pairs": "two sentences and a score, such as 0 to 5",
    "binary pairs": "two sentences and 0 or 1",
    "NLI classes": "two sentences and contradiction 0, neutral 1 or entailment 2",
    "triplets": "an anchor, a sentence like it and a sentence unlike it",
    "sentences": "sentences, without any label",
    "teacher scores": "sentences and another model's similarities",
}
ANY_PAIRS = ("graded pairs", "binary pairs", "NLI classes")
TEACHER = ("teacher scores",)


@dataclass(frozen=True)
class Reading:
    """How a loss reads the labels of somebody's own pairs, and its settings for them.

    `labels` is "raw" (as they are), "unit_range" (brought to 0 to 1), "two classes" (1 above the
    middle of the scale, else 0) or "positives" (the pairs above the middle only, without labels).
    """

    labels: str
    settings: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """One loss: its pure function, the data it fits and how it becomes a loss for `fit`.

    Attributes:
        function: the loss; its name is the name in the index.
        title: its name in prose.
        data: keys of `DATA`.
        lift: without a `head`, `lift(function, **settings)` is the loss that `fit` takes.
        head: with one, `head(dimension, **settings)` makes it, an nn.Module whose parameters are
            trained too.
        own_pairs: how it reads each kind of labelled pairs that a reader may bring; a kind that is
            missing is not offered.
    """

    function: Loss
    title: str
    data: tuple[str, ...]
    lift: Callable[..., Callable] = on_cosines
    head: Callable[..., nn.Module] | None = None
    own_pairs: dict[str, Reading] = field(default_factory=dict)


def any_pairs(labels: str, **settings: object) -> dict[str, Reading]:
    """Return one reading for all kinds of labelled pairs."""
    return dict.fromkeys(ANY_PAIRS, Reading(labels, settings))


def on_two_classes(function: Loss, title: str, **settings: object) -> Entry:
    """Return the entry of a loss on cosines and labels 0 or 1; `settings` are for own pairs."""
    own_pairs = any_pairs("two classes", **settings)
    return Entry(function, title, ("binary pairs",), own_pairs=own_pairs)
