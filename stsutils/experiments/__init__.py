"""The book's experiments, each declared in a module of its own as ``EXPERIMENT``."""

import difflib
import importlib

from stsutils.errors import UserError
from stsutils.experiments.declare import (
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
    "datasets": "stsutils.experiments.datasets",
    "raw-poolings": "stsutils.experiments.raw_poolings",
    "raw-search": "stsutils.experiments.raw_search",
    "contrastive-threshold": "stsutils.experiments.threshold",
    "threshold-cls": "stsutils.experiments.threshold_cls",
    "threshold-minilm": "stsutils.experiments.threshold_minilm",
    "blog-clusters": "stsutils.experiments.blog_clusters",
    "blog-anisotropy": "stsutils.experiments.blog_anisotropy",
    "stsb-cosent-mse": "stsutils.experiments.stsb_cosent_mse",
    "supervised": "stsutils.experiments.supervised",
    "supervised-cls": "stsutils.experiments.supervised_cls",
    "supervised-minilm": "stsutils.experiments.supervised_minilm",
    "supervised-poolings": "stsutils.experiments.supervised_poolings",
    "seeds": "stsutils.experiments.seeds",
    "large-batch": "stsutils.experiments.large_batch",
    "nli-to-sts": "stsutils.experiments.nli_to_sts",
    "nli-poolings": "stsutils.experiments.nli_poolings",
    "protocol": "stsutils.experiments.protocol",
    "nli-order": "stsutils.experiments.nli_order",
    "chinese": "stsutils.experiments.chinese",
    "blog-in-domain": "stsutils.experiments.blog_in_domain",
    "chinese-nli": "stsutils.experiments.chinese_nli",
    "transfer": "stsutils.experiments.transfer",
    "interaction": "stsutils.experiments.interaction",
    "convergence": "stsutils.experiments.convergence",
    "scale": "stsutils.experiments.scale",
    "scale-minilm": "stsutils.experiments.scale_minilm",
    "distributions": "stsutils.experiments.distributions",
    "cases": "stsutils.experiments.cases",
    "cases-minilm": "stsutils.experiments.cases_minilm",
    "loss-map": "stsutils.experiments.loss_map",
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
    return importlib.import_module(MODULES[name]).EXPERIMENT
