"""What the microscope knows about each loss: its naive loops, its settings, its kind of labels."""

from collections.abc import Callable
from dataclasses import dataclass

from stsutils.errors import UserError
from stsutils.losses import LOSSES
from stsutils.microscope import naive


@dataclass(frozen=True)
class Subject:
    """One loss under the microscope.

    `labels` are the values random batches draw from; `settings` the settings every check is
    repeated with; `ranks` says that only the order of labels and the differences of cosines count.
    """

    name: str
    function: Callable
    naive: Callable
    naive_gradient: Callable
    labels: tuple[float, ...]
    settings: tuple[dict, ...]
    ranks: bool = False


def _subject(name: str, **facts: object) -> Subject:
    loops = {"naive": getattr(naive, name), "naive_gradient": getattr(naive, f"{name}_gradient")}
    return Subject(name, LOSSES[name][0], **loops, **facts)


SUBJECTS = {
    subject.name: subject
    for subject in (
        # the empty setting checks the default; 1 is the interaction model's scale
        _subject("cosent", labels=(0, 1, 2.5, 4, 5), settings=({}, {"scale": 1.0}), ranks=True),
        _subject("cosine_mse", labels=(0, 0.2, 0.5, 1), settings=({},)),
        _subject(
            "contrastive",
            labels=(0, 1),
            settings=(
                {},
                {"threshold": -0.5},
                {"form": "as_coded"},
                {"threshold": 0.2, "form": "as_coded"},
            ),
        ),
        _subject("direct_linear", labels=(0, 1), settings=({},)),
        _subject("direct_squared", labels=(0, 1), settings=({},)),
        _subject("linear_threshold", labels=(0, 1), settings=({}, {"threshold": -0.5})),
    )
}


def subject(name: str) -> Subject:
    """Return the subject called `name`, or a UserError that lists the names."""
    if name not in SUBJECTS:
        raise UserError(
            f"The microscope has no loss called {name!r}; it has {', '.join(SUBJECTS)}. "
            'Say which one yours is: check(my_loss, "cosent").'
        )
    return SUBJECTS[name]
