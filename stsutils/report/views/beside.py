"""What cells of tables do differently: their settings side by side."""

from collections.abc import Mapping

from stsutils.claims import CellName
from stsutils.errors import UserError
from stsutils.experiments import Cell, Experiment, Tuned, load
from stsutils.report.markup import DASH


def settings_beside(
    cells: Mapping[str, tuple[Experiment | str, CellName]],
    tier: str,
    usual: Mapping[str, object] | None = None,
):
    """DataFrame of text: a row for each setting in which the cells differ, a column for each cell.

    ``cells`` maps a heading to (experiment, cell). ``usual`` fills in what a cell does not set,
    such as the defaults of the training; without it that is a dash. Candidates of a tuned cell
    are joined with "or".

    Raises UserError for a cell that the tier does not offer, or that no single training makes.
    """
    import pandas as pd

    found = {name: _settings(*place, tier) for name, place in cells.items()}
    keys = dict.fromkeys(key for settings in found.values() for key in settings)
    text = {
        name: [_say(settings.get(key, [(usual or {}).get(key, DASH)])) for key in keys]
        for name, settings in found.items()
    }
    table = pd.DataFrame(text, index=list(keys))
    return table[table.nunique(axis=1) > 1]


def _settings(experiment: Experiment | str, cell: CellName, tier: str) -> dict[str, list]:
    """Each setting with its values over the candidates, equal ones once."""
    experiment = load(experiment)
    one = experiment.at(tier).get(cell)
    if not isinstance(one, Cell | Tuned):
        what = "has no cell" if one is None else "has no single training for"
        raise UserError(f"experiment {experiment.name!r} {what} {cell} at tier {tier}")
    candidates = one.candidates if isinstance(one, Tuned) else (one.settings,)
    found: dict[str, list] = {}
    for settings in candidates:
        for key, value in settings.items():
            values = found.setdefault(key, [])
            if value not in values:
                values.append(value)
    return found


def _say(values: list) -> str:
    return " or ".join(_word(value) for value in values)


def _word(value) -> str:
    if isinstance(value, Mapping):
        return ", ".join(
            str(part) if key == "name" else f"{key} {part}" for key, part in value.items()
        )
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)
