"""Figures with alternative text, sliders over figures made beforehand, and histograms.

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
from stsutils.report.markup import Html, rendered
from stsutils.report.style import COLOURS, HATCHES, use_style

#: The variable that names a folder where each figure is kept as a PDF too.
FOLDER = "STSUTILS_FIGURES"
_count, _files = itertools.count(1), itertools.count(1)


def blank_figure(width: float, height: float, **how):
    """A figure in the book's look, of so many inches, and its axes; ``how``: as for subplots."""
    import matplotlib.pyplot as plt

    use_style()
    return plt.subplots(figsize=(width, height), layout="constrained", **how)


def figure_with_alt(figure, alt: str) -> Html:
    """The figure as ``<img alt=…>``, an SVG inside the page, and close it.

    ``alt`` says what the figure shows, in words, for a reader who can't see it.
    """
    import matplotlib.pyplot as plt

    if not alt.strip():
        raise UserError("a figure needs alt text that says in words what it shows")
    figure = getattr(figure, "figure", figure)  # an Axes will do
    image = io.BytesIO()
    figure.savefig(image, format="svg", metadata={"Date": None})
    if folder := os.environ.get(FOLDER):  # for slides of one's own: see book/figures.py
        figure.savefig(Path(folder) / f"{next(_files):02d}.pdf", metadata={"CreationDate": None})
    plt.close(figure)
    data = base64.b64encode(image.getvalue()).decode()
    return Html(
        f'<img src="data:image/svg+xml;base64,{data}" alt="{html.escape(alt)}" '
        'style="max-width:100%;height:auto;background:#fff" class="dark-light">'
    )


def slider(frames: Sequence[tuple[str, object, str]], title: str, start: int = 0) -> Html:
    """A slider over ``frames`` = [(label, figure, alt), …]; frame ``start`` is shown first.

    ``title`` labels the range input; arrow keys, Home and End move it. ``label`` says where it
    stands ("λ = 20"). A figure that is HTML already has its words.
    """
    if not frames:
        raise UserError(f"slider {title!r}: there is no frame to show")
    if not title.strip():
        raise UserError("slider: the title labels the range input, so it can't be empty")
    images = [
        (str(label), figure if isinstance(figure, Html) else figure_with_alt(figure, alt))
        for label, figure, alt in frames
    ]
    digest = hashlib.sha256(repr([title, *images]).encode()).hexdigest()[:8]
    anchor = f"sts-slider-{digest}-{next(_count)}"
    return rendered("slider.html", anchor=anchor, title=title, frames=images, start=start)


def histograms(axis, groups: Mapping, edges, stat: str = "count") -> None:
    """A histogram for each of ``groups`` (name → numbers) on a matplotlib axis, told apart.

    ``edges`` are the bins'; ``stat`` is what seaborn makes of a bin, such as ``density``.
    """
    import seaborn

    for place, (name, values) in enumerate(groups.items()):
        style = {"color": COLOURS[place], "hatch": HATCHES[place], "alpha": 0.55, "linewidth": 0}
        seaborn.histplot(x=values, bins=edges, stat=stat, label=name, ax=axis, **style)
