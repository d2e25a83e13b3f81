"""Densities come from percentiles, and only where records are."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from scipy import stats

from stsutils.experiments import Cell, Experiment, Tuned
from stsutils.ledger import Result, Run
from stsutils.report.views.densities import class_percentiles, draw_classes, html_densities

PERCENT = np.linspace(0, 1, 101)
SETTINGS = {"loss": "a <loss>"}
CELLS = {
    ("a <loss>", "x: AUC"): Cell(SETTINGS, "x:test auc"),
    ("a <loss>", "x: AUC (again)"): Cell(SETTINGS, "x:test auc"),
    ("a <loss>", "y: AUC"): Cell(SETTINGS, "y:test auc"),
    ("tuned", "x: AUC"): Tuned(({"lr": 1}, {"lr": 2}), "x:test auc"),
}
EXPERIMENT = Experiment("made", "Made", lambda tier: CELLS if tier == "lab" else {}, best=False)


@pytest.fixture
def ledger(ledger):
    for seed in (0, 1):
        predictions = {
            "x:test": np.zeros(4),
            "x:test of label 0": np.linspace(-0.5, 0.1, 101) + seed / 10,
            "x:test of label 1": np.linspace(0.2, 0.8, 101),
        }
        result = Result({"x:test auc": 1.0, "y:test auc": 0.5}, predictions=predictions)
        ledger.write(Run("finetune-1", seed, SETTINGS), result, {})
    return ledger


@pytest.fixture
def axis():
    yield plt.subplots()[1]
    plt.close("all")


def test_a_density_has_area_one_and_follows_its_numbers(axis):
    values = np.random.default_rng(0).normal(0.1, 0.2, 20_000)
    draw_classes(axis, {"0": np.quantile(values, PERCENT)}, width=0.1, low=-3)
    at, curve = axis.lines[0].get_data()
    assert np.trapezoid(curve, at) == pytest.approx(1, abs=1e-3)
    smoothed = stats.norm(0.1, np.hypot(0.2, 0.1))  # a normal smoothed by a normal
    np.testing.assert_allclose(curve, smoothed.pdf(at), atol=0.03)


@pytest.mark.parametrize(("places", "near"), [((0.5,), 1e-6), ((0.2, 0.6), 1e-5)])
def test_equal_percentiles_are_a_peak_of_the_kernel_and_seeds_give_the_mean(axis, places, near):
    draw_classes(axis, {"0": [np.full(101, place) for place in places]}, width=0.1)
    at, curve = axis.lines[0].get_data()
    peaks = [stats.norm(place, 0.1).pdf(at) for place in places]
    np.testing.assert_allclose(curve, np.mean(peaks, axis=0), atol=near)


def test_percentiles_are_found_by_seed_and_by_test_set(ledger):
    found = class_percentiles(EXPERIMENT, ("a <loss>", "x: AUC"))
    assert list(found) == ["0", "1"]
    assert [np.median(own) for own in found["0"]] == pytest.approx([-0.2, -0.1], abs=1e-4)
    for nothing in (("a <loss>", "y: AUC"), ("tuned", "x: AUC"), ("a <loss>", "z: AUC")):
        assert class_percentiles(EXPERIMENT, nothing) == {}


def test_the_negative_class_is_drawn_alike_everywhere(ledger, axis):
    draw_classes(axis, class_percentiles(EXPERIMENT, ("a <loss>", "x: AUC")))
    assert axis.get_legend_handles_labels()[1] == ["negative pairs", "positive pairs"]
    highest = [line.get_xdata()[line.get_ydata().argmax()] for line in axis.get_lines()[:2]]
    assert highest[0] < 0.2 < highest[1]


def test_a_slider_has_the_rows_with_records(ledger):
    rows, columns = ("a <loss>", "tuned"), {"x: AUC": "x", "x: AUC (again)": "y"}
    page = html_densities(EXPERIMENT, rows, columns)
    assert page.count('class="sts-frame"') == 1, "a row without records has no frame"
    assert page.count("<img") == 2, "a panel a set, so that they stack on a phone"
    assert "a &lt;loss&gt;" in page
    alt = re.search(r'alt="([^"]+)"', page)[1]
    assert "medians of negative pairs -0.15, positive pairs 0.50" in alt
