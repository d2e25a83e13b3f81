"""How fast the losses learn, from the curves of recorded trainings: pictures, looks, collapses."""

import math
from collections.abc import Mapping
from itertools import product

import pandas as pd

from stsutils.experiments import Cell, Tuned, load
from stsutils.experiments.common.sets import COSENT, LOSSES, title
from stsutils.experiments.common.trainings import in_domain
from stsutils.experiments.cosent import convergence
from stsutils.report.derived import looks, steps_share
from stsutils.report.figures import blank_figure, slider
from stsutils.report.markup import DASH, Html, counted
from stsutils.report.measured import TIER, read_cells, records_of
from stsutils.report.pictures import waiting
from stsutils.report.style import COLOURS, LINESTYLES, MARKERS

TABLE = "convergence"


def read_curves(
    cells: Mapping[str, Cell | Tuned], *, seeds: int = 5, value: str = "validation"
) -> dict:
    """Name → DataFrame of validation scores: one line a look (index ``step``), one column a seed.

    A cell without records, or whose learning rate is not chosen yet, is absent; so is a training
    that diverged. Only the first ``seeds``, and steps at which each of them was looked at, are
    kept. ``value`` names what a look has noted: the score, or the ``loss`` since the look before.
    """
    found = {}
    for name, cell in cells.items():
        lines = {
            seed: {line["step"]: line[value] for line in looks(record)}
            for seed, record in records_of(cell, seeds).items()
            if record.curve
        }
        table = pd.DataFrame(lines).rename_axis(index="step", columns="seed").sort_index().dropna()
        if len(table):
            found[name] = table
    return found


def draw_curves(axes, found: Mapping) -> str:
    """Draw each name's mean over seeds and the band from its lowest to its highest seed.

    ``found`` is what :func:`read_curves` returns. Returns alt text: first, best and last mean.
    """
    import seaborn

    words = []
    for i, (name, table) in enumerate(found.items()):
        mean, scores = table.mean(axis=1) * 100, (table * 100).melt(ignore_index=False)
        style = {"color": COLOURS[i], "marker": MARKERS[i], "linestyle": LINESTYLES[i]}
        style["markeredgecolor"] = "none"
        label, band = f"{name} ({counted(table.shape[1])})", ("pi", 100)  # all of the seeds
        seaborn.lineplot(scores, x="step", y="value", errorbar=band, label=label, ax=axes, **style)
        words.append(
            f"{name}: from {mean.iloc[0]:.1f} at step {table.index[0]}, best {mean.max():.1f} at "
            f"step {mean.idxmax()}, last {mean.iloc[-1]:.1f}"
        )
    axes.set(xlabel="step", ylabel="validation, Spearman × 100")
    axes.legend(fontsize=10)
    return "; ".join(words)


def html_curves() -> Html:
    """A slider over the sets: validation scores of the three losses over the steps."""
    frames = []
    for column in convergence.columns(TIER):
        if curves := _curves(column):
            figure, axes = blank_figure(4.6, 3.4)
            words = draw_curves(axes, curves)
            name = title(column)
            frames.append((name, figure, f"{name}: validation scores over the steps. {words}."))
    return slider(frames, "Set") if frames else waiting(load(TABLE))


def steps_by_looks():
    """DataFrame of text: CoSENT's steps in per cent of a baseline's, and how firm the count is.

    ``half of the looks`` is the same share without every second look. ``at once`` and ``never``
    count the seeds in which CoSENT is at the goal at its first look, and at none.
    """
    measured = read_cells(load(TABLE), TIER)
    rows = []
    for column in convergence.columns(TIER):
        curves = _curves(column)
        for baseline, (goal, share) in product(convergence.BASELINES, convergence.SHARES.items()):
            cell = measured.get((COSENT, convergence.steps(column, baseline, goal)))
            if cell is None or not {COSENT, baseline} <= curves.keys():
                continue
            own, other = curves[COSENT], curves[baseline]
            seeds = own.columns.intersection(other.columns)
            height = share * other[seeds].max()
            mean = sum(_share(own[seed], other[seed], share) for seed in seeds) / len(seeds)
            row = {"set": title(column), "baseline": baseline, "goal": goal}
            number = cell.estimate()
            row["all looks"] = f"{100 * number.value:.0f} ± {100 * number.half_width():.0f}"
            row["half of the looks"] = f"{mean:.0f}" if math.isfinite(mean) else "no goal"
            row["at once"] = int((own[seeds].iloc[0] >= height).sum())
            row["never"] = int((own[seeds].max() < height).sum())
            rows.append(row)
    return pd.DataFrame(rows)


def collapses():
    """DataFrame: in how many seeds the loss falls and the score ends below its best, by set.

    A score has fallen if its last look is more than ``100/√(n − 1)`` points below its best one,
    n the number of validation pairs.
    """
    rows = []
    for column in convergence.columns(TIER):
        row, losses = {"set": title(column)} | dict.fromkeys(LOSSES, DASH), _curves(column, "loss")
        for loss, scores in _curves(column).items():
            cell = in_domain(loss, column, TIER)
            pairs = int(cell.candidates[0]["validation"].rpartition("@")[2])
            drop = scores.max() - scores.iloc[-1]
            fallen = losses[loss].iloc[-1] < losses[loss].iloc[0]
            count = int((fallen & (drop > 1 / math.sqrt(pairs - 1))).sum())
            row[loss] = f"{count} of {scores.shape[1]}"
        rows.append(row)
    return pd.DataFrame(rows)


def _curves(column: str, value: str = "validation") -> dict:
    trainings = {loss: in_domain(loss, column, TIER) for loss in LOSSES}
    return read_curves(trainings, seeds=load(TABLE).seeds, value=value)


def _share(own, other, share: float) -> float:
    """The share of steps in per cent, of two curves without every second look; the last stays."""
    kept = (curve.iloc[::-2].iloc[::-1] for curve in (own, other))
    return 100 * steps_share(*((half.index.to_numpy(), half.to_numpy()) for half in kept), share)
