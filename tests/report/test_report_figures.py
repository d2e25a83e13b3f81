"""Figures carry words, sliders work by keyboard, the style reads on light and dark."""

import base64
import itertools
import re

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex, to_rgb

from stsutils import report
from stsutils.losses import cosent_plain


@pytest.fixture(autouse=True)
def styled():
    with matplotlib.rc_context():
        report.use_style()
        yield
    plt.close("all")


def draw(k=1):
    figure, axes = plt.subplots()
    axes.plot([0, 1, 2], [0, k, 4])
    return figure


def test_a_figure_needs_words_and_is_escaped(refused):
    page = report.figure_with_alt(draw(), 'a "line" that <rises>')
    assert 'alt="a &quot;line&quot; that &lt;rises&gt;"' in page
    assert b"<svg" in base64.b64decode(re.search(r"base64,([^\"]+)", page)[1])
    assert plt.get_fignums() == [], "closed, so that it is not shown twice"
    assert report.figure_with_alt(draw(), "a line") == report.figure_with_alt(draw(), "a line")
    assert "image/svg" in report.figure_with_alt(draw().axes[0], "a line"), "axes will do"
    refused("alt text", report.figure_with_alt, draw(), " ")


def test_figures_are_kept_as_pdf_where_a_folder_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("STSUTILS_FIGURES", str(tmp_path))
    report.figure_with_alt(draw(), "a line")
    report.slider([("1", draw(), "a line"), ("2", draw(2), "another")], "Slope")
    kept = sorted(tmp_path.glob("*.pdf"))
    assert len(kept) == 3
    assert all(one.read_bytes().startswith(b"%PDF") for one in kept)


def test_a_slider_is_labelled_and_stands_alone():
    page = report.slider([(f"λ = {k}", draw(k), f"line {k}") for k in (1, 5, 20)], "scale <λ>")
    name = re.search(r'id="(sts-slider-[0-9a-f]{8}-\d+)"', page)[1]
    assert f'<label for="{name}-range">scale &lt;λ&gt;: </label>' in page
    assert f'type="range" id="{name}-range" min="0" max="2"' in page
    assert [f'alt="line {k}"' in page for k in (1, 5, 20)] == [True] * 3
    assert page.count(" hidden>") == 2, "only the first frame is shown"
    assert f'getElementById("{name}")' in page
    assert "http" not in re.sub(r"base64,[^\"]+", "", page), "nothing comes from outside"


def test_a_slider_may_start_at_another_frame_and_two_equal_ones_have_their_own_ids(refused):
    page = report.slider([(f"λ = {k}", draw(k), "a line") for k in (1, 5, 20)], "scale", start=1)
    assert 'value="1" aria-valuetext="λ = 5"' in page
    assert re.findall(r'data-label="λ = (\d+)" hidden', page) == ["1", "20"]
    pages = [report.slider([("a", draw(), "a line")], "same") for _ in range(2)]
    assert len({re.search(r'id="(sts-slider[^"]+)"', page)[1] for page in pages}) == 2
    for frames, title, words in (([], "t", "no frame"), ([("a", draw(), "a")], " ", "label")):
        refused(words, report.slider, frames, title)


def luminance(colour):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, two):
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


#: CSS' ``hue-rotate(180deg)`` (Filter Effects Module Level 1, feColorMatrix).
TURNED = np.array([[-0.574, 1.430, 0.144], [0.426, 0.430, 0.144], [0.426, 1.430, -0.856]])


def in_the_dark(colour):
    """A colour as the book's style sheet shows it on a dark page: inverted, its hue turned back."""
    return to_hex((TURNED @ (1 - np.array(to_rgb(colour)))).clip(0, 1))


def test_ink_reads_on_light_and_dark_and_lines_differ_without_colour():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert in_the_dark("#ffffff") == "#000000"
    assert contrast(report.INK, "#ffffff") > 12
    assert contrast(in_the_dark(report.INK), "#121212") > 12
    for colour in report.COLOURS:
        assert contrast(colour, "#ffffff") > 2
        assert contrast(in_the_dark(colour), "#121212") > 3
    strokes = list(itertools.islice(plt.rcParams["axes.prop_cycle"], 7))
    for key in ("color", "marker", "linestyle"):
        assert len({str(stroke[key]) for stroke in strokes}) == 7
    assert len(set(report.HATCHES)) == 7


def test_source_is_shown_without_its_docstring_or_between_two_words():
    shown = report.source(cosent_plain, report.Html).data
    assert shown.startswith("```python\ndef cosent_plain(")
    assert "logsumexp(0)" in shown
    assert "class Html(str):" in shown
    assert not re.search("Formula|A piece of HTML", shown)
    shown = report.excerpt(report.frame, "with pd.option_context", "return").data
    first, *rest = shown.splitlines()[1:-1]
    assert first.startswith("with pd.option_context")  # set back to the margin
    assert len(rest) == 2
    assert rest[-1].startswith("    return")


def test_a_frame_is_escaped_and_whole():
    page = report.frame(pd.DataFrame({"text": ["<b>" + "long " * 60], "x": [0.12345]}))
    assert "&lt;b&gt;" in page
    assert "..." not in page
    assert ">0.12<" in page


def test_histograms_share_bins_and_differ_without_colour():
    axis = plt.subplots()[1]
    report.histograms(axis, {"low": [0.1, 0.1, 0.6], "high": [0.9]}, [0, 0.5, 1])
    bars = [[bar.get_height() for bar in group] for group in axis.containers]
    assert sorted(bars) == [[0, 1], [2, 1]]
    assert len({group[0].get_hatch() for group in axis.containers}) == 2
    assert sorted(axis.get_legend_handles_labels()[1]) == ["high", "low"]
