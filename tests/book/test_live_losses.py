"""The losses of the live pages against the package: values and gradients, on grids."""

import itertools

import numpy as np
import pieces
import pytest
import torch

from stsutils.evaluation.separation import separation
from stsutils.losses import LOSSES
from stsutils.statistics import spearman, tie_ceiling

#: How many losses the page offers. One that needs more than single cosines has no twin there, and
#: a new loss has none until somebody writes it: it is not offered.
OFFERED = 12
ROWS = ("list_net", "list_mle")
FORMS = ("as_written", "as_coded")
#: The settings at which values and gradients are compared, besides the page's first ones.
GRIDS = {
    "cosent": [{"scale": s} for s in (0.1, 1.0, 5.0, 20.0, 100.0, 1000.0)],
    "contrastive": [
        {"threshold": t, "form": f} for t, f in itertools.product((-1.0, -0.25, 0.0, 0.5), FORMS)
    ],
    "linear_threshold": [{"threshold": t} for t in (-1.0, 0.0, 0.7)],
    "translated_relu": [{"slope": k, "tolerance": x} for k in (1.0, 2.5) for x in (0.0, 0.25)],
    "smooth_k2": [{"slope": k, "tolerance": x} for k in (1.0, 3.0) for x in (0.0, 0.25)],
    "list_net": [
        {"temperature": t, "teacher_temperature": s} for t in (0.05, 1.0) for s in (0.05, 0.5)
    ],
    "list_mle": [{"temperature": t, "form": f} for t, f in itertools.product((0.05, 1.0), FORMS)],
}


@pytest.fixture(scope="module")
def view(chromium):
    view = chromium.new_page()
    view.add_script_tag(path=pieces.STATIC / "live" / "losses.js")
    return view


@pytest.fixture(scope="module")
def offered(view):
    """What the script offers: name → its kind of labels and its first settings."""
    return view.evaluate(
        """() => Object.fromEntries(Object.entries(losses.all).map(([name, one]) => [name, {
        labels: one.labels,
        settings: Object.fromEntries(
          Object.entries(one.settings).map(([key, own]) => [key, own.value])),
        }]))"""
    )


def batches(labels: str) -> list[tuple[list, list]]:
    """Cosines and labels: drawn ones, all equal, ties, one label only, both ends of the line."""
    draw = np.random.default_rng(0)
    choices = [0, 1] if labels == "two" else [0, 0.25, 0.5, 0.75, 1]
    found = [
        (draw.uniform(-1, 1, n).round(3).tolist(), draw.choice(choices, n).tolist())
        for n in (2, 2, 3, 5, 8, 12)
    ]
    found += [([0.3] * 4, [0, 1, 1, 0]), ([0.5, 0.5, -0.2], [1, 0, 1]), ([0.1, 0.9], [1, 1])]
    return [*found, ([-1.0, 1.0, 0.0], [1, 0, 0])]


def ours(name: str, cosines: list, labels: list, settings: dict) -> tuple[float, list]:
    """The package's value, and torch's gradient of it."""
    c = torch.tensor(cosines, dtype=torch.float64, requires_grad=True)
    y = torch.tensor(labels, dtype=torch.float64)
    rows = name in ROWS
    loss = LOSSES[name].function(c[None] if rows else c, y[None] if rows else y, **settings)
    loss.backward()
    return loss.item(), c.grad.tolist()


def test_values_and_gradients_are_the_packages(view, offered):
    assert set(offered) <= set(LOSSES)
    assert len(offered) >= OFFERED
    cases = [
        (name, c, y, settings)
        for name, about in offered.items()
        for settings in [about["settings"], *GRIDS.get(name, [])]
        for c, y in batches(about["labels"])
    ]
    found = view.evaluate(
        """(cases) => cases.map(([name, c, y, settings]) => {
        const { value, gradient } = losses.all[name].at(c, y, settings);
        return [value, gradient];
        })""",
        cases,
    )
    assert {name for name, *_ in cases} == set(offered)
    for case, (value, gradient) in zip(cases, found, strict=True):
        wanted, slopes = ours(*case)
        assert value == pytest.approx(wanted, abs=1e-9), case
        assert gradient == pytest.approx(slopes, abs=1e-9), case


def test_measures_are_the_packages(view):
    for c, y in batches("two") + batches("order"):
        found = view.evaluate(
            "([c, y]) => [losses.spearman(c, y), losses.tieCeiling(y), losses.right(c, y)]", [c, y]
        )
        assert found[0] == pytest.approx(spearman(c, y), abs=1e-12)
        assert found[1] == pytest.approx(tie_ceiling(y), abs=1e-12)
        if set(y) == {0, 1}:
            auc = separation(np.array(c), np.array(y) == 1)["auc"]
            assert found[2] == pytest.approx(auc, abs=1e-12)
