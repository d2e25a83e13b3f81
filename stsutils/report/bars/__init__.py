"""Bar pictures of findings: each is a TOML file in this folder, drawn from the records.

====================  =======================================================================
key of a picture      what it holds
====================  =======================================================================
``unit``              ``right`` (of 100 comparisons, a coin at 50) or ``points`` of the table
``[[panel]]``         ``title``, ``table``, ``bars``, and perhaps ``theirs``, ``xlabel``, ``unit``
``bars``, ``theirs``  pairs of a label and a link (`stsutils.report.evidence`) without its scheme
====================  =======================================================================

What a document prints stands in a strip of its own: its encoder is another, so levels must not be
compared.
"""

import base64
import html
import re
import tomllib
from pathlib import Path

from stsutils.errors import UserError
from stsutils.report.evidence import RIGHT, Held, hold
from stsutils.report.figures import blank_figure, figure_with_alt
from stsutils.report.markup import Html
from stsutils.report.pictures import beside
from stsutils.report.style import COLOURS, INK

UNITS = {"right": RIGHT, "points": "points of ρ × 100"}
COIN = 50


def picture(name: str) -> Html:
    """The picture of this name; each panel is an image that tells its numbers in words."""
    files = {path.stem: path for path in Path(__file__).parent.glob("*.toml")}
    if name not in files:
        raise UserError(f"no picture is called {name!r}; there are {', '.join(sorted(files))}")
    wanted = tomllib.loads(files[name].read_text("utf-8"))
    panels = [_panel(panel, panel.get("unit", wanted["unit"])) for panel in wanted["panel"]]
    return beside(panels, least="")


def save(name: str, path: Path) -> str:
    """Write the first panel of a picture as an SVG file; the words that say what it shows."""
    image = re.search(r'base64,([^"]+)" alt="([^"]+)"', picture(name))
    path.write_bytes(base64.b64decode(image[1]))
    return html.unescape(image[2])


def _panel(panel: dict, unit: str) -> Html:
    table, right = panel["table"], "right " * (unit == "right")
    ours = [(label, hold(right + link, table)) for label, link in panel["bars"]]
    theirs = [(label, hold(f"theirs {link}", table)) for label, link in panel.get("theirs", ())]
    heights = [len(strip) for strip in (ours, theirs) if strip]
    height = 0.7 + 0.36 * sum(heights) + 0.5 * len(heights)
    strips = {"nrows": len(heights), "height_ratios": heights, "squeeze": False}
    figure, axes = blank_figure(5.0, height, **strips)
    axes = axes[:, 0]
    _bars(axes[0], ours, COLOURS[0], COIN if right else 0.0)
    axes[0].set(title=panel["title"], xlabel=panel.get("xlabel", UNITS[unit]))
    if right:
        axes[0].axvline(COIN, color=INK, linewidth=1)
        axes[0].set_xticks(range(COIN, 101, 10), ["coin", *range(COIN + 10, 101, 10)])
        axes[0].set_xlim(min(45, *(held.value - 4 for _, held in ours)), 100)
    if theirs:
        _bars(axes[1], theirs, COLOURS[6])
        axes[1].set(xlabel="as printed: ρ × 100, a coin at 0", ylabel="")
    said = "; ".join(f"{label} {held.value:.0f}" for label, held in ours)
    said += "".join(f"; {label}, as printed, {held.value:g}" for label, held in theirs)
    return figure_with_alt(figure, f"{panel['title']}, {axes[0].get_xlabel()}: {said}")


def _bars(axis, bars: list[tuple[str, Held]], colour: str, start: float = 0.0) -> None:
    """Horizontal bars from ``start``, each with its number and, where it has one, its interval."""
    places = range(len(bars))
    values = [held.value for _, held in bars]
    lengths, halves = [value - start for value in values], [held.half or 0.0 for _, held in bars]
    caps = {"ecolor": INK, "elinewidth": 1, "capsize": 2}
    look = {"color": colour, "height": 0.62, "error_kw": caps}
    drawn = axis.barh(places, lengths, left=start, xerr=halves, **look)
    axis.bar_label(drawn, [f"{v:.{0 if abs(v) >= 10 else 1}f}" for v in values], padding=4)
    axis.set_yticks(places, [label for label, _ in bars])
    axis.invert_yaxis()
    axis.margins(x=0.15)
    axis.grid(axis="y", visible=False)
    if min(values) < 0 == start:
        axis.axvline(0, color=INK, linewidth=1)
        low, high = axis.get_xlim()
        axis.set_xlim(low - 0.12 * (high - low), high)  # room for the numbers of negative bars
