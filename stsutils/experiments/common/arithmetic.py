"""Arithmetic on a document's printed numbers: ``numbers(table, row, column)`` looks one up."""

from collections.abc import Callable, Iterable, Sequence

Numbers = Callable[[str, str, str], float]
Pairs = Sequence[tuple[str, str]]


def differences(numbers: Numbers, table: str, pairs: Pairs, columns: Iterable) -> list[float]:
    """a − b for each pair of rows and column, in points with two decimals."""
    columns = tuple(columns)
    return [
        round(numbers(table, a, column) - numbers(table, b, column), 2)
        for a, b in pairs
        for column in columns
    ]


def told(found: Iterable[float]) -> str:
    """Differences in words."""
    return ", ".join(f"{d:.2f}" for d in found)


def above(numbers: Numbers, table: str, pairs: Pairs, columns: Sequence[str]) -> tuple[bool, str]:
    """Whether a is above b for every pair of rows and column, and where it is not."""
    below = []
    for a, b in pairs:
        for column in columns:
            x, y = numbers(table, a, column), numbers(table, b, column)
            if x <= y:
                below.append(f"{column}: {a} {x:.2f}, {b} {y:.2f}")
    total = len(pairs) * len(columns)
    note = f"{total - len(below)} of {total}"
    return not below, note + (f"; not in {'; '.join(below)}" if below else "")


def mostly_above(
    numbers: Numbers, table: str, pairs: Pairs, columns: Sequence[str]
) -> tuple[bool, str]:
    """As `above`, for what is said in general: more than half are enough."""
    _, note = above(numbers, table, pairs, columns)
    found = differences(numbers, table, pairs, columns)
    return 2 * sum(d > 0 for d in found) > len(found), note


def won(numbers: Numbers, table: str, pairs: Pairs, columns: Iterable[str]) -> list[str]:
    """The columns in which a is above b in every pair."""
    return [
        c for c in columns if all(numbers(table, a, c) > numbers(table, b, c) for a, b in pairs)
    ]
