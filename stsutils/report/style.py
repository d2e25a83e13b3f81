"""One look for every figure: safe for colour-blind eyes, on light and dark pages, and in print."""

from pathlib import Path

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#808080")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
LINESTYLES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1)))
HATCHES = ("", "//", "\\\\", "xx", "..", "++", "oo")
INK = "#1a1a1a"


def use_style() -> None:
    """Set matplotlib's defaults for the book.

    The colours are Okabe and Ito's, without the yellow that fades on white and with grey for
    black. Every line also has its own marker and stroke, so that a figure reads without colour
    (bars: ``hatch=HATCHES[i]``). A figure in the book has a transparent ground and dark text; on a
    dark page the style sheet inverts its lightness and keeps its hues (`img.dark-light`).
    """
    import matplotlib.style
    from cycler import cycler

    strokes = cycler(color=COLOURS) + cycler(marker=MARKERS) + cycler(linestyle=LINESTYLES)
    rest = Path(__file__).with_suffix(".mplstyle")
    matplotlib.style.use([rest, {"axes.prop_cycle": strokes}])
