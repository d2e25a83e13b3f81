"""The book's experiments, each declared in a module of its own as ``EXPERIMENT``."""

import difflib
import importlib

from stsutils.errors import UserError
from stsutils.experiments.declare import (
    TIERS,
    Cell,
    Experiment,
    Published,
    Tuned,
    command,
    resolve,
)

__all__ = [
    "MODULES",
    "TIERS",
    "Cell",
    "Experiment",
    "Published",
    "Tuned",
    "command",
    "load",
    "names",
    "resolve",
]

MODULES = {
    "datasets": "stsutils.experiments.datasets",
    "raw-poolings": "stsutils.experiments.raw_poolings",
    "contrastive-threshold": "stsutils.experiments.threshold",
    "blog-clusters": "stsutils.experiments.blog_clusters",
    "stsb-cosent-mse": "stsutils.experiments.stsb_cosent_mse",
}


def names() -> list[str]:
    """The experiments' names, in the order of the book."""
    return list(MODULES)


def load(name: str) -> Experiment:
    """The experiment of this name; a :class:`UserError` with the nearest names otherwise."""
    if name not in MODULES:
        near = difflib.get_close_matches(name.replace("_", "-"), MODULES, n=3, cutoff=0.4)
        hint = f"Did you mean {' or '.join(near)}?" if near else f"There are: {', '.join(MODULES)}"
        raise UserError(f"no experiment is called {name!r}. {hint}")
    return importlib.import_module(MODULES[name]).EXPERIMENT
