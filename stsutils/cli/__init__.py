"""The command line. Nothing heavy is imported until a command needs it."""

import os
import sys
from typing import Annotated

import typer

from stsutils.cli import (
    compare,
    data,
    encoders,
    experiments,
    ledger,
    ranks,
    scores,
    teach,
    train,
    vectors,
)
from stsutils.cli.options import printable
from stsutils.errors import UserError

EXIT_CODES = (
    "Exit codes: 0 done; 1 a check found a difference (verify, ledger); 2 a mistake to mend, told "
    "in one line; 130 stopped by Ctrl-C: the same command goes on."
)

app = typer.Typer(
    help="Tools behind the book on training sentence similarity.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",  # the other mode swallows the [defaults] of the help texts
)
app.add_typer(data.app, name="data")
app.add_typer(experiments.app)
app.add_typer(ledger.app, name="ledger")
app.add_typer(encoders.app)
for room in (compare, train, scores, vectors, ranks, teach):
    app.add_typer(room.app)


def _tell_version(wanted: bool) -> None:
    if wanted:
        from stsutils.provenance import versions

        found = versions()
        for name in ("stsutils", *(other for other in found if other != "stsutils")):
            typer.echo(f"{name} {found[name]}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_tell_version, is_eager=True, help="Print versions and leave."
        ),
    ] = False,
) -> None:
    """Tools behind the book on training sentence similarity."""


def main() -> None:
    """Run the command line; a user's mistake is one line and exit code 2.

    typer itself leaves with 130 at Ctrl-C, and quietly where the reader of a pipe went away.
    """
    if not sys.stderr.isatty():  # bars in a log file move twice a minute, not ten times a second
        os.environ.setdefault("TQDM_MININTERVAL", "30")
    try:
        app()
    except (UserError, OSError) as error:  # OSError: a file or folder of the user's
        # names of files and of what is in them may hold commands for the terminal
        words = "\n".join(printable(line, "�") for line in str(error).split("\n"))
        print(f"error: {words}", file=sys.stderr)
        sys.exit(2)
