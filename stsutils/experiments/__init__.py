"""The book's experiments, each declared in a module of its own as ``EXPERIMENT``."""

import difflib
import importlib

from stsutils.errors import UserError
from stsutils.experiments.common.declare import (
    TIERS,
    Cell,
    Derived,
    Experiment,
    Published,
    Tuned,
    command,
    parts_of,
    resolve,
    seedless,
)

__all__ = [
    "MODULES",
    "TIERS",
    "Cell",
    "Derived",
    "Experiment",
    "Published",
    "Tuned",
    "command",
    "load",
    "names",
    "parts_of",
    "resolve",
    "seedless",
]

MODULES = {
    "datasets": "cosent.datasets",
    "raw-poolings": "checks.raw_poolings",
    "contrastive-threshold": "cosent.threshold",
    "threshold-cls": "cosent.threshold_cls",
    "threshold-minilm": "cosent.threshold_minilm",
    "blog-clusters": "blog.clusters",
    "blog-anisotropy": "blog.anisotropy",
    "stsb-cosent-mse": "cosent.stsb_cosent_mse",
    "supervised": "cosent.supervised",
    "supervised-cls": "cosent.supervised_cls",
    "supervised-minilm": "cosent.supervised_minilm",
    "supervised-poolings": "cosent.supervised_poolings",
    "seeds": "checks.seeds",
    "large-batch": "checks.large_batch",
    "nli-to-sts": "cosent.nli_to_sts",
    "nli-poolings": "cosent.nli_poolings",
    "protocol": "checks.protocol",
    "nli-order": "checks.nli_order",
    "chinese": "cosent.chinese",
    "blog-in-domain": "blog.in_domain",
    "chinese-nli": "blog.chinese_nli",
    "transfer": "cosent.transfer",
    "interaction": "cosent.interaction",
    "convergence": "cosent.convergence",
    "scale": "cosent.scale",
    "scale-minilm": "cosent.scale_minilm",
    "distributions": "cosent.distributions",
    "cases": "cosent.cases",
    "cases-minilm": "cosent.cases_minilm",
    "loss-map": "checks.loss_map",
}


def names() -> list[str]:
    """The experiments' names, in the order of the book."""
    return list(MODULES)


def load(name: str | Experiment) -> Experiment:
    """The experiment of this name; a :class:`UserError` with the nearest names otherwise.

    One that is loaded already is given back, so that a function may take either.
    """
    if isinstance(name, Experiment):
        return name
    if name not in MODULES:
        near = difflib.get_close_matches(name.replace("_", "-"), MODULES, n=3, cutoff=0.4)
        hint = f"Did you mean {' or '.join(near)}?" if near else f"There are: {', '.join(MODULES)}"
        raise UserError(f"no experiment is called {name!r}. {hint}")
    return importlib.import_module(f"stsutils.experiments.{MODULES[name]}").EXPERIMENT
