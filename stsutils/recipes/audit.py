"""Counts of what is in the data, and of what a training step keeps in memory."""

from stsutils.data import load
from stsutils.errors import UserError
from stsutils.ledger import Result
from stsutils.methods.audit import describe, graded, leaks, linked, skew
from stsutils.methods.step_memory import step_memory
from stsutils.recipes.rows import check_name, rows_of
from stsutils.recipes.settings import recipe

#: Setting → what is counted in the one set that it names.
OF_ONE_SET = {"linked": linked, "graded": graded, "skew": skew}
#: The same of all settings that ask for something.
COUNTS = OF_ONE_SET | {"set": describe, "leak": leaks}


def audit_names(settings: dict) -> list[str]:
    """The sets that these settings name, checked without loading anything."""
    if set(settings) == {"leak"} and len(settings["leak"]) > 1:
        names = list(settings["leak"])
    elif set(settings) == {"set", "split"}:
        names = [f"{settings['set']}:{settings['split']}"]
    elif len(settings) == 1 and settings.keys() <= OF_ONE_SET.keys():
        names = list(settings.values())
    else:
        raise UserError(
            f"audit settings: {settings}; give set and split, or leak: two names, "
            "or linked, graded or skew: a name"
        )
    for name in names:
        check_name(name)
    return names


def audit(settings: dict, seed: int, device: str | None = None) -> Result:
    """Count what is in the data; no model, and neither seed nor device changes anything.

    Settings: ``{"set": …, "split": …}`` for the metrics of `describe`, or ``{"leak": [a, b, …]}``
    (names as ``set:split``) for those of `leaks`, the first name against all others. A copy that
    is not the whole official split is refused: its counts would say nothing about the set. Or
    ``{"linked": name}`` for those of `linked`, of rows by name as in `rows_of`: what was tested on.
    Or ``{"graded": name}`` for those of `graded`, of a set that has scores beside its classes, or
    ``{"skew": name}`` for those of `skew`, of a set with scores.
    """
    names, tested = audit_names(settings), "linked" in settings
    rows = [rows_of(name) if tested else load(*name.split(":", 1)) for name in names]
    for name, one in zip(names, rows, strict=True):
        if not tested and one.attrs.get("copy", "whole") != "whole":
            raise UserError(
                f"{name}: the local file is a {one.attrs['copy']} copy, so its counts are not the "
                "set's; unset STSUTILS_DATA and allow the download (STSUTILS_DOWNLOAD=1)"
            )
    (asked,) = COUNTS.keys() & settings.keys()
    shas = {name: one.attrs.get("sha") for name, one in zip(names, rows, strict=True)}
    return Result(COUNTS[asked](*rows), extra={"data_sha": shas, "device": "cpu"})


@recipe("memory-1")
def memory(s: dict, seed: int, device: str | None = None) -> Result:
    """The metrics of `stsutils.methods.step_memory.step_memory`, whose arguments the settings are.

    Nothing is computed, so neither seed nor device changes anything.
    """
    return Result(step_memory(**s), extra={"device": "cpu"})
