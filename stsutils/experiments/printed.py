"""Sentences about a document's own printed numbers: arithmetic decides them, no run does.

They stand in ``printed.toml``. What they have in common is decided by `CHECKS`; a check that looks
at one table in its own way is a function in the document's folder.
"""

import functools
import statistics
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources

from stsutils.errors import UserError
from stsutils.experiments.common.arithmetic import (
    Numbers,
    above,
    differences,
    mostly_above,
    told,
    won,
)
from stsutils.experiments.cosent.printed_tables import TABLES


@dataclass(frozen=True)
class Printed:
    """A sentence (``text``), where it stands (``source``), and the arithmetic that decides it.

    ``check`` takes the numbers of ``document`` and returns (true, what the table says).
    """

    text: str
    source: str
    document: str
    check: Callable[[Numbers], tuple[bool, str]]


def _range(n: Numbers, s: dict) -> tuple[bool, str]:
    """The least and the greatest difference are the ones that were ``said``."""
    found = differences(n, *_where(s))
    ends = [min(found), max(found)]
    return ends == s["said"], f"the differences run from {ends[0]:.2f} to {ends[1]:.2f}"


def _largest(n: Numbers, s: dict) -> tuple[bool, str]:
    """The greatest difference is the one that was ``said``; ``note`` words the others."""
    found = differences(n, *_where(s))
    return max(found) == s["said"], s.get("note", "differences {}").format(told(found))


def _mean(n: Numbers, s: dict) -> tuple[bool, str]:
    """The mean of the differences rounds to the points that were ``said``."""
    found = differences(n, *_where(s))
    mean = statistics.fmean(found)
    return round(mean) == s["said"], f"differences {told(found)}, mean {mean:.2f}"


def _wins(n: Numbers, s: dict) -> tuple[bool, str]:
    """Row a is above every b in as many columns, of as many, as was ``said``."""
    found = won(n, *_where(s))
    total = len(s["columns"])
    return [len(found), total] == s["said"], f"{len(found)} of {total}: {', '.join(found)}"


def _by_encoder(n: Numbers, s: dict) -> tuple[bool, str]:
    """Each pair's first row wins in as many columns as was ``said``."""
    found = [len(won(n, s["table"], [pair], s["columns"])) for pair in s["pairs"]]
    return found == s["said"], ", ".join(map(str, found))


def _same(n: Numbers, s: dict) -> tuple[bool, str]:
    """The differences are the ones that were ``said``."""
    found = differences(n, *_where(s))
    return found == s["said"], f"differences {told(found)}"


def _falling(n: Numbers, s: dict) -> tuple[bool, str]:
    """The first of two differences is the larger one."""
    found = differences(n, *_where(s))
    return found[0] > found[1], f"differences {told(found)}"


CHECKS = {
    "above": lambda n, s: above(n, *_where(s)),
    "mostly above": lambda n, s: mostly_above(n, *_where(s)),
    "range": _range,
    "largest": _largest,
    "mean": _mean,
    "wins": _wins,
    "sets won by encoder": _by_encoder,
    "differences": _same,
    "falling": _falling,
    **{name: (lambda n, s, own=own: own(n)) for name, own in TABLES.items()},
}


#: Keys whose value may be the name of a list.
LISTED = ("models", "a", "b", "columns")


@functools.cache
def claims() -> tuple[Printed, ...]:
    """Every sentence of this kind, in the file's order."""
    text = resources.files("stsutils.experiments").joinpath("printed.toml").read_text("utf-8")
    raw = tomllib.loads(text)
    return tuple(_printed(one, raw["lists"]) for one in raw["claim"])


def _printed(raw: dict, lists: dict) -> Printed:
    s = {k: lists[v] if k in LISTED and isinstance(v, str) else v for k, v in raw.items()}
    if s["check"] not in CHECKS:
        raise UserError(f"printed.toml, {s['text']!r}: no check is called {s['check']!r}")
    s["pairs"] = _pairs(s)
    check = CHECKS[s["check"]]
    return Printed(s["text"], s["source"], s.get("document", "cosent"), lambda n: check(n, s))


def _pairs(s: dict) -> list[tuple[str, str]]:
    """Pairs of rows; ``rising`` rows are each compared with the one before."""
    if "rising" in s:
        return list(zip(s["rising"][1:], s["rising"], strict=False))
    return [
        (a.format(model=model), b.format(model=model))
        for model in s.get("models", [""])
        for a in s.get("a", ())
        for b in s.get("b", ())
    ]


def _where(s: dict) -> tuple:
    return s["table"], s["pairs"], s["columns"]
