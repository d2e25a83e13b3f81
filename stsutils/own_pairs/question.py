"""What is asked: somebody's rows, divided; what their labels are; and the encoder to begin with."""

import functools
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from stsutils.data import check_file, content_sha, summary
from stsutils.data.components import folded, pair_numbers
from stsutils.data.kinds import first_names, label_column
from stsutils.data.label_kinds import Labels, label_kind
from stsutils.data.rows import is_blank, place, same_grades
from stsutils.encoders import BiEncoder, find_device, load_encoder
from stsutils.encoders.loading import check_encoder
from stsutils.encoders.tokens import pieces_sha
from stsutils.errors import UserError
from stsutils.own_pairs import news
from stsutils.own_pairs.cut import at_most, cut, facts
from stsutils.own_pairs.plan import Plan
from stsutils.own_pairs.unread import unread_in, unread_lines
from stsutils.training.fingerprint import table_sha


@dataclass
class Question:
    """Rows of a file (and of the reader's own validation and test files), parts, and an encoder.

    ``cuts`` says how the rows were divided, ``max_length`` what was asked for. ``files`` and
    ``hashes``: the name and the `content_sha` of ``train``, and of own ``validation`` and ``test``.
    """

    rows: pd.DataFrame
    labels: Labels
    parts: dict[str, pd.DataFrame]
    cuts: dict
    model: BiEncoder
    encoder: str
    files: dict[str, str]
    hashes: dict[str, str]
    group: str | None = None
    max_length: int | None = None

    @functools.cached_property
    def shas(self) -> dict[str, str]:
        """What decides the numbers beside the settings: the rows, also file by file, the encoder.

        The same rows make other numbers where another file of them is the test. Asked first before
        `keep` shortens the parts.
        """
        files = {f"own {p}": content_sha(self.parts[p]) for p in self.files if p != "train"}
        if self.group is not None:
            files["group"] = f"{self.group} {table_sha(self.rows[[self.group]].astype(str))}"
        return {
            "rows": content_sha(self.rows),
            "labels": table_sha(self.rows[[self.labels.column]].astype(float)),
            "encoder, pooling, length or prompt": self.model.sha(),
            "tokenizer": pieces_sha(self.model.tokenizer),
        } | files

    @functools.cached_property
    def unread(self) -> dict:
        """How many texts the encoder does not read, or not to their end, see `unread_in`."""
        return unread_in(self.model, self.rows)

    def tell(self, say: Callable[[str], None]) -> None:
        """Say what was found in the file, before any time is spent."""
        unread = unread_lines(self.unread, self.max_length)
        of_file = news.of_file(self.labels, self.cuts, self.rows)
        for line in [*of_file, *unread, *news.of_encoder(self.encoder)]:
            say(line)

    def keep(self, plan: Plan) -> None:
        """Keep as many pairs of each part as the plan has (`at_most`)."""
        sizes = {"train": plan.rows, "validation": plan.validation, "test": plan.test}
        for name, part in self.parts.items():
            if sizes[name] < len(part):
                self.parts[name] = at_most(part, sizes[name], self.labels)
        self.cuts |= facts(self.parts, self.labels)
        gone = self.cuts["repeated"] + self.cuts["leaked"]
        self.cuts["left_out"] = len(self.rows) - gone - sum(self.cuts["rows"].values())

    def data(self) -> dict:
        """What the report says of the file."""
        scale = ("kind", "column", "low", "high", "middle", "positive", "named")
        return {name: getattr(self.labels, name) for name in scale} | {
            "file": Path(self.files["train"]).name,
            "sha": self.shas["rows"],
            "own": {part: Path(name).name for part, name in self.files.items() if part != "train"},
            "unread": self.unread,
            "group": self.group,
            "files": self.hashes,
            "summary": [list(line) for line in summary(self.rows)],
            "split": self.cuts,
        }


def ask(
    file: str | Path,
    out: Path,
    *,
    encoder: str = "mini",
    pooling: str | None = None,
    max_length: int | None = None,
    prompt: str | None = None,
    download: bool = False,
    device: str | None = None,
    validation: str | Path | None = None,
    test: str | Path | None = None,
    group: str | None = None,
    repeats: str = "first",
    **reading,
) -> Question:
    """Read, check and divide the rows, and load the encoder; nothing is written.

    group: a column that says which rows belong together, such as a query's number; none of its
        values is on two sides.
    repeats: "first" or "mean": which label of a pair that stands in several rows chooses and tests.
    reading: the arguments of `check_file`: columns, labels, label_order, header and so on.

    Raises UserError for whatever is wrong with the files, the names, the encoder or the device.
    """
    check_printable(file=str(file), out=str(out), encoder=encoder)
    check_encoder(encoder, download)
    named = {"train": file, "validation": validation, "test": test}
    files = {part: str(name) for part, name in named.items() if name is not None}
    read = {part: check_file(name, **reading) for part, name in files.items()}
    for part, rows in read.items():
        if "score" in rows:
            rows["score"] = same_grades(rows["score"])
        if group is not None and group not in rows:
            there = first_names(rows.columns)
            raise UserError(f"{files[part]}: --group names {group[:40]!r}; the file has {there}")
        if group is not None and group == label_column(rows):
            raise UserError(f"--group {group}: these are the labels; name the column of the query")
        if group is not None and (blank := rows[group].map(is_blank)).any():
            at = place(files[part], int(blank.to_numpy().argmax()), rows.attrs.get("lines"), group)
            raise UserError(f"{at}: {blank.sum():,} rows have no group; fill in or drop them")
    before = sum(map(len, read.values()))
    if repeats == "mean":
        read = {part: averaged(rows) for part, rows in read.items()}
    elif repeats != "first":
        raise UserError(f"--repeats {repeats[:40]!r}: first or mean")
    rows, labels = _together(read, files, group)
    own = {part: rows for part, rows in read.items() if part != "train"}
    parts, cuts = cut(read["train"], labels, files["train"], own, group)
    cuts["averaged"] = before - sum(map(len, read.values()))
    how = {"pooling": pooling, "max_length": max_length, "prompt": prompt}
    model = load_encoder(encoder, download=download, **how).to(find_device(device))
    if model.pooling == "first_last_tokens":
        raise UserError("pooling first_last_tokens can't be saved; take mean, cls, max, first_last")
    hashes = {part: content_sha(rows) for part, rows in read.items()}
    return Question(rows, labels, parts, cuts, model, encoder, files, hashes, group, max_length)


def check_printable(**names: str) -> None:
    """Refuse what the report could not print: control characters, and names that are not UTF-8."""
    for what, name in names.items():
        if any(unicodedata.category(character) in ("Cc", "Cs") for character in name):
            raise UserError(f"{what} {name!a} holds characters that no page can show; rename it")


def averaged(rows: pd.DataFrame) -> pd.DataFrame:
    """Each pair once, where it stood first, with the mean of its labels as ``score``.

    For several annotators. A pair is the same in either order; capitals and spaces aside.
    """
    label, pairs = label_column(rows), pd.Series(pair_numbers([rows], folded)[0], index=rows.index)
    once = rows.assign(score=same_grades(rows[label].groupby(pairs).transform("mean")))
    once = once[~pairs.duplicated()].drop(columns=[label] if label != "score" else [])
    if "lines" in rows.attrs:
        once.attrs = rows.attrs | {"lines": [rows.attrs["lines"][row] for row in once.index]}
    return once.reset_index(drop=True)


def _together(
    read: dict[str, pd.DataFrame], files: dict[str, str], group: str | None
) -> tuple[pd.DataFrame, Labels]:
    """All rows of the reader's files, and the kind of their labels."""
    train = read["train"]
    labels = label_kind(train, files["train"])
    if len(read) == 1:
        return train, labels
    for part, rows in read.items():
        if label_kind(rows, files[part]).column != labels.column:
            raise UserError(
                f"{files[part]}: its labels stand in another column than {labels.column!r}, which "
                f"{files['train']} has; name them alike"
            )
    some = ["sentence1", "sentence2", labels.column, *([] if group is None else [group])]
    rows = pd.concat([rows[some] for rows in read.values()], ignore_index=True)
    rows.attrs = {"nli": train.attrs.get("nli", False)}
    rows.attrs["dropped"] = sum(one.attrs.get("dropped", 0) for one in read.values())
    rows.attrs["taken"] = sorted({c for one in read.values() for c in one.attrs.get("taken", ())})
    return rows, label_kind(rows, files["train"])
