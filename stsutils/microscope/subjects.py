"""The losses under the microscope, by name: the files in `naive` hold one or some each."""

from stsutils.errors import UserError
from stsutils.losses.index import declared
from stsutils.microscope import naive
from stsutils.microscope.subject import Subject

SUBJECTS = dict(sorted((one.name, one) for one in declared(naive, "SUBJECT", "SUBJECTS")))


def subject(name: str) -> Subject:
    """Return the subject called `name`, or a UserError that lists the names."""
    if name not in SUBJECTS:
        raise UserError(
            f"The microscope has no loss called {name!r}; it has {', '.join(SUBJECTS)}. "
            'Say which one yours is: check(my_loss, "cosent").'
        )
    return SUBJECTS[name]
