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

    columns = {name: _settings(load(table), cell, tier) for name, (table, cell) in cells.items()}
    keys = list(dict.fromkeys(key for settings in columns.values() for key in settings))
    fill = {key: _word(value) for key, value in (usual or {}).items()}
    text = {
        name: [settings.get(key, fill.get(key, DASH)) for key in keys]
        for name, settings in columns.items()
    }
    table = pd.DataFrame(text, index=keys)
    return table[table.nunique(axis=1) > 1]


def _settings(experiment: Experiment, name: CellName, tier: str) -> dict[str, str]:
    """Each setting with its values over the candidates, equal ones once."""
    cell = experiment.at(tier).get(name)
    if not isinstance(cell, Cell | Tuned):
        what = "has no cell" if cell is None else "has no single training for"
        raise UserError(f"experiment {experiment.name!r} {what} {name} at tier {tier}")
    values: dict[str, dict[str, bool]] = {}
    for settings in cell.candidates if isinstance(cell, Tuned) else (cell.settings,):
        for key, value in settings.items():
            values.setdefault(key, {})[_word(value)] = True
    return {key: " or ".join(words) for key, words in values.items()}


def _word(value) -> str:
    if isinstance(value, Mapping):
        return ", ".join(
            str(part) if key == "name" else f"{key} {part}" for key, part in value.items()
        )
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)
