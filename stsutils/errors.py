"""The one error that is the reader's to mend, and the one that is a result."""

import contextlib


class UserError(Exception):
    """Something outside the package is wrong: a file, a name, a setting, a missing download.

    The message is plain text: what is wrong, where (file, row, column, name) and how to mend it.
    The command line prints it as one line and leaves with exit code 2; it is never a traceback.
    """


class Diverged(UserError):
    """The loss of a training is no number any more.

    For someone who trains a model a mistake to mend; for a run of an experiment a result.
    """


def first_line(error: Exception) -> str:
    """The first line of what an error says, at most 200 letters; its kind where it says nothing."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]


@contextlib.contextmanager
def readable(path, mend: str = "mend it"):
    """Whatever is raised at what stands in a file becomes one line that names the file."""
    try:
        yield
    except Exception as error:
        raise UserError(f"{path} can't be read ({error!r:.200}); {mend}") from error
