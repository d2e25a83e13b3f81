"""The command line. Nothing heavy is imported until a command needs it."""

import os
import sys

import typer

from stsutils.cli import compare, data, encoders, experiments, ledger, ranks, teach
from stsutils.errors import UserError

app = typer.Typer(
    help="Tools behind the book on training sentence similarity.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",  # the other mode swallows the [defaults] of the help texts
)
app.add_typer(data.app, name="data")
app.add_typer(experiments.app)
app.add_typer(ledger.app, name="ledger")
app.add_typer(encoders.app)
app.add_typer(compare.app)
app.add_typer(ranks.app)
app.add_typer(teach.app)


def main() -> None:
    """Run the command line; a user's mistake is one line and exit code 2.

    typer itself leaves with 130 at Ctrl-C, and quietly where the reader of a pipe went away.
    """
    if not sys.stderr.isatty():  # bars in a log file move twice a minute, not ten times a second
        os.environ.setdefault("TQDM_MININTERVAL", "30")
    try:
        app()
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:  # a file or folder of the user's
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
