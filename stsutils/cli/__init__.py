"""The command line. Nothing heavy is imported until a command needs it."""

import codecs
import json
import os
import sys
from typing import Annotated

import typer

from stsutils.cli import data, encoders, experiments, ledger, pretrain, ranks, teach, train
from stsutils.cli.options import printable
from stsutils.errors import UserError

app = typer.Typer(
    epilog="Exit codes: 0 done; 1 a check found a difference (ledger, prose); 2 a mistake to mend, "
    "told in one line; 130 stopped by Ctrl-C.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",  # the other mode swallows the [defaults] of the help texts
)
app.add_typer(data.app, name="data")
app.add_typer(ledger.app, name="ledger")
for room in (experiments, pretrain, train, encoders, ranks, teach):
    app.add_typer(room.app)


def _tell_version(wanted: bool) -> None:
    if wanted:
        from stsutils.provenance import versions

        for name, number in ({"stsutils": ""} | versions()).items():  # ours first
            typer.echo(f"{name} {number}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Print versions."),
    ] = False,
) -> None:
    """Tools behind the book on training sentence similarity."""


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """Letters that a stream's encoding lacks, as \\uXXXX: what --json prints stays JSON."""
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def _check_words(words: list[str]) -> None:
    """Raise UserError for bytes that are no text, but for the name of a file that is there."""
    for place, word in enumerate(words, start=1):
        if word != word.encode("utf-8", "ignore").decode() and not os.path.exists(word):
            raise UserError(
                f"word {place} after the command's name, {word[:80]!a}, is not UTF-8; "
                "type it in a terminal that is set to UTF-8"
            )


def main() -> None:
    """Run the command line; a user's mistake is one line and exit code 2.

    typer itself leaves with 130 at Ctrl-C, and quietly where the reader of a pipe went away.
    """
    codecs.register_error("as in JSON", _escaped)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a console of Windows or a pipe may lack letters
            stream.reconfigure(errors="as in JSON")
    if not sys.stderr.isatty():  # bars in a log file move twice a minute, not ten times a second
        os.environ.setdefault("TQDM_MININTERVAL", "30")
    try:
        home = f"--out={os.path.expanduser('~')}/"  # behind = no shell puts it in
        sys.argv = [word.replace("--out=~/", home) for word in sys.argv]
        _check_words(sys.argv[1:])
        app()
    except (UserError, OSError) as error:  # OSError: a file or folder of the user's
        # names of files and of what is in them may hold commands for the terminal
        words = "\n".join(printable(line, "�") for line in str(error).split("\n"))
        if isinstance(error, PermissionError):
            words += " (is it open in another program, such as Excel? close it there)"
        print(f"error: {words}", file=sys.stderr)
        sys.exit(2)
