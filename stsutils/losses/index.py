"""The index of all losses, and the one way from settings to a loss."""

import importlib
import pkgutil
from collections.abc import Callable
from types import ModuleType

import torch
from torch import Tensor

from stsutils.errors import UserError
from stsutils.losses import functions
from stsutils.losses.entry import Entry
from stsutils.losses.lifts.matryoshka import matryoshka


def declared(package: ModuleType, one: str, several: str) -> list:
    """What the files of a package end with: each has `one`, or a list of `several`."""
    found = []
    for file in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        module = importlib.import_module(file.name)
        found += getattr(module, several, None) or [getattr(module, one)]
    return found


_ENTRIES: list[Entry] = declared(functions, "ENTRY", "ENTRIES")
LOSSES = dict(sorted((entry.function.__name__, entry) for entry in _ENTRIES))


def loss_named(text: str) -> str:
    """The key of `LOSSES` that is meant by a name as typed, or as reports write it.

    ``CoSENT``, ``Smooth K2``, ``InfoNCE``: letters and digits count, of a key or a title. What no
    loss is called comes back in lower case, for the message of whoever looks it up.
    """

    def plain(name: str) -> str:
        return "".join(letter for letter in name.lower() if letter.isalnum())

    if not isinstance(text, str):
        raise UserError(f"a loss is named by a text, such as 'cosent'; got {text!r}")
    for name, entry in LOSSES.items():
        if plain(text) in (plain(name), plain(entry.title)):
            return name
    return "_".join(text.lower().replace("-", "_").split())


def make_loss(settings: dict, dimension: int, seed: int = 0) -> Callable[..., Tensor]:
    """Return the loss that `fit` takes, made from its name and settings.

    Args:
        settings: {"name": a key of `LOSSES`, and the loss's own settings}; "dimensions", a list
            of lengths, for `matryoshka`; "score" for a loss on cosines, see `on_cosines`.
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
    if "dimensions" in settings:
        whole = {key: value for key, value in settings.items() if key != "dimensions"}
        return matryoshka(make_loss(whole, dimension, seed), settings["dimensions"])
    entry, own = LOSSES[name], {k: v for k, v in settings.items() if k != "name"}
    if entry.head is None:
        return entry.lift(entry.function, **own)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return entry.head(dimension, **own)
