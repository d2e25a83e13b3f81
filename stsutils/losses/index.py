"""The index of all losses by the data a reader has, and the one way from settings to a loss."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor, nn

from stsutils.errors import UserError
from stsutils.losses.angle import angle
from stsutils.losses.binary_cross_entropy import binary_cross_entropy
from stsutils.losses.contrastive import contrastive
from stsutils.losses.cosent import cosent
from stsutils.losses.cosent_rows import cosent_rows
from stsutils.losses.cosine_mse import cosine_mse
from stsutils.losses.direct_linear import direct_linear
from stsutils.losses.direct_squared import direct_squared
from stsutils.losses.info_nce import info_nce
from stsutils.losses.l1 import l1
from stsutils.losses.linear_threshold import linear_threshold
from stsutils.losses.list_mle import list_mle
from stsutils.losses.list_net import list_net
from stsutils.losses.on_cosines import on_cosines
from stsutils.losses.on_embeddings import on_embeddings
from stsutils.losses.on_rows import on_rows
from stsutils.losses.rank_encoder import rank_encoder
from stsutils.losses.regression_head import RegressionHead
from stsutils.losses.settings import complete_settings
from stsutils.losses.smooth_k2 import smooth_k2
from stsutils.losses.softmax import SoftmaxHead, softmax
from stsutils.losses.translated_relu import translated_relu
from stsutils.losses.triplet import triplet

DATA = {
    "graded pairs": "two sentences and a score, such as 0 to 5",
    "binary pairs": "two sentences and 0 or 1",
    "NLI classes": "two sentences and contradiction 0, neutral 1 or entailment 2",
    "triplets": "an anchor, a sentence like it and a sentence unlike it",
    "sentences": "sentences, without any label",
    "teacher scores": "sentences and another model's similarities",
}


@dataclass(frozen=True)
class Entry:
    """One loss: its pure function, the data it fits and how it becomes a loss for `fit`.

    `data` are keys of `DATA`; `needs` says what the rows must look like. Without a `head` the
    function is lifted by `lift(function, **settings)`; with one, `head(dimension, **settings)`
    makes an nn.Module whose parameters are trained too.
    """

    function: Callable[..., Tensor]
    data: tuple[str, ...]
    needs: str
    lift: Callable[..., Callable] = on_cosines
    head: Callable[..., nn.Module] | None = None


ANY_PAIRS = ("graded pairs", "binary pairs", "NLI classes")
TEACHER = ("teacher scores",)
ROWS = "sentences, and a teacher's vector of each as its label"


def _regression(function: Callable[..., Tensor]) -> Entry:
    """A loss on the numbers that a linear layer reads off the two vectors."""
    head = partial(RegressionHead, function=function)
    needs = "pairs with classes 0, 1, 2 or scores of any range"
    return Entry(function, ("graded pairs", "NLI classes"), needs, head=head)


LOSSES = {
    "cosent": Entry(cosent, ANY_PAIRS, "pairs with an ordered label or score"),
    "cosine_mse": Entry(cosine_mse, ANY_PAIRS, "pairs with a score in [0, 1]"),
    "contrastive": Entry(contrastive, ("binary pairs",), "pairs with a 0/1 label"),
    "direct_linear": Entry(direct_linear, ("binary pairs",), "pairs with a 0/1 label"),
    "direct_squared": Entry(direct_squared, ("binary pairs",), "pairs with a 0/1 label"),
    "linear_threshold": Entry(linear_threshold, ("binary pairs",), "pairs with a 0/1 label"),
    "softmax": Entry(
        softmax, ("NLI classes", "binary pairs"), "pairs with a class 0, 1, …", head=SoftmaxHead
    ),
    "triplet": Entry(triplet, ("triplets",), "anchor, positive, negative", lift=on_embeddings),
    "info_nce": Entry(
        info_nce,
        ("sentences", "triplets"),
        "one sentence column named twice, similar pairs, or triplets",
        lift=on_embeddings,
    ),
    "angle": Entry(angle, ANY_PAIRS, "pairs with an ordered label or score", lift=on_embeddings),
    "binary_cross_entropy": Entry(
        binary_cross_entropy,
        ANY_PAIRS,
        "pairs with a label or score in [0, 1], and an interaction model",
    ),
    "l1": _regression(l1),
    "translated_relu": _regression(translated_relu),
    "smooth_k2": _regression(smooth_k2),
    "list_net": Entry(list_net, TEACHER, ROWS, lift=on_rows),
    "list_mle": Entry(list_mle, TEACHER, ROWS, lift=on_rows),
    "cosent_rows": Entry(cosent_rows, TEACHER, ROWS, lift=on_rows),
    "rank_encoder": Entry(rank_encoder, TEACHER, ROWS, lift=partial(on_rows, diagonal=True)),
}


def make_loss(settings: dict, dimension: int, seed: int = 0) -> Callable[..., Tensor]:
    """Return the loss that `fit` takes, made from its name and settings.

    Args:
        settings: {"name": a key of `LOSSES`, and the loss's own settings}.
        dimension: the width d of the embeddings, which a loss with a head needs.
        seed: decides a head's first weights, and nothing else.

    Returns:
        A callable `loss(embeddings: list of tensors, labels) -> scalar`, with a `name` and its
        `settings`; an nn.Module where the loss has parameters of its own.

    Raises:
        UserError: a name or a setting that does not exist.

    Example:
        >>> make_loss({"name": "cosent", "scale": 10.0}, dimension=256)
        on_cosines(cosent, scale=10.0)
    """
    name = settings.get("name")
    if name not in LOSSES:
        raise UserError(f"No loss is called {name!r}; there are: {', '.join(LOSSES)}.")
    entry, own = LOSSES[name], {k: v for k, v in settings.items() if k != "name"}
    if entry.head is None:
        return entry.lift(entry.function, **own)
    if inspect.isclass(entry.head):
        own = complete_settings(entry.head, own, ("dimension",), name)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return entry.head(dimension, **own)
