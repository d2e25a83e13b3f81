"""The four kinds of rows, told by their columns, and what other names of columns may mean.

=========  ==============================================  ========================
kind       text columns                                    label
=========  ==============================================  ========================
pairs      ``sentence1``, ``sentence2``                    ``score`` float or ``label`` int
triplets   ``anchor``, ``positive``, ``negative``          none
texts      ``sentence``                                    ``label`` int
sentences  ``sentence`` (and often ``doc_id``)             none
=========  ==============================================  ========================

Rows are pandas DataFrames. Other columns (a genre, a year) travel along untouched.
"""

import difflib
import re
from collections import Counter
from collections.abc import Sequence

import pandas as pd

from stsutils.errors import UserError

TEXT_COLUMNS = {
    "pairs": ("sentence1", "sentence2"),
    "triplets": ("anchor", "positive", "negative"),
    "texts": ("sentence",),
    "sentences": ("sentence",),
}
LABEL_COLUMNS = {"pairs": ("score", "label"), "triplets": (), "texts": ("label",), "sentences": ()}

# What other projects call our columns. Only for hints: nothing is renamed behind the reader's back.
_ALIASES = {
    "sentence1": "text1 s1 senta sentencea texta premise question1 query string1 first",
    "sentence2": "text2 s2 sentb sentenceb textb hypothesis question2 document string2 second",
    "score": "similarity relatednessscore relatedness gold goldscore sim rating",
    "label": "class target y goldlabel category isduplicate isparaphrase",
    "anchor": "query a",
    "positive": "pos p",
    "negative": "neg n",
    "sentence": "text content document utterance",
}
_PAIR = re.compile("(.+?)=([^,=]+)(?:,|$)")  # theirs=ours; their names may have commas


def kind_of(rows: pd.DataFrame) -> str:
    """Tell the kind of rows from their column names.

    Raises UserError when the columns fit none of the four kinds, and for no DataFrame.
    """
    if not isinstance(rows, pd.DataFrame):
        way = "; take its to_pandas()" if hasattr(rows, "to_pandas") else ""
        raise UserError(f"rows must be a pandas DataFrame, not {type(rows).__name__}{way}")
    return kind_of_columns(list(rows.columns), "rows")


def text_columns(rows: pd.DataFrame) -> list[str]:
    """Names of the columns that hold text, in the order a loss sees them."""
    return list(TEXT_COLUMNS[kind_of(rows)])


def label_column(rows: pd.DataFrame) -> str | None:
    """Name of the column that holds the label: ``score``, else ``label``, else None."""
    return next((c for c in LABEL_COLUMNS[kind_of(rows)] if c in rows.columns), None)


def is_ours(name) -> bool:
    """Whether a column's name is one of ours, or what another project calls one of ours."""
    plain = re.sub(r"[^a-z0-9]", "", str(name).lower())
    return name in _ALIASES or any(plain in names.split() for names in _ALIASES.values())


def likely_label(columns: list) -> str | None:
    """The column that is probably the label under another name, such as ``is_duplicate``."""
    return next(filter(None, (_near(name, columns) for name in LABEL_COLUMNS["pairs"])), None)


def kind_of_columns(
    columns: list, where: str, renamed: str | None = None, labelled: bool = True
) -> str:
    """`kind_of` from the names alone; ``where`` and ``renamed`` as `check_rows` has them."""
    for kind in ("pairs", "triplets"):
        if set(TEXT_COLUMNS[kind]).issubset(columns):
            return kind
    if "sentence" not in columns:
        check_columns(columns, _nearest_kind(columns), where, renamed, labelled)
    return "texts" if "label" in columns else "sentences"


def _nearest_kind(columns: list) -> str:
    def likeness(kind: str) -> float:
        wanted = TEXT_COLUMNS[kind]
        return sum(c in columns or _near(c, columns) is not None for c in wanted) / len(wanted)

    return max(("pairs", "triplets", "sentences"), key=likeness)


def _near(wanted: str, columns: list) -> str | None:
    """The found column that was probably meant, or None."""
    # A column that already has one of our names was not meant to have another.
    free = [c for c in reversed(columns) if c not in _ALIASES]
    plain = {re.sub(r"[^a-z0-9]", "", str(c).lower()): c for c in free}
    for name in (wanted, *_ALIASES.get(wanted, "").split()):
        if name in plain:
            return plain[name]
    close = difflib.get_close_matches(wanted, list(plain), n=1, cutoff=0.8)
    return plain[close[0]] if close else None


def check_columns(
    columns: list, kind: str, where: str, renamed: str | None = None, labelled: bool = True
) -> None:
    """Raise UserError, with what was probably meant, for columns that rows of this kind lack."""
    wanted = [(c,) for c in TEXT_COLUMNS[kind] if c not in columns]
    choices = LABEL_COLUMNS[kind]
    if choices and labelled and not any(c in columns for c in choices):
        wanted.append(choices)
    if not wanted:
        return
    hints, options = [], []
    given = {ours.strip(): theirs.strip() for theirs, ours in _PAIR.findall(renamed or "")}
    for names in wanted:
        pairs = ((name, _near(name, columns)) for name in names)
        name, near = next((pair for pair in pairs if pair[1] is not None), (names[0], None))
        options.append(f"{given.pop(near, near) or 'THEIRS'}={name}")
        if near:
            hints.append(f"rename {short(near)} to {name!r}")
    asked = ",".join([*(f"{theirs}={ours}" for ours, theirs in given.items()), *options])
    mend = "; ".join(hints)
    if not hints:
        mend = "name the columns in the first line of the file (without one: --no-header), or say "
        mend += f"which they are: --columns {asked}"
    elif all(re.fullmatch(r"[\w.=-]{1,60}", option) for option in options):  # without quotes
        mend += f"; or --columns {asked}"
    many = "s" if len(wanted) > 1 else ""
    lacking = ", ".join(" or ".join(map(repr, names)) for names in wanted)
    there = ", ".join(map(short, columns[:8])) or "none"
    more = f" and {len(columns) - 8} more" if len(columns) > 8 else ""
    raise UserError(f"{where}: {kind} need column{many} {lacking}, found {there}{more}; {mend}")


def check_names(columns: Sequence, where: str) -> None:
    """Raise UserError for a name that two columns have."""
    if twice := sorted(str(name) for name, times in Counter(columns).items() if times > 1):
        row = "; if it is no header: --no-header" if re.fullmatch(r"[\d.,]+", twice[0]) else ""
        row = row or "; is it a title above the names? Delete its row" * (not twice[0])
        raise UserError(f"{where}: column {twice[0][:40]!r} appears twice; rename or drop one{row}")


def renamed(rows: pd.DataFrame, columns: str | None, where: str, labelled: bool) -> pd.DataFrame:
    """Rows with the columns named as in "theirs=ours,theirs=ours"; others stay.

    A column of the file that already has one of our names, and is not meant, is dropped
    (``attrs["taken"]``). Where rows need not be ``labelled``, the labels may lack, and so may what
    has our name already. Raises UserError for another form and for columns that the file lacks.
    """
    if columns is None:
        return rows
    names = {}
    pairs = [(theirs.strip(), ours.strip()) for theirs, ours in _PAIR.findall(columns)]
    if _PAIR.sub("", columns) or not all(map(all, pairs)):
        raise UserError(
            f"--columns {columns[:80]!r}: write theirs=ours with commas between, for example "
            "question1=sentence1,question2=sentence2,is_duplicate=label"
        )
    for theirs, ours in pairs:
        if theirs in names or ours in names.values():
            again = theirs if theirs in names else ours
            raise UserError(f"--columns {columns[:80]!r}: {again[:40]!r} is named twice")
        if theirs not in rows and not labelled and ours in (*rows, *LABEL_COLUMNS["pairs"]):
            continue
        if theirs not in rows:
            there = first_names(rows.columns)
            raise UserError(f"{where}: --columns names {theirs[:40]!r}; the file has {there}")
        names[theirs] = ours
    taken = [c for c in rows if c in names.values() and c not in names]
    kept = rows.drop(columns=taken).rename(columns=names)
    kept.attrs["taken"] = taken
    return kept


def first_names(columns: Sequence) -> str:
    """The first names of columns, each cut, with commas between them."""
    return ", ".join(repr(str(name))[:40] for name in columns[:8])


def short(value) -> str:
    """A value as Python writes it, cut to 40 characters."""
    text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"
