"""Arithmetic on a document's printed numbers: ``numbers(table, row, column)`` looks one up."""

from collections.abc import Callable, Iterable, Sequence

Numbers = Callable[[str, str, str], float]
Pairs = Sequence[tuple[str, str]]


def differences(numbers: Numbers, table: str, pairs: Pairs, columns: Sequence) -> list[float]:
    """a − b for each pair of rows and column, in points with two decimals."""
    return [
        round(numbers(table, a, column) - numbers(table, b, column), 2)
        for a, b in pairs
        for column in columns
    ]


def in_words(found: Iterable[float]) -> str:
    """Differences in words."""
    return ", ".join(f"{d:.2f}" for d in found)
