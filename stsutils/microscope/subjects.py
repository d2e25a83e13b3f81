"""The losses under the microscope: each file in `naive` holds one."""

import importlib
import pkgutil

from stsutils.errors import UserError
from stsutils.microscope import naive
from stsutils.microscope.subject import Subject

_FILES = pkgutil.iter_modules(naive.__path__, naive.__name__ + ".")
_FOUND = [importlib.import_module(file.name).SUBJECT for file in _FILES]
SUBJECTS = {one.name: one for one in _FOUND}


def subject(name: str) -> Subject:
    """Return the subject called `name`, or a UserError that lists the names."""
    if name not in SUBJECTS:
        raise UserError(
            f"The microscope has no loss called {name!r}; it has {', '.join(SUBJECTS)}. "
            'Say which one yours is: check(my_loss, "cosent").'
        )
    return SUBJECTS[name]
