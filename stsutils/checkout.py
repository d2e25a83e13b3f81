"""Folders and files of the repository of the book, which is not installed with the package."""

from pathlib import Path

from stsutils.errors import UserError


def find_in_checkout(place: str, otherwise: str = "") -> Path:
    """The repository's ``place``, upward from the working directory, else beside the package.

    ``otherwise`` ends the error's advice, where there is more to try than to work in there.
    """
    here = Path.cwd()
    for folder in (here, *here.parents, Path(__file__).resolve().parents[1]):
        if (folder / place).exists():
            return folder / place
    mend = f"Work inside the repository of the book{otherwise}"
    raise UserError(f"no {place} upward from {here}. {mend}")
