"""Rows that are JSON objects: one a line, or a file that lists them."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator

import pandas as pd

from stsutils.data.kinds import short
from stsutils.data.rows import place
from stsutils.errors import UserError


def read_json_lines(lines: Iterable[str], where: str) -> tuple[pd.DataFrame, list[int]]:
    """A table of the objects that stand one a line, and each row's line."""
    numbered = list(json_objects(lines, where))
    if not numbered:
        raise UserError(f"{where}: no rows; it needs one JSON object a line")
    begins, objects = map(list, zip(*numbered, strict=True))
    return _alike(objects, where, begins), begins


def read_json(text: str, where: str) -> pd.DataFrame:
    """A table of the objects that a file lists."""
    records, doubled = _parsed(text, where, many=True)
    if not isinstance(records, list) or not records:
        raise UserError(f'{where}: expected a list of objects, [{{"sentence1": …}}, …]')
    for row, record in enumerate(records):
        at = place(where, row)
        _check_object(record, at)
        _check_keys([one for one in doubled[:1] if one[0] is record], at)
    _check_keys(doubled, where)  # of an object that stands within another
    return _alike(records, where)


def json_objects(lines: Iterable[str], where: str) -> Iterator[tuple[int, dict]]:
    """The object of each line that is not blank, and the line's number."""
    row = 0
    for number, line in enumerate(lines, start=1):
        if line.strip():
            at = f"{place(where, row)} (line {number})"
            record, doubled = _parsed(line.rstrip("\n"), at)
            _check_object(record, at)
            _check_keys(doubled, at)
            yield number, record
            row += 1


def _parsed(text: str, at: str, many: bool = False) -> tuple[object, list[tuple[dict, str]]]:
    """What JSON text says, and the objects that have a key twice, with that key.

    ``many``: the text has lines, and the error's is named.
    """
    doubled: list[tuple[dict, str]] = []

    def unique(pairs: list[tuple]) -> dict:
        record = dict(pairs)
        if len(record) < len(pairs):
            doubled.append((record, Counter(key for key, _ in pairs).most_common(1)[0][0]))
        return record

    mend = "mend the file" if many else "mend the line"
    if text.strip() == "[":
        mend = "is the file a list of objects? Then call it .json"
    try:
        return json.loads(text, object_pairs_hook=unique), doubled
    except json.JSONDecodeError as error:
        if many:
            at += f", line {error.lineno}"
            if error.msg == "Extra data":
                mend = "is it one object a line? Then call it .jsonl"
        problem = f"not JSON ({error.msg} at character {error.colno})"
    except (ValueError, RecursionError):
        problem = "a number too long or brackets too deep"
    raise UserError(f"{at}: {problem}; {mend}")


def _check_object(record, at: str) -> None:
    if not isinstance(record, dict):
        raise UserError(f'{at}: expected an object like {{"sentence1": …}}, found {short(record)}')


def _check_keys(doubled: list[tuple[dict, str]], at: str) -> None:
    if doubled:
        raise UserError(f"{at}: key {doubled[0][1][:40]!r} appears twice; drop one")


def _alike(records: list[dict], where: str, lines: list[int] | None = None) -> pd.DataFrame:
    """Objects as a table; all must have the keys of the first."""
    columns = list(records[0])
    for name in columns:
        if re.search("[\ud800-\udfff]", name):
            raise UserError(f"{where}: the key {name[:40]!a} holds half a character; rename it")
    for row, record in enumerate(records):
        lacking = [c for c in columns if c not in record]
        extra = [c for c in record if c not in records[0]]
        if lacking or extra:
            what = f"lacks {lacking[0][:40]!r}" if lacking else f"has also {extra[0][:40]!r}"
            raise UserError(f"{place(where, row, lines)}: it {what}; give every row the same keys")
    return pd.DataFrame(records, range(len(records)), columns, dtype=object)
