"""Which learning rate was chosen, and by which validation scores."""

import math
from collections import Counter

from stsutils.experiments import SEEDS, Experiment, Tuned, load, names, parts_of, resolve
from stsutils.ledger import Ledger
from stsutils.report.markup import DASH, counted
from stsutils.report.measured import TIER

#: A training's rate, and that of its loss' own head (0: the same).
Rate = tuple[float, float]


def rates(experiment: Experiment | str):
    """DataFrame of text, one row a choice: ``method``, ``for``, ``judged on``, rates, ``chosen``.

    Under each rate stands its mean validation score, in the experiment's unit, with the number of
    seeds: all of them where those that try every rate cannot tell it from the best. A dash where
    none is recorded. ``chosen`` stays a dash until every rate was tried.
    Cells of one method that share a choice share a row; a cell with one rate has nothing to choose.
    """
    import pandas as pd

    experiment, ledger = load(experiment), Ledger()
    rows, scored = [], set()
    for (method, _), columns in _choices(experiment).items():
        cell = next(iter(columns.values()))
        scores: dict[Rate, list[float]] = {}
        for settings, judge in zip(cell.candidates, cell.judged, strict=True):
            records = [ledger.read(judge.run(seed)) for seed in range(SEEDS)]
            scores[rate_of(settings)] = [r.metrics[cell.choose_by] for r in records if r]
        winner = resolve(cell, ledger)
        judged_on = cell.tuning()[0].settings["validation"]
        row = {"method": method, "for": ", ".join(columns), "judged on": judged_on}
        row["chosen"] = DASH if winner is None else _told(rate_of(winner.settings))
        rows.append(row | {_told(rate): _mean(own, experiment) for rate, own in scores.items()})
        scored |= scores.keys()
    heads = ["method", "for", "judged on", *map(_told, sorted(scored)), "chosen"]
    return pd.DataFrame(rows, columns=heads).fillna(DASH)


def edges() -> Counter:
    """How often the book's tables choose a rate of an encoder (``all``), and the ``lowest`` or
    ``highest`` of those on offer; a choice that several cells share counts once.
    """
    ledger, chosen = Ledger(), {}
    for name in names():
        for (_, runs), columns in _choices(load(name)).items():
            cell = next(iter(columns.values()))
            offered = sorted({rate_of(settings)[0] for settings in cell.candidates})
            best = resolve(cell, ledger)
            if best and len(offered) > 1:
                ends = {offered[0]: "lowest", offered[-1]: "highest"}
                chosen[runs] = ends.get(rate_of(best.settings)[0], "inside")
    return Counter(chosen.values()) + Counter(all=len(chosen))


def _choices(experiment: Experiment) -> dict[tuple, dict[str, Tuned]]:
    """Method and the runs that choose its rate → the columns that share the choice."""
    choices: dict[tuple, dict[str, Tuned]] = {}
    for (method, column), whole in experiment.at(TIER).items():
        for cell in parts_of(whole):
            if isinstance(cell, Tuned) and cell.tuning():
                runs = tuple(run.id for run in cell.tuning())
                choices.setdefault((method, runs), {})[column] = cell
    return choices


def rate_of(settings: dict) -> Rate:
    """The rates of the training that these are settings of, or that they hold."""
    training = settings.get("training") or settings
    return training["lr"], training.get("loss_lr") or 0.0


def _told(rate: Rate) -> str:
    """``0.0001``; with a rate of its own for the head ``0.0001, head 0.01``."""
    return f"{rate[0]:g}" + (f", head {rate[1]:g}" if rate[1] else "")


def _mean(scores: list[float], experiment: Experiment) -> str:
    if not scores:
        return DASH
    mean = sum(scores) / len(scores)
    shown = "diverged" if math.isnan(mean) else f"{mean * experiment.times:.2f}"
    return f"{shown} ({counted(len(scores))})"
