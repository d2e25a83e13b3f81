"""The book's tables by document, and `checks`: our own questions.

Every `Experiment` in a module of these folders is a table; none is listed anywhere.
"""

import difflib
import functools
import importlib
import pkgutil
from dataclasses import replace

from stsutils.claims import claims_of
from stsutils.errors import UserError
from stsutils.experiments.common.cells import (
    SEEDS,
    Cell,
    Choice,
    Derived,
    Tuned,
    choice,
    is_untrained,
    parts_of,
    resolve,
    seedless,
)
from stsutils.experiments.common.declare import TIERS, Experiment, Published, command

FOLDERS = ("cosent", "blog", "regression", "rankencoder", "contexts", "documentation", "checks")


@functools.cache
def tables() -> dict[str, Experiment]:
    """Name → table with its claims, document after document."""
    found = {}
    for folder in FOLDERS:
        package = importlib.import_module(f"{__name__}.{folder}")
        for file in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            for one in vars(importlib.import_module(file.name)).values():
                if isinstance(one, Experiment):
                    found[one.name] = replace(one, claims=claims_of(one.name))
    return found


def names() -> list[str]:
    """The tables' names, document after document."""
    return list(tables())


def load(name: str | Experiment) -> Experiment:
    """The table of this name; a :class:`UserError` with the nearest names otherwise.

    One that is loaded already is given back, so that a function may take either.
    """
    if isinstance(name, Experiment):
        return name
    if name not in tables():
        near = difflib.get_close_matches(name.replace("_", "-"), names(), n=3, cutoff=0.4)
        hint = f"Did you mean {' or '.join(near)}?" if near else f"There are: {', '.join(names())}"
        raise UserError(f"no experiment is called {name!r}. {hint}")
    return tables()[name]
