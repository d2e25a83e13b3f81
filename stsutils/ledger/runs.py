"""What was run: recipe, seed and settings, and the hash that names them."""

import functools
import hashlib
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from stsutils.errors import UserError
from stsutils.ledger.defaults import without_defaults

RECIPE = re.compile(r"[a-z][a-z0-9_-]{0,63}")


def canonical(value) -> str:
    """JSON that equal things share: keys sorted, no spaces, floats by ``repr``, 1 is not 1.0.

    Plain dict (text keys), list, tuple, str, bool, None, int and finite float only. Anything else,
    numpy numbers too, is a :class:`UserError` that says where it sits.
    """
    return _written(plain(value, "settings"))


_written = functools.partial(json.dumps, sort_keys=True, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True)
class Run:
    """All that decides a number. ``id`` = sha256 of the canonical JSON, 16 hex digits.

    ``settings`` keeps what differs from the recipe's defaults, so that equal trainings are equal
    runs. A recipe whose numbers change takes the next digit in its name (``finetune-2``).
    """

    recipe: str
    seed: int
    settings: dict = field(default_factory=dict)

    def __post_init__(self):
        """Check the parts and keep a private copy of the settings, without defaults."""
        if not isinstance(self.recipe, str) or not RECIPE.fullmatch(self.recipe):
            raise UserError(f"recipe {self.recipe!r}: use small letters, digits, - and _")
        if type(self.seed) is not int or self.seed < 0:
            raise UserError(f"seed {self.seed!r}: use a whole number from 0")
        if not isinstance(self.settings, Mapping):
            raise UserError(f"settings must be a dict, got {type(self.settings).__name__}")
        settings = without_defaults(self.recipe, plain(self.settings, "settings"))
        object.__setattr__(self, "settings", settings)

    @functools.cached_property
    def id(self) -> str:
        """The record's name."""
        parts = {"recipe": self.recipe, "seed": self.seed, "settings": self.settings}
        return hashlib.sha256(_written(parts).encode()).hexdigest()[:16]

    def __eq__(self, other):
        """Equal when the id is: {"a": 1} and {"a": 1.0} are two runs."""
        return isinstance(other, Run) and self.id == other.id

    def __hash__(self):
        """By id, as equality."""
        return hash(self.id)


@dataclass
class Result:
    """What a recipe gives back.

    ``metrics``: name → number; a NaN ``validation`` says that the training diverged. ``draws``:
    metric name → bootstrap draws of that metric. ``curve``: one dict a point of the training
    history. ``predictions``: test set name → one number a pair. ``extra``: joins the provenance
    (``data_sha``, ``encoder_sha``, …).
    """

    metrics: dict
    draws: dict = field(default_factory=dict)
    curve: list = field(default_factory=list)
    predictions: dict = field(default_factory=dict)
    extra: dict = field(default_factory=dict)


@dataclass
class Record:
    """A result as read back; ``predictions`` in steps of 1/32767 of the largest, 2,000 a set.

    ``tested``: name of predictions → how many pairs there were, also those that are not kept.
    """

    run: Run
    metrics: dict
    draws: dict
    curve: list
    predictions: dict
    provenance: dict
    tested: dict[str, int] = field(default_factory=dict)

    def number(self, metric: str) -> float:
        """The metric of this name; a UserError says which there are."""
        if metric not in self.metrics:
            known = ", ".join(sorted(self.metrics))
            raise UserError(f"record {self.run.id} has no metric {metric!r}; it has {known}")
        return self.metrics[metric]

    @property
    def diverged(self) -> bool:
        """Whether its training ended without a number; then it holds nothing else."""
        return math.isnan(self.metrics.get("validation", 0.0))


def plain(value, where: str):
    """A private copy made of plain JSON types, or a UserError that names the place."""
    if type(value) is float and not math.isfinite(value):
        raise UserError(f"{where} is {value}: only finite numbers can be recorded")
    if value is None or type(value) in (str, bool, int, float):
        return value
    if isinstance(value, (list, tuple)):
        return [plain(item, f"{where}[{i}]") for i, item in enumerate(value)]
    if isinstance(value, Mapping):
        for key in value:
            if type(key) is not str:
                raise UserError(f"{where} has the key {key!r}: keys must be text")
        return {key: plain(item, f"{where}.{key}") for key, item in value.items()}
    mend = "float(x) or int(x)" if isinstance(value, np.generic) else "plain JSON types"
    raise UserError(f"{where} is a {type(value).__name__}, which JSON does not know: use {mend}")
