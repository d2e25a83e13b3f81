"""Sentences about a document's own printed numbers: arithmetic decides them, no run does.

``numbers(table, row, column)`` looks up a printed number. A check says whether the sentence is
true of the table, and what the table says.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

Numbers = Callable[[str, str, str], float]


@dataclass(frozen=True)
class Printed:
    """A sentence (``text``), where it stands (``source``), and the arithmetic that decides it.

    ``check`` takes the numbers of ``document`` and returns (true, what the table says).
    """

    text: str
    source: str
    document: str
    check: Callable[[Numbers], tuple[bool, str]]


def differences(numbers: Numbers, table: str, pairs: Iterable, columns: Iterable) -> list[float]:
    """a − b for each pair of rows and column, in points with two decimals."""
    columns = tuple(columns)
    return [
        round(numbers(table, a, column) - numbers(table, b, column), 2)
        for a, b in pairs
        for column in columns
    ]


def between(found: list[float], low: float, high: float) -> tuple[bool, str]:
    """Whether the least and the greatest difference are the ones that were said."""
    said = (min(found), max(found)) == (low, high)
    return said, f"the differences run from {min(found):.2f} to {max(found):.2f}"


def all_above(numbers: Numbers, table: str, pairs: Iterable, columns: Iterable) -> tuple[bool, str]:
    """Whether a is above b for every pair of rows and column, and where it is not."""
    columns, below, total = tuple(columns), [], 0
    for a, b in pairs:
        for column in columns:
            total += 1
            x, y = numbers(table, a, column), numbers(table, b, column)
            if x <= y:
                below.append(f"{column}: {a} {x:.2f}, {b} {y:.2f}")
    note = f"{total - len(below)} of {total}"
    return not below, note + (f"; not in {'; '.join(below)}" if below else "")


def mostly_above(
    numbers: Numbers, table: str, pairs: Iterable, columns: Iterable
) -> tuple[bool, str]:
    """As `all_above`, for what is said in general: more than half are enough."""
    pairs, columns = tuple(pairs), tuple(columns)
    _, note = all_above(numbers, table, pairs, columns)
    found = differences(numbers, table, pairs, columns)
    return 2 * sum(d > 0 for d in found) > len(found), note


def wins(numbers: Numbers, table: str, a: str, others: Iterable, columns: Iterable) -> list[str]:
    """The columns in which a is above each of the others."""
    others = tuple(others)
    return [
        column
        for column in columns
        if all(numbers(table, a, column) > numbers(table, b, column) for b in others)
    ]


def about(found: list[float], points: int) -> tuple[bool, str]:
    """Whether the mean of the differences rounds to that many points."""
    mean = sum(found) / len(found)
    shown = ", ".join(f"{d:.2f}" for d in found)
    return round(mean) == points, f"differences {shown}, mean {mean:.2f}"


def counted(found: list[str], said: int, of: int, columns: Iterable) -> tuple[bool, str]:
    """Whether the columns won are as many, of as many, as was said."""
    total = len(tuple(columns))
    return (len(found), total) == (said, of), f"{len(found)} of {total}: {', '.join(found)}"
