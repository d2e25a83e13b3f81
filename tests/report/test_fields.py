"""Pictures of losses: the words beside them are the loss's own gradient."""

import html

from stsutils import report
from stsutils.microscope import gradient_field


def fields(steps: int) -> dict:
    """A loss with targets, and one that ranks."""
    return {"A": gradient_field("cosine_mse", steps), "B": gradient_field("cosent", steps)}


def test_a_panel_a_loss_tells_its_push():
    page = html.unescape(report.pushes(fields(17)))
    assert page.count("<img") == 2
    # 2 (y − c) over its largest value, on a grid of eighths without the ends
    assert "similar pair +0.9 at -0.75, +0.5 at 0, +0.1 at 0.75" in page
    assert "dissimilar pair +0.4 at -0.75, +0.0 at 0, -0.4 at 0.75" in page
    assert "similar pair +1.0 at -0.75, +0.5 at 0, +0.0 at 0.75" in page


def test_arrows_tell_whether_the_right_order_is_left_alone():
    page = html.unescape(report.arrows(fields(11)))
    assert page.count("<img") == 2
    of_mse, of_cosent = (text.split('"')[0] for text in page.split("arrows over")[1:])
    assert "0% where the positive pair is .4 ahead" in of_cosent
    assert "98% where the positive pair is .4 ahead" in of_mse
