"""Figures with alternative text, sliders over figures made beforehand, dots and histograms.

A slider is one HTML fragment: the frames as images and a labelled range input. A few lines of
plain script change the frame, so it works in the built book, from a file, and in JupyterLab.
"""

import base64
import hashlib
import html
import io
import itertools
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from stsutils.errors import UserError
from stsutils.experiments import TIERS, Experiment, load
from stsutils.ledger import Ledger
from stsutils.report.markup import Html
from stsutils.report.measured import published, read_cells
from stsutils.report.style import COLOURS, HATCHES, INK, MARKERS, use_style

#: The variable that names a folder where each figure is kept as a PDF too.
FOLDER = "STSUTILS_FIGURES"
_count, _files = itertools.count(1), itertools.count(1)

_SCRIPT = """
(() => {
  const root = document.getElementById("ID");
  const range = root.querySelector("input");
  const frames = root.querySelectorAll(".sts-frame");
  const show = () => {
    frames.forEach((frame, i) => { frame.hidden = i !== Number(range.value); });
    const label = frames[range.value].dataset.label;
    range.setAttribute("aria-valuetext", label);
    root.querySelector("output").textContent = label;
  };
  range.addEventListener("input", show);
  show();
})();
"""


def figure_with_alt(figure, alt: str, format: str = "svg") -> Html:
    """The figure as ``<img alt=…>`` (``svg`` or ``png``, inside the page), and close it.

    ``alt`` says what the figure shows, in words, for a reader who can't see it.
    """
    image = _image(figure, alt, format)
    _close(figure)
    return Html(image)


def slider(frames: Sequence[tuple[str, object, str]], title: str, format: str = "svg") -> Html:
    """A slider over ``frames`` = [(label, figure, alt), …], the first one shown at the start.

    ``title`` labels the range input; arrow keys, Home and End move it. ``label`` says where it
    stands ("λ = 20"). Take ``format="png"`` for figures of more than a thousand points.
    """
    if not frames:
        raise UserError(f"slider {title!r}: there is no frame to show")
    if not title.strip():
        raise UserError("slider: the title labels the range input, so it can't be empty")
    images = [_image(figure, alt, format) for _, figure, alt in frames]
    for _, figure, _ in frames:
        _close(figure)
    labels = [html.escape(str(label)) for label, _, _ in frames]
    digest = hashlib.sha256("".join([title, *labels, *images]).encode()).hexdigest()[:8]
    name, title = f"sts-slider-{digest}-{next(_count)}", html.escape(title)
    shown = "".join(
        f'<div class="sts-frame" data-label="{label}"{" hidden" if i else ""}>{image}</div>'
        for i, (label, image) in enumerate(zip(labels, images, strict=True))
    )
    return Html(
        f'<div class="slider sts-slider" id="{name}">'
        f'<label for="{name}-range">{title}: </label>'
        f'<output for="{name}-range" style="margin-left:.3em">{labels[0]}</output>'
        f'<input type="range" id="{name}-range" min="0" max="{len(frames) - 1}" step="1" '
        f'value="0" aria-valuetext="{labels[0]}" style="display:block;width:100%">'
        f"{shown}<script>{_SCRIPT.replace('ID', name)}</script></div>"
    )


def dots(experiment: Experiment | str, column: str, ledger: Ledger | None = None):
    """Figure of one column: a hollow diamond for the paper, a dot with its interval for each tier.

    Returns a matplotlib figure. Cells that nobody has run are simply absent.
    """
    import matplotlib.pyplot as plt

    use_style()
    experiment = load(experiment)
    theirs = published(experiment)
    ours = {tier: read_cells(experiment, tier, ledger or Ledger()) for tier in TIERS}
    names = dict.fromkeys(name for tier in reversed(TIERS) for name in experiment.at(tier))
    rows = [row for row, place in names if place == column]
    figure, axes = plt.subplots(figsize=(6.4, 1.3 + 0.6 * len(rows)), layout="constrained")
    for i, (tier, measured) in enumerate(ours.items()):
        style = {"color": COLOURS[i], "marker": MARKERS[i], "linestyle": "none", "capsize": 3}
        label = f"ours, {tier}"
        for y, row in enumerate(rows):
            number = measured[row, column].estimate() if (row, column) in measured else None
            if number is None:
                continue
            half = number.half_width(0.95) * experiment.times
            error = half if half < float("inf") else None
            at = y - 0.12 * (i - 1)
            axes.errorbar(number.value * experiment.times, at, xerr=error, label=label, **style)
            label = None
    label = "theirs"
    for y, row in enumerate(rows):
        if (row, column) in theirs:
            x = float(theirs[row, column])
            axes.plot(x, y, "D", mfc="none", mec=INK, mew=1.5, ms=8, label=label)
            label = None
    axes.set_yticks(range(len(rows)), rows)
    axes.set(xlabel=f"{experiment.metric}, {column}", ylim=(len(rows) - 0.5, -0.5))
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure


def histograms(axis, groups: Mapping, edges, stat: str = "count") -> None:
    """A histogram for each of ``groups`` (name → numbers) on a matplotlib axis, told apart.

    ``edges`` are the bins'; ``stat`` is what seaborn makes of a bin, such as ``density``.
    """
    import seaborn

    for place, (name, values) in enumerate(groups.items()):
        style = {"color": COLOURS[place], "hatch": HATCHES[place], "alpha": 0.55, "linewidth": 0}
        seaborn.histplot(x=values, bins=edges, stat=stat, label=name, ax=axis, **style)


def _image(figure, alt: str, format: str) -> str:
    if not alt.strip():
        raise UserError("a figure needs alt text that says in words what it shows")
    if format not in ("svg", "png"):
        raise UserError(f"figure format {format!r}: use svg or png")
    figure = getattr(figure, "figure", figure)  # an Axes will do
    buffer = io.BytesIO()
    metadata = {"Date": None} if format == "svg" else {"Software": None}
    figure.savefig(buffer, format=format, metadata=metadata)
    if folder := os.environ.get(FOLDER):  # for slides of one's own: see book/figures.py
        figure.savefig(Path(folder) / f"{next(_files):02d}.pdf", metadata={"CreationDate": None})
    kind = "svg+xml" if format == "svg" else "png"
    data = base64.b64encode(buffer.getvalue()).decode()
    return (
        f'<img src="data:image/{kind};base64,{data}" alt="{html.escape(alt)}" '
        'style="max-width:100%;height:auto;background:#fff" class="dark-light">'
    )


def _close(figure) -> None:
    import matplotlib.pyplot as plt

    plt.close(getattr(figure, "figure", figure))
