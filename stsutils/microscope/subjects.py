"""The losses under the microscope: one subject each, in four families."""

from stsutils.errors import UserError
from stsutils.microscope.subject import Subject
from stsutils.microscope.subjects_on_cosines import ON_COSINES
from stsutils.microscope.subjects_on_embeddings import ON_EMBEDDINGS
from stsutils.microscope.subjects_on_predictions import ON_PREDICTIONS
from stsutils.microscope.subjects_on_rows import ON_ROWS

SUBJECTS = {one.name: one for one in (*ON_COSINES, *ON_EMBEDDINGS, *ON_PREDICTIONS, *ON_ROWS)}


def subject(name: str) -> Subject:
    """Return the subject called `name`, or a UserError that lists the names."""
    if name not in SUBJECTS:
        raise UserError(
            f"The microscope has no loss called {name!r}; it has {', '.join(SUBJECTS)}. "
            'Say which one yours is: check(my_loss, "cosent").'
        )
    return SUBJECTS[name]
