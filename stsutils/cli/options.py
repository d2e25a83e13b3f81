"""Options that several commands share."""

import json
from pathlib import Path
from typing import Annotated, Literal

import typer

EncoderOption = Annotated[
    str, typer.Option(help="mini, minilm, a folder, or a hub id (best as id@revision).")
]
PoolingOption = Annotated[
    str | None, typer.Option(help="mean, cls, max, first_last or first_last_tokens.")
]
DownloadOption = Annotated[bool, typer.Option("--download", help="Allow the network.")]
DeviceOption = Annotated[str | None, typer.Option(help="cpu, cuda … [cuda if there is one].")]
ColumnsOption = Annotated[
    str | None,
    typer.Option(help="Their names and ours: question1=sentence1,question2=sentence2."),
]
OrderOption = Annotated[
    str | None,
    typer.Option(help="What 0, 1, 2 of NLI mean, as entailment,neutral,contradiction."),
]
ValidationOption = Annotated[
    Path | None, typer.Option(help="Your own pairs to choose with [a part of the file].")
]
TestOption = Annotated[
    Path | None, typer.Option(help="Your own pairs to judge with [a part of the file].")
]
PrecisionOption = Annotated[
    Literal["float32", "bfloat16"], typer.Option(help="bfloat16 where the processor has it.")
]
TextsArgument = Annotated[
    Path, typer.Argument(help="Texts: a .txt, one a line, or a table with a column of them.")
]
ColumnOption = Annotated[str | None, typer.Option(help="The column [sentence, or the only one].")]
VectorsOption = Annotated[
    Path | None, typer.Option(help="The file's vectors, from encode [made now].")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def check_free(rows, columns: tuple[str, ...], file) -> None:
    """Raise UserError where a file has a column that is to be written beside its own."""
    from stsutils.errors import UserError

    if taken := [column for column in columns if column in rows]:
        raise UserError(f"{file} has a column {taken[0]!r} already; rename it, so that it is kept")


def printable(text: str, other: str = " ") -> str:
    """Text of a file for a terminal: ``other`` in place of what could be a command to it."""
    return "".join(c if c.isprintable() else other for c in text)


def load_model(encoder: str, pooling: str | None, download: bool, device: str | None):
    """The encoder that the options name, on its device."""
    from stsutils.encoders import find_device, load_encoder

    return load_encoder(encoder, pooling=pooling, download=download).to(find_device(device))


def print_json(found) -> None:
    """One JSON value on standard output, and nothing else."""
    typer.echo(json.dumps(found, indent=1, ensure_ascii=False))
