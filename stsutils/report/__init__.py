"""What the book prints: tables, verdicts, figures and sliders, all from the ledger.

Numbers in prose come from :func:`value` by glue, never from a keyboard.
"""

from stsutils.experiments import command
from stsutils.report.beside import settings_beside
from stsutils.report.curves import curves, draw_curves
from stsutils.report.grid import html_grid
from stsutils.report.measured import difference, measure, published
from stsutils.report.pages import frame, glue, source
from stsutils.report.plots import dots
from stsutils.report.printed import html_printed, printed_claims
from stsutils.report.rates import rates
from stsutils.report.sliders import figure_with_alt, slider
from stsutils.report.style import COLOURS, HATCHES, INK, LINESTYLES, MARKERS, use_style
from stsutils.report.tables import Html, detectable, form, html_table, table, value
from stsutils.report.verdicts import all_claims, badge, html_verdicts, verdicts

__all__ = [
    "COLOURS",
    "HATCHES",
    "INK",
    "LINESTYLES",
    "MARKERS",
    "Html",
    "all_claims",
    "badge",
    "command",
    "curves",
    "detectable",
    "difference",
    "dots",
    "draw_curves",
    "figure_with_alt",
    "form",
    "frame",
    "glue",
    "html_grid",
    "html_printed",
    "html_table",
    "html_verdicts",
    "measure",
    "printed_claims",
    "published",
    "rates",
    "settings_beside",
    "slider",
    "source",
    "table",
    "use_style",
    "value",
    "verdicts",
]
