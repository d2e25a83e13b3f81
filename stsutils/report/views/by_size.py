"""What a difference does as the encoder grows: a panel for each claim, and its slope."""

import math
from collections.abc import Mapping

import numpy as np

from stsutils.experiments.checks.encoder_size import WEIGHTS
from stsutils.report.figures import blank_figure, figure_with_alt
from stsutils.report.markup import Html
from stsutils.report.pictures import beside
from stsutils.report.style import COLOURS, INK
from stsutils.report.verdicts import verdict

Z = 1.959964  # standard errors to either side of a slope, at 95 %


def slope(doublings: np.ndarray, values: np.ndarray, errors: np.ndarray) -> tuple[float, float]:
    """Slope of the weighted straight line through ``values``, and its standard error.

    Formula:
        w = 1 / errors²,  b = Σ w (x − x̄) y / Σ w (x − x̄)²,
        se = √max(1, χ² / (n − 2)) / √(Σ w (x − x̄)²)

    with x̄ the weighted mean of ``doublings`` and χ² the weighted squares of what the line leaves.
    Errors are taken as independent, and as too small where the line does not fit within them.
    """
    weights = 1 / errors
    line, spread = np.polyfit(doublings, values, 1, w=weights, cov="unscaled")
    left = weights * (values - np.polyval(line, doublings))
    misfit = (left**2).sum() / max(1, len(values) - 2)
    return float(line[0]), math.sqrt(max(1, misfit) * spread[0, 0])


def html_by_size(titles: Mapping[str, str]) -> Html:
    """Claims whose lines are one difference at several sizes: slug → title of its panel.

    The rows of a line begin with a size of `encoder-size`. A panel draws the difference with its
    interval over the encoder's weights and says its slope, in points a doubling. A line that has
    not run is left out.
    """
    images = []
    for slug, title in titles.items():
        lines = [line for line in verdict(slug).contrasts if line.estimate]
        measured = {line.contrast.a[0].partition(" | ")[0]: line for line in lines}
        if len(measured) > 1:
            images.append(_panel(title, measured))
    return beside(images)


def _panel(title: str, measured: Mapping) -> Html:
    x = np.array([WEIGHTS[size] for size in measured])
    y = np.array([line.times * line.estimate.value for line in measured.values()])
    ends = np.array([line.interval() for line in measured.values()])
    errors = [line.times * line.estimate.se for line in measured.values()]
    rise, error = slope(np.log2(x), y, np.array(errors))
    told = f"{round(rise, 1) + 0.0:+.1f} ± {Z * error:.1f} a doubling".replace("-", "−")

    figure, axes = blank_figure(3.1, 2.7)
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.errorbar(x, y, yerr=np.abs(ends.T - y), color=COLOURS[0], capsize=3)
    axes.set(xscale="log", xlim=(x.min() / 1.5, x.max() * 1.5), title=f"{title}\n{told}")
    axes.set_xticks(x, [f"{n / 1e6:.1f} M" for n in x])
    axes.minorticks_off()
    says = [f"{size} {value:+.1f}" for size, value in zip(measured, y, strict=True)]
    return figure_with_alt(figure, f"{title}: {', '.join(says)}; {told}")
