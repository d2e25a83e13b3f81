"""CoSENT's scale on twelve pairs, in Chromium, opened from a file."""

import itertools
import json
import math

import numpy as np
import pieces
import pytest
import torch

PAGE = "lambda_on_twelve_pairs"
LABELS = [1] * 6 + [0] * 6


#: Twelve pairs as two encoders see them; the third and the eighth are the worst comparison.
KINDS = [f"kind {n} <b>" for n in range(1, 13)]
SCORES = [5, 5, 5, 5, 5, 3.5, 2.5, 2, 2, 2, 1, 0]
COSINES = [0.72, 0.91, 0.64, 0.88, 0.66, 0.71, 0.93, 0.99, 0.96, 0.79, 0.56, 0.43]
LISTED = {"cast": [[kind, y, "a", "b"] for kind, y in zip(KINDS, SCORES, strict=True)]}
LISTED["encoders"] = [
    {"name": name, "title": name, "stamp": f"of {name}", "bytes": 1, "cast": COSINES}
    for name in ("raw", "cosent")
]
ENCODERS = {"live/encoders": f"live.listed = {json.dumps(LISTED)};"}
#: The reader's own pair, with its cosine under the encoder that is not trained.
OWN = """() => {
  live.yourPair.keep(["a", "b"]);
  live.yourPair.note(["a", "b"], { stamp: "of raw" }, 0.25);
}"""


@pytest.fixture
def cast(opened, tmp_path):
    """The page as it opens: with the book's cast."""
    return opened(pieces.lay_out(PAGE, tmp_path, **ENCODERS))


@pytest.fixture
def view(cast):
    """The page with pairs that are nearly in order."""
    cast.get_by_label("Pairs").select_option("nearly")
    return cast


def shares(view) -> np.ndarray:
    """The 6 × 6 cells of the table, in per cent; a dot is less than a half."""
    rows = view.locator(".scale-table tbody tr").all()[:6]
    cells = [row.locator("td").all_inner_texts()[:6] for row in rows]
    return np.array([[float(c.replace("✗", "").replace("·", "0")) for c in row] for row in cells])


def at(view, scale: float) -> None:
    view.locator("#scale-slider").fill(str(math.log10(scale)))


def said(view) -> str:
    return view.locator("p[role=status]").inner_text()


def test_weights_are_those_of_the_packages_loss(view):
    """The derivative of the loss by a difference c_k − c_i is scale · weight."""
    draws = np.random.default_rng(1).uniform(-1, 1, (4, 12)).round(3).tolist()
    for scale, cosines in itertools.product((0.1, 1, 20, 100, 1000), draws):
        found = view.evaluate(
            """([c, y, scale]) => losses.all.cosent.at(c, y, { scale }).comparisons
            .map(({ i, k, weight }) => [i, k, weight])""",
            [cosines, LABELS, scale],
        )
        differences = [0.0] + [cosines[k] - cosines[i] for i, k, _ in found]
        gaps = torch.tensor(differences, dtype=torch.float64)
        gaps.requires_grad_()
        torch.logsumexp(scale * gaps, 0).backward()
        weights = np.array([weight for _, _, weight in found])
        assert weights == pytest.approx((gaps.grad[1:] / scale).numpy(), abs=1e-9)


def test_the_ends_of_the_slider_are_the_limits(view):
    at(view, 0.1)
    assert shares(view).tolist() == [[3.0] * 6] * 6  # 1/37 is 2.7 %
    at(view, 1000)
    corner = shares(view)
    assert corner[0, 0] == 100
    assert corner.sum() == 100
    at(view, 20)
    assert 30 < shares(view)[0, 0] < 90
    assert "✗" in view.locator(".scale-table td").first.inner_text()


def test_it_opens_with_the_cast_and_the_readers_pair_is_the_thirteenth(cast):
    assert "pair 3 (kind 3 <b>) should stand above pair 8 (kind 8 <b>)" in said(cast)
    assert cast.locator(".play-point").count() == 12
    cast.evaluate(OWN)
    assert cast.locator(".play-yours").text_content() == "13"
    told = cast.locator("svg[aria-label^='The line']").get_attribute("aria-label")
    assert told.endswith("yours, without a label, at 0.25")
    assert len(shares(cast)) == 6, "no label, no comparison"
    cast.get_by_label("Pairs").select_option("trained")
    assert cast.locator(".play-yours").count() == 0, "this encoder was not asked"
    cast.get_by_label("Pairs").select_option("nearly")
    assert "kind" not in said(cast)


def test_where_all_is_in_order_a_large_scale_pushes_nobody(view):
    view.get_by_label("Pairs").select_option("order")
    view.get_by_role("button", name="λ → ∞").click()
    assert "nobody is pushed" in said(view)
    assert shares(view).sum() == 0
    assert view.locator(".play-arrow").count() == 0
    view.get_by_role("button", name="λ → 0").click()
    assert view.locator(".play-arrow").count() == 12


def test_a_pair_is_moved_by_keyboard_and_by_mouse(view):
    before = said(view)
    assert "pair 6 should stand above pair 7" in before
    view.get_by_label("Move pair").select_option("6")
    view.locator("#scale-cosine").press("Home")  # to −1: pair 7 is no trouble any more
    assert "above pair 7" not in said(view)
    box = view.locator(".play-point").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    view.mouse.move(x, y)
    view.mouse.down()
    view.mouse.move(x - 200, y, steps=3)
    view.mouse.up()
    assert view.get_by_label("Move pair").input_value() == "0"
    assert float(view.locator("#scale-cosine").input_value()) < 0
    assert "pair 1 should stand above" in said(view)


def test_still_words_stand_and_a_phone_sees_the_whole_table(opened, tmp_path):
    path = pieces.lay_out(PAGE, tmp_path, **ENCODERS)
    pieces.stands_still(opened, path)
    table = opened(path, **pieces.PHONE).locator(".scale-table").bounding_box()
    assert table["x"] + table["width"] <= 390
