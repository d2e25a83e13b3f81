"""What several commands share: options, each said once, and small steps."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import typer

Encoder = Annotated[
    str,
    typer.Option(help="mini (to learn with), minilm, a folder, or a hub id (id@revision)."),
]
Pooling = Annotated[
    str | None, typer.Option(help="mean, cls, max, first_last or first_last_tokens.")
]
MaxLength = Annotated[
    int | None, typer.Option(help="Tokens that are read of a text [the encoder's own].", min=3)
]
Prompt = Annotated[
    str | None, typer.Option(help="A text before each sentence, as 'query: ' [the encoder's own].")
]
Download = Annotated[bool, typer.Option("--download", help="Allow the network.")]
Device = Annotated[str | None, typer.Option(help="cpu, cuda … [cuda if there is one].")]
Columns = Annotated[
    str | None,
    typer.Option(help="Their names and ours: question1=sentence1,question2=sentence2."),
]
Labels = Annotated[
    str | None,
    typer.Option(help="Numbers of labels that are words: 'Similar=1,Not similar=0'."),
]
NoHeader = Annotated[
    bool, typer.Option("--no-header", help="The first line is a row; columns are 1, 2, 3 …")
]
DropMissing = Annotated[
    bool, typer.Option("--drop-missing", help="Leave out rows that lack a sentence or a label.")
]
LabelOrder = Annotated[
    str | None,
    typer.Option(help="What 0, 1, 2 of NLI mean, as entailment,neutral,contradiction."),
]
Group = Annotated[
    str | None,
    typer.Option(help="A column whose rows belong together, as a query's number: hit@1 of it."),
]
Repeats = Annotated[
    Literal["first", "mean"],
    typer.Option(help="Which label counts of a pair that stands in several rows."),
]
Validation = Annotated[
    Path | None, typer.Option(help="Your own pairs to choose with [a part of the file].")
]
Test = Annotated[
    Path | None, typer.Option(help="Your own pairs to judge with [a part of the file].")
]
Precision = Annotated[
    Literal["float32", "bfloat16"], typer.Option(help="bfloat16 where the processor has it.")
]
Folder = Annotated[str | None, typer.Option(help="Local data folder [STSUTILS_DATA].")]
Replace = Annotated[bool, typer.Option("--replace", help="Write over a file that is there.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def reading(columns, no_header, drop_missing, labels=None, label_order=None) -> dict:
    """What `check_file` is told of a file by the options."""
    how = {"columns": columns, "header": not no_header, "drop_missing": drop_missing}
    return how | {"labels": labels, "label_order": label_order}


def check_free(rows, columns: tuple[str, ...], file) -> None:
    """Raise UserError where a file has a column that is to be written beside its own."""
    from stsutils.errors import UserError

    if taken := [column for column in columns if column in rows]:
        raise UserError(f"{file} has a column {taken[0]!r} already; rename it, so that it is kept")


def check_pairs(rows, name) -> None:
    """Raise UserError for rows that are no pairs."""
    from stsutils.errors import UserError

    if "sentence1" not in rows:
        raise UserError(f"{name} holds no pairs: it has no columns sentence1 and sentence2")


def printable(text: str, other: str = " ") -> str:
    """Text of a file for a terminal: ``other`` in place of what could be a command to it."""
    return "".join(c if c.isprintable() else other for c in text)


def load_model(encoder: str, pooling, max_length, prompt, download: bool, device=None):
    """The encoder that the options name, on its device."""
    from stsutils.encoders import find_device, load_encoder

    how = {"pooling": pooling, "max_length": max_length, "prompt": prompt, "download": download}
    return load_encoder(encoder, **how).to(find_device(device))


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
