"""The book's experiments by document, and `checks`: our own questions.

Each is declared in a module as ``EXPERIMENT``, or under another name that follows a colon here.
"""

import difflib
import functools
import importlib
from dataclasses import replace

from stsutils.claims import claims_of
from stsutils.errors import UserError
from stsutils.experiments.common.declare import (
    TIERS,
    Cell,
    Derived,
    Experiment,
    Published,
    Tuned,
    command,
    is_untrained,
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
    "is_untrained",
    "load",
    "names",
    "parts_of",
    "resolve",
    "seedless",
]

MODULES = {
    "datasets": "stsutils.experiments.cosent.datasets",
    "raw-poolings": "stsutils.experiments.checks.raw_poolings",
    "raw-search": "stsutils.experiments.checks.raw_search",
    "raw-search-long": "stsutils.experiments.checks.raw_search:BY_TEXT",
    "raw-encoders": "stsutils.experiments.checks.raw_encoders",
    "contrastive-threshold": "stsutils.experiments.cosent.threshold",
    "threshold-atec": "stsutils.experiments.cosent.threshold:ON_ATEC",
    "threshold-cls": "stsutils.experiments.cosent.learned_paws:THRESHOLD_CLS",
    "threshold-minilm": "stsutils.experiments.cosent.learned_paws:THRESHOLD_MINILM",
    "blog-clusters": "stsutils.experiments.blog.clusters",
    "blog-anisotropy": "stsutils.experiments.blog.anisotropy",
    "stsb-cosent-mse": "stsutils.experiments.cosent.stsb_cosent_mse",
    "supervised": "stsutils.experiments.cosent.supervised",
    "supervised-cls": "stsutils.experiments.cosent.learned_paws:SUPERVISED_CLS",
    "supervised-minilm": "stsutils.experiments.cosent.learned_paws:SUPERVISED_MINILM",
    "supervised-poolings": "stsutils.experiments.cosent.supervised_poolings",
    "seeds": "stsutils.experiments.checks.seeds",
    "second-look": "stsutils.experiments.checks.second_look",
    "large-batch": "stsutils.experiments.checks.large_batch",
    "nli-to-sts": "stsutils.experiments.cosent.nli_to_sts",
    "nli-poolings": "stsutils.experiments.cosent.nli_poolings",
    "protocol": "stsutils.experiments.checks.protocol",
    "nli-order": "stsutils.experiments.checks.nli_order",
    "chinese": "stsutils.experiments.cosent.chinese",
    "blog-in-domain": "stsutils.experiments.blog.in_domain",
    "chinese-nli": "stsutils.experiments.blog.chinese_nli",
    "transfer": "stsutils.experiments.cosent.transfer",
    "interaction": "stsutils.experiments.cosent.interaction",
    "convergence": "stsutils.experiments.cosent.convergence",
    "scale": "stsutils.experiments.cosent.scale",
    "scale-minilm": "stsutils.experiments.cosent.learned_paws:SCALE_MINILM",
    "distributions": "stsutils.experiments.cosent.distributions",
    "cases": "stsutils.experiments.cosent.cases",
    "cases-minilm": "stsutils.experiments.cosent.learned_paws:CASES_MINILM",
    "rankencoder": "stsutils.experiments.rankencoder.stages",
    "rankencoder-thirds": "stsutils.experiments.rankencoder.study",
    "rankencoder-neighbours": "stsutils.experiments.rankencoder.study:NEIGHBOURS",
    "rankencoder-geometry": "stsutils.experiments.rankencoder.study:GEOMETRY",
    "rankencoder-corpus": "stsutils.experiments.rankencoder.corpus",
    "rankencoder-weight": "stsutils.experiments.rankencoder.weight",
    "rankencoder-bases": "stsutils.experiments.rankencoder.bases",
    "rankencoder-transfer": "stsutils.experiments.rankencoder.transfer",
    "rankencoder-skew": "stsutils.experiments.rankencoder.skew",
    "rankcse": "stsutils.experiments.rankencoder.rankcse",
    "contexts-trained": "stsutils.experiments.contexts.trained",
    "contexts-construction": "stsutils.experiments.contexts.origin:CONSTRUCTION",
    "contexts-text": "stsutils.experiments.contexts.origin:TEXT",
    "contexts-size": "stsutils.experiments.contexts.origin:SIZE",
    "contexts-terms": "stsutils.experiments.contexts.origin:TERMS",
    "contexts-spread": "stsutils.experiments.contexts.origin:SPREAD",
    "contexts-surrogate": "stsutils.experiments.contexts.surrogate:STS",
    "contexts-pairs": "stsutils.experiments.contexts.surrogate_made:MADE_OF",
    "contexts-distances": "stsutils.experiments.contexts.surrogate_made:DISTANCES",
    "contexts-arguments": "stsutils.experiments.contexts.surrogate_tasks:ARGUMENT",
    "contexts-sections": "stsutils.experiments.contexts.surrogate_tasks:SECTION",
    "loss-map": "stsutils.experiments.checks.loss_map",
    "regression-losses": "stsutils.experiments.regression.losses",
    "regression-schedule": "stsutils.experiments.regression.schedule",
    "regression-sweep": "stsutils.experiments.regression.sweep",
    "regression-features": "stsutils.experiments.regression.features:HEADS",
    "regression-head-rate": "stsutils.experiments.regression.features:RATE",
    "regression-categories": "stsutils.experiments.regression.categories",
    "regression-batches": "stsutils.experiments.regression.batches",
    "regression-memory": "stsutils.experiments.regression.memory",
    "regression-filter": "stsutils.experiments.regression.leak:FILTER",
    "regression-leak": "stsutils.experiments.regression.leak:LEAK",
    "regression-two-stages": "stsutils.experiments.regression.two_stages",
    "regression-two-stages-mini": "stsutils.experiments.regression.two_stages:OF_MINI",
}


def names() -> list[str]:
    """The experiments' names, in the order of the book."""
    return list(MODULES)


def load(name: str | Experiment) -> Experiment:
    """The experiment of this name; a :class:`UserError` with the nearest names otherwise.

    One that is loaded already is given back, so that a function may take either.
    """
    return name if isinstance(name, Experiment) else _load(name)


@functools.cache
def _load(name: str) -> Experiment:
    if name not in MODULES:
        near = difflib.get_close_matches(name.replace("_", "-"), MODULES, n=3, cutoff=0.4)
        hint = f"Did you mean {' or '.join(near)}?" if near else f"There are: {', '.join(MODULES)}"
        raise UserError(f"no experiment is called {name!r}. {hint}")
    module, _, attribute = MODULES[name].partition(":")
    declared = getattr(importlib.import_module(module), attribute or "EXPERIMENT")
    return replace(declared, claims=claims_of(name))
