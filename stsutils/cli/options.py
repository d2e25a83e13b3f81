"""What several commands share: options, each said once, and small steps."""

import contextlib
import functools
import inspect
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from stsutils.errors import UserError, first_line
from stsutils.writing import write_csv

Download = Annotated[bool, typer.Option("--download", help="Allow the network.")]
Device = Annotated[str | None, typer.Option(help="cpu, cuda … [cuda if there is one].")]
Precision = Annotated[
    Literal["float32", "bfloat16"], typer.Option(help="bfloat16 where the processor has it.")
]
Folder = Annotated[str | None, typer.Option(help="Local data folder [STSUTILS_DATA].")]
Replace = Annotated[bool, typer.Option("--replace", help="Write over a file that is there.")]
NoHeader = Annotated[
    bool, typer.Option("--no-header", help="The first line is a row; columns are 1, 2, 3 …")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


@dataclass(frozen=True)
class Model:
    """Which encoder, and how it reads."""

    encoder: Annotated[
        str, typer.Option(help="mini (to learn with), minilm, a folder, or a hub id (id@revision).")
    ] = "mini"
    pooling: Annotated[
        str | None, typer.Option(help="mean, cls, max, first_last or first_last_tokens.")
    ] = None
    max_length: Annotated[
        int | None, typer.Option(help="Tokens that are read of a text [the encoder's own].", min=3)
    ] = None
    prompt: Annotated[
        str | None,
        typer.Option(help="A text before each sentence, as 'query: ' [the encoder's own]."),
    ] = None

    download: Download = False
    device = "cpu"  # where a command does not ask

    def load(self, *tables):
        """The encoder on its device; what it can't read, of tables of rows too, is told."""
        from stsutils.encoders import find_device, load_encoder
        from stsutils.own_pairs.unread import unread_in, unread_lines

        how = {n: v for n, v in vars(self).items() if n not in ("encoder", "device")}
        encoder = load_encoder(self.encoder, **how).to(find_device(self.device))
        for line in unread_lines(unread_in(encoder, *tables), self.max_length):
            typer.echo(line, err=True)
        return encoder


@dataclass(frozen=True)
class Placed(Model):
    """Which encoder, how it reads, and where it computes."""

    device: Device = None


@dataclass(frozen=True)
class Layout:
    """How a file of pairs is laid out; their labels aside."""

    columns: Annotated[
        str | None,
        typer.Option(help="Your names and ours, as question1=sentence1,question2=sentence2."),
    ] = None
    no_header: NoHeader = False
    drop_missing: Annotated[
        bool, typer.Option("--drop-missing", help="Leave out rows that lack a cell that is read.")
    ] = False

    def arguments(self) -> dict:
        """The arguments of `check_file` that say so."""
        given = {name: value for name, value in vars(self).items() if name != "no_header"}
        return given | {"header": not self.no_header}


@dataclass(frozen=True)
class Reading(Layout):
    """How a file of pairs is laid out, and what its labels mean."""

    labels: Annotated[
        str | None,
        typer.Option(help="Numbers of labels that are words: 'Similar=1,Not similar=0'."),
    ] = None
    label_order: Annotated[
        str | None,
        typer.Option(help="What 0, 1, 2 of NLI mean, as entailment,neutral,contradiction."),
    ] = None


@dataclass(frozen=True)
class Parts:
    """How the rows are divided, and whether a last training takes all of them."""

    validation: Annotated[
        Path | None, typer.Option(help="Your own pairs to choose with [a part of the file].")
    ] = None
    test: Annotated[
        Path | None, typer.Option(help="Your own pairs to judge with [a part of the file].")
    ] = None
    group: Annotated[
        str | None,
        typer.Option(
            help="A column that names the query: its rows stay together, and hit@1 says how often "
            "the first answer is right."
        ),
    ] = None
    repeats: Annotated[
        Literal["first", "mean"],
        typer.Option(help="Which label counts of a pair that stands in several rows."),
    ] = "first"
    all_rows: Annotated[
        bool, typer.Option("--all-rows", help="Train once more, on all rows, and save that.")
    ] = False


def grouped(command: Callable) -> Callable:
    """A command with the fields of each dataclass among its parameters as options of their own."""
    groups, parameters = {}, []
    for name, one in inspect.signature(command).parameters.items():
        if is_dataclass(one.annotation):
            groups[name] = one.annotation
            parameters += inspect.signature(one.annotation).parameters.values()
        else:
            parameters.append(one)
    parameters = [one.replace(kind=one.KEYWORD_ONLY) for one in parameters]

    @functools.wraps(command)
    def called(**given):
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in fields(group)})
        return command(**given)

    called.__signature__ = inspect.Signature(parameters)
    return called


def check_out(out: Path, *read: Path, endings: tuple[str, ...], replace: bool = False) -> None:
    """Raise UserError where no file can be written to ``out``, or one that is there would be lost.

    With ``replace`` only one that is read may not be written over.

    Called first, so that an hour of work does not end in a name that was wrong from the start.
    """
    if out.suffix not in endings:
        raise UserError(f"--out {out}: the ending is {' or '.join(endings)}")
    for file in read:
        if os.path.realpath(out) == os.path.realpath(file):
            raise UserError(f"--out {out}: that is the file that is read; name another one")
    if out.is_dir():
        raise UserError(f"--out {out} is a folder; name a file")
    if out.exists() and not replace:
        raise UserError(f"{out} is there already; name another --out, or add --replace")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=out.parent).close()
    except OSError as error:
        why = error.strerror or first_line(error)
        raise UserError(f"--out {out}: {why}; name a place where you may write") from None


def check_free(rows, columns: tuple[str, ...], file) -> None:
    """Raise UserError where a file has a column that is to be written beside its own."""

    if taken := [column for column in columns if column in rows]:
        raise UserError(f"{file} has a column {taken[0]!r} already; rename it, so that it is kept")


def read_rows(name: str, download: bool, **how):
    """The rows of a file, read as ``how`` says, or those of a set by name: ``stsb:test``."""
    from stsutils.data import check_file, load
    from stsutils.data.rows_name import RowsName
    from stsutils.recipes import rows_of

    if Path(name).exists():  # what is no file is told by its reader
        return check_file(name, **how)
    if ":" not in name or {*"/\\"} & {*name}:
        raise UserError(f"{name}: no such file, and no set's rows, which are named set:split")
    if given := [o for o in ("columns", "labels", "label_order") if how.get(o) is not None]:
        option = given[0].replace("_", "-")
        raise UserError(f"--{option} is for a file of pairs; {name} is a set, which needs none")
    if download:  # into the hub's cache, where rows_of finds it
        named = RowsName.parse(name)
        load(named.set, named.split, download=True)
    return rows_of(name)


def check_pairs(rows, name) -> None:
    """Raise UserError for rows that are no pairs; how many were left out is told."""

    if "sentence1" not in rows:
        raise UserError(f"{name} holds no pairs: it has no columns sentence1 and sentence2")
    if dropped := rows.attrs.get("dropped"):
        tell(f"{name}: rows that lack something are left out: {dropped:,}", err=True)
    if taken := rows.attrs.get("taken"):
        tell(f"{name}: not read: {', '.join(taken)}: another column has this name now", err=True)


def order(values, gold, where: str) -> float | None:
    """Spearman's rho with the labels; None, which is told, where all values are equal."""
    from stsutils.statistics import spearman

    values = values.round(6)  # what differs less is noise: equal texts are tied
    if len(set(values)) > 1:
        return spearman(values, gold)
    tell(f"{where}: all similarities are equal, so the pairs have no order", err=True)
    return None


def write_table(path, rows) -> None:
    """Write a .csv file; lists and objects in its cells, which parquet and JSON have, as JSON."""
    for name in rows.select_dtypes(object):
        cells = rows[name]
        rows[name] = type(cells)([_flat(cell) for cell in cells], cells.index, object)
    write_csv(path, rows)


def _flat(cell):
    nested = isinstance(cell, list | dict) or getattr(cell, "shape", ())
    return json.dumps(cell, default=_plain, ensure_ascii=False) if nested else cell


def _plain(own):
    """What JSON writes for an array, and for what else it does not know."""
    return own.tolist() if hasattr(own, "tolist") else str(own)


def printable(text: str, other: str = " ") -> str:
    """Text of a file for a terminal: ``other`` in place of what could be a command to it."""
    return "".join(c if c.isprintable() else other for c in text)


def tell(line: str, err: bool = False) -> None:
    """A line on the terminal in which a name or a text of somebody else may stand."""
    typer.echo(printable(line, "�"), err=err)


def print_json(value) -> None:
    """One JSON value on standard output, and nothing else."""
    typer.echo(json.dumps(value, indent=1, ensure_ascii=False))


@contextlib.contextmanager
def stoppable(otherwise: str = "stopped; the same command goes on from there") -> Iterator[None]:
    """Leave with 130 at Ctrl-C, and say how to go on; ``otherwise`` if the work does not say it."""
    try:
        yield
    except KeyboardInterrupt as stop:
        typer.echo(f"\n{str(stop) or otherwise}", err=True)
        raise typer.Exit(130) from None
