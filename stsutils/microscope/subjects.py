"""The losses under the microscope, by name: the files in `naive` hold one or some each."""

import importlib
import pkgutil
from collections.abc import Iterator

from stsutils.errors import UserError
from stsutils.microscope import naive
from stsutils.microscope.subject import Subject


def _subjects() -> Iterator[Subject]:
    for file in pkgutil.iter_modules(naive.__path__, naive.__name__ + "."):
        module = importlib.import_module(file.name)
        yield from getattr(module, "SUBJECTS", None) or [module.SUBJECT]


SUBJECTS = {one.name: one for one in sorted(_subjects(), key=lambda one: one.name)}


def subject(name: str) -> Subject:
    """Return the subject called `name`, or a UserError that lists the names."""
    if name not in SUBJECTS:
        raise UserError(
            f"The microscope has no loss called {name!r}; it has {', '.join(SUBJECTS)}. "
            'Say which one yours is: check(my_loss, "cosent").'
        )
    return SUBJECTS[name]
