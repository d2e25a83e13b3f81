"""What the book prints: tables, verdicts, figures and sliders, all from the ledger
(`STSUTILS_RESULTS`, or the book's own).

What serves one chapter is in `stsutils.report.views`.
Numbers in prose are links held to the records: `stsutils.report.evidence`.
"""

from stsutils.report.bars import picture
from stsutils.report.cast_of_pairs import cast
from stsutils.report.fields import arrows, pushes
from stsutils.report.figures import figure_with_alt, histograms, slider
from stsutils.report.markup import Html
from stsutils.report.measured import difference, read_cells
from stsutils.report.pages import excerpt, frame, source
from stsutils.report.pictures import beside, folded, html_dots, html_lines
from stsutils.report.printed import html_printed, printed_claims
from stsutils.report.published_numbers import published
from stsutils.report.style import COLOURS, HATCHES, INK, LINESTYLES, MARKERS, use_style
from stsutils.report.tables import form, html_grid, table
from stsutils.report.verdicts import badge, every_verdict, html_verdicts, verdict, verdicts
