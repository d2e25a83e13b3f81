"""Labels that are words: those that everybody knows, and those that the reader explains."""

import re

import pandas as pd

from stsutils.data.rows import is_blank, number_from, place
from stsutils.errors import UserError

#: Words for unlike and like. Case, and what stands between the words, do not count.
_KNOWN = (
    "false/true, no/yes, n/y, f/t, reject/accept, rejected/accepted, different/same, "
    "dissimilar/similar, not similar/similar, unrelated/related, not related/related, "
    "not duplicate/duplicate, non duplicate/duplicate, not paraphrase/paraphrase, "
    "non paraphrase/paraphrase, no match/match, mismatch/match, negative/positive, "
    "not entailment/entailment, nein/ja, falsch/wahr, non/oui, faux/vrai, "
    "不相似/相似, 不同/相同, 不相同/相同, 否/是, 不是/是"
)
KNOWN = tuple(tuple(pair.split("/")) for pair in _KNOWN.split(", "))
MOST = 12  # different words: more are no labels
#: What programs write where there is nothing.
NOTHING = ("nan", "none", "null", "na", "n/a", "#n/a", "<na>")


def blanked(cells: pd.Series) -> pd.Series:
    """A label column in which words for `NOTHING` are empty cells."""
    empty = [isinstance(cell, str) and cell.strip().casefold() in NOTHING for cell in cells]
    return cells.astype(object).mask(pd.Series(empty, cells.index, bool), None)


def in_numbers(cells: pd.Series, given: str | None, where: str, lines=None) -> pd.Series:
    """A label column whose words are numbers: as ``given``, "Similar=1,Not similar=0", or known.

    Words with nothing behind the = become empty cells. Raises UserError for words that nobody has
    explained, with what to type.
    """
    column, values = cells.name, cells.tolist()
    filled = {value for value in values if isinstance(value, str) and value.strip()}
    words, numbers = {_plain(value) for value in filled}, None
    if given is not None:
        numbers = _explained(given)
        for row, value in enumerate(values):
            if not is_blank(value) and _plain(value) not in numbers:
                raise UserError(
                    f"{place(where, row, lines, column)}: --labels does not name "
                    f"{str(value)[:40]!r}; add it with its number, or with none for rows that have "
                    "no label"
                )
    for unlike, like in KNOWN if words and numbers is None else ():
        if words <= {unlike, like}:
            numbers = {unlike: 0, like: 1}
    if numbers is not None:
        new = [None if is_blank(value) else numbers.get(_plain(value), value) for value in values]
        return pd.Series(new, cells.index, object, column)
    if words and len(words) <= MOST and not any(_numeric(value) for value in values):
        shown = sorted(value.strip()[:40] for value in filled)
        raise UserError(
            f"{where}, column {column!r}: the labels are words; say which number each stands for, "
            f'more for more alike: --labels "{",".join(f"{word}=…" for word in shown)}"'
        )
    return cells


def _explained(given: str) -> dict[str, float | None]:
    """The numbers behind the words of ``given``."""
    number = r"\s*([+-]?(?:\d+\.?\d*|\.\d+)|)\s*"
    if not re.fullmatch(rf"(?:[^=]+={number}(?:,|$))+", given):
        raise UserError(
            f"--labels {given[:80]!r}: write word=number with commas between, for example "
            '"Similar=1,Not similar=0"'
        )
    found = re.findall(rf"([^=]+)={number}(?:,|$)", given)
    words = [_plain(word) for word, _ in found]
    if twice := [word for word in words if words.count(word) > 1]:
        raise UserError(f"--labels {given[:80]!r}: {twice[0][:40]!r} is named twice; drop one")
    return {_plain(word): float(value) if value else None for word, value in found}


def _plain(value) -> str:
    """The label without case, one space between its words whatever parts them; -1 and A- stay."""
    number = None if is_blank(value) or isinstance(value, bool) else number_from(value)
    if number is not None:
        return f"{number:.15g}"
    return re.sub(r"(?<=\w)[\s_-]+(?=\w)", " ", str(value).strip().casefold())


def _numeric(value) -> bool:
    """Whether it is a number, or is meant for one: 85 %, or 1,5."""
    if isinstance(value, str):
        value = value.replace(",", ".").rstrip("% ")
    return not is_blank(value) and number_from(value) is not None
