"""How fast the losses learn, from the curves of recorded trainings: pictures, looks, collapses."""

import math

from stsutils.experiments import load
from stsutils.experiments.common.sets import COSENT, LOSSES, title
from stsutils.experiments.common.trainings import in_domain
from stsutils.experiments.cosent import convergence
from stsutils.report.derived import steps_share
from stsutils.report.figures import blank_figure, slider
from stsutils.report.markup import DASH, Html
from stsutils.report.measured import read_cells
from stsutils.report.pictures import waiting
from stsutils.report.views.curves import draw_curves, read_curves

TABLE = "convergence"
#: A goal's name → the share of the baseline's best score that it asks for.
GOALS = {"best": 1.0, "95 %": 0.95}


def html_curves(tier: str = "lab") -> Html:
    """A slider over the sets: validation scores of the three losses over the steps."""
    frames = []
    for column in convergence.columns(tier):
        if curves := _curves(column, tier):
            figure, axes = blank_figure(4.6, 3.4)
            words = draw_curves(axes, curves)
            name = title(column)
            frames.append((name, figure, f"{name}: validation scores over the steps. {words}."))
    return slider(frames, "Set") if frames else waiting(load(TABLE), tier)


def steps_by_looks(tier: str = "lab"):
    """DataFrame of text: CoSENT's steps in per cent of a baseline's, and how firm the count is.

    ``half of the looks`` is the same share without every second look. ``at once`` and ``never``
    count the seeds in which CoSENT is at the goal at its first look, and at none.
    """
    import pandas as pd

    measured = read_cells(load(TABLE), tier)
    rows = []
    for column in convergence.columns(tier):
        curves = _curves(column, tier)
        for baseline in convergence.BASELINES:
            for goal, share in GOALS.items():
                cell = measured.get((COSENT, convergence.steps(column, baseline, goal)))
                if cell is None or not {COSENT, baseline} <= curves.keys():
                    continue
                own, other = curves[COSENT], curves[baseline]
                seeds = own.columns.intersection(other.columns)
                height = share * other[seeds].max()
                shares = [_share(own[seed], other[seed], share) for seed in seeds]
                estimate = cell.estimate()
                row = {"set": title(column), "baseline": baseline, "goal": goal}
                row["all looks"] = f"{100 * estimate.value:.0f} ± {100 * estimate.half_width():.0f}"
                mean = sum(shares) / len(shares)
                row["half of the looks"] = f"{mean:.0f}" if math.isfinite(mean) else "no goal"
                row["at once"] = int((own[seeds].iloc[0] >= height).sum())
                row["never"] = int((own[seeds].max() < height).sum())
                rows.append(row)
    return pd.DataFrame(rows)


def collapses(tier: str = "lab"):
    """DataFrame: in how many seeds the loss falls and the score ends below its best, by set.

    A score has fallen if its last look is more than ``100/√(n − 1)`` points below its best one,
    n the number of validation pairs.
    """
    import pandas as pd

    table = {}
    for column in convergence.columns(tier):
        scores, losses = _curves(column, tier), _curves(column, tier, "loss")
        for loss in LOSSES:
            text = DASH
            if loss in scores:
                cell = in_domain(loss, column, tier)
                pairs = int(cell.candidates[0]["validation"].rpartition("@")[2])
                drop = scores[loss].max() - scores[loss].iloc[-1]
                fallen = losses[loss].iloc[-1] < losses[loss].iloc[0]
                count = int((fallen & (drop > 1 / math.sqrt(pairs - 1))).sum())
                text = f"{count} of {scores[loss].shape[1]}"
            table.setdefault(title(column), {})[loss] = text
    return pd.DataFrame(table).T.rename_axis("set").reset_index()


def _curves(column: str, tier: str, value: str = "validation") -> dict:
    trainings = {loss: in_domain(loss, column, tier) for loss in LOSSES}
    return read_curves(trainings, seeds=load(TABLE).seeds, value=value)


def _share(own, other, share: float) -> float:
    """The share of steps in per cent, of two curves without every second look; the last stays."""
    looks = (curve.iloc[::-2].iloc[::-1] for curve in (own, other))
    return 100 * steps_share(*((look.index.to_numpy(), look.to_numpy()) for look in looks), share)
