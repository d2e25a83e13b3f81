"""Sentences about a document's own printed numbers: arithmetic decides them, no run does.

They stand in ``printed.toml``. What they have in common is decided by `CHECKS`; a check that looks
at one table in its own way is a function in the document's folder.
"""

import functools
import statistics
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import resources

from stsutils.errors import UserError
from stsutils.experiments.cosent.printed_tables import TABLES, Numbers, differences, in_words


@dataclass(frozen=True)
class Printed:
    """A sentence (``text``), where it stands (``source``), and the arithmetic that decides it.

    ``check`` takes the numbers of ``document`` and returns (true, what the table says).
    """

    text: str
    source: str
    document: str
    check: Callable[[Numbers], tuple[bool, str]]


def _above(n: Numbers, s: dict, most: bool = False) -> tuple[bool, str]:
    """Row a is above row b for every pair and column, or for ``most`` of them; where it is not."""
    every = [(a, b, column) for a, b in s["pairs"] for column in s["columns"]]
    below = []
    for a, b, column in every:
        x, y = n(s["table"], a, column), n(s["table"], b, column)
        if x <= y:
            below.append(f"{column}: {a} {x:.2f}, {b} {y:.2f}")
    note = f"{len(every) - len(below)} of {len(every)}"
    true = 2 * len(below) < len(every) if most else not below
    return true, note + (f"; not in {'; '.join(below)}" if below else "")


def _differences(n: Numbers, s: dict) -> tuple[bool, str]:
    """What was ``said`` of the differences: their range, the largest, their mean, or each."""
    found, said = differences(n, s["table"], s["pairs"], s["columns"]), s.get("said")
    says = f"differences {in_words(found)}"
    match s["check"]:
        case "range":
            ends = [min(found), max(found)]
            return ends == said, f"the differences run from {ends[0]:.2f} to {ends[1]:.2f}"
        case "largest":  # a note words the others
            return max(found) == said, s["note"].format(in_words(found)) if "note" in s else says
        case "mean":
            mean = statistics.fmean(found)
            return round(mean) == said, f"{says}, mean {mean:.2f}"
        case "falling":
            return found[0] > found[1], says
    return found == said, says


def _won(n: Numbers, s: dict, pairs: list[tuple[str, str]]) -> list[str]:
    """The columns in which the best a of the pairs is above every b."""

    def best(rows: Iterable[str], column: str) -> float:
        return max(n(s["table"], row, column) for row in rows)

    a, b = zip(*pairs, strict=True)
    return [column for column in s["columns"] if best(a, column) > best(b, column)]


def _wins(n: Numbers, s: dict) -> tuple[bool, str]:
    """The best of rows a is above every b in as many columns, of as many, as was ``said``."""
    found, total = _won(n, s, s["pairs"]), len(s["columns"])
    return [len(found), total] == s["said"], f"{len(found)} of {total}: {', '.join(found)}"


def _by_encoder(n: Numbers, s: dict) -> tuple[bool, str]:
    """Each pair's first row wins in as many columns as was ``said``."""
    found = [len(_won(n, s, [pair])) for pair in s["pairs"]]
    return found == s["said"], ", ".join(map(str, found))


CHECKS = {
    "above": _above,
    "mostly above": functools.partial(_above, most=True),
    "wins": _wins,
    "sets won by encoder": _by_encoder,
    **dict.fromkeys(("range", "largest", "mean", "falling", "differences"), _differences),
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
