"""The picture of all claims says in words what it draws, and draws what was judged."""

import re

import pytest

from stsutils import report
from stsutils.errors import UserError
from stsutils.report.views import forest


@pytest.fixture(scope="module")
def page():
    return forest.html_forest("lab")


def test_each_claim_that_was_run_is_a_line(page):
    frame = report.all_claims(("lab",))
    run = frame[(frame.kind != "not run") & ~frame.ours]
    assert page.count('<tr class="sts-forest-') == len(run)
    kinds = re.findall(r'<tr class="sts-forest-([a-z-]+)"', page)
    assert kinds == sorted(kinds, key=list(dict.fromkeys(kinds)).index), "by verdict"
    own = frame[(frame.kind != "not run") & frame.ours]
    found = forest.html_forest("lab", ours=True)
    assert found.count('<tr class="sts-forest-') == len(own)


def test_a_drawing_has_a_label_and_stays_within_its_frame(page):
    assert page.count('role="img" aria-label="') == page.count('<tr class="sts-forest-')
    for x in re.findall(r'(?:x1|x2|cx)="(-?[\d.]+)"', page):
        assert 0 <= float(x) <= forest.WIDTH


def test_the_axis_is_symmetric_and_grows():
    places = [forest._place(value) for value in (-100, -25, -5, 0, 5, 25, 100)]
    assert places == sorted(places)
    assert places[3] == forest.WIDTH / 2
    assert all(abs(a + b - forest.WIDTH) < 0.2 for a, b in zip(places, places[::-1], strict=True))


def test_findings_are_found_by_slug():
    page = forest.html_findings(["scale-of-one-is-worse", "stsb-cosent-beats-mse"])
    assert page.count('<tr class="sts-forest-') == 2
    assert page.index("Below that range") < page.index("Trained and tested on STS-B")
    with pytest.raises(UserError, match="no claim is called 'nothing'"):
        forest.html_findings(["nothing"])
