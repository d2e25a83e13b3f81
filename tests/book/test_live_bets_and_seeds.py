"""The seeds simulator and the bets, in Chromium, opened from files."""

import functools
import json
import math

import pieces
import pytest
from pieces import claim

from stsutils.statistics import Estimate

KINDS = {"First": "supported", "Second": "contradicted", "Third": "mixed"}
KINDS |= {"Nobody ran it": "not run", "It is open": "open", "It tells nothing": "not tested"}
CLAIMS = [*(claim(*one) for one in KINDS.items()), claim("Ours", "supported", "Our own questions")]
SCRIPT = f"window.claimsOfTheBook = {json.dumps(CLAIMS)};"


@pytest.fixture
def page(opened, tmp_path):
    """A function that opens a page by its name."""
    lay_out = functools.partial(pieces.lay_out, folder=tmp_path, claims_of_the_book=SCRIPT)
    return lambda name, **context: opened(lay_out(name), **context)


def repeat(view, **settings) -> dict:
    settings = {"difference": 1, "spread": 1, "seeds": 5, "pairs": 1000, "chance": 1} | settings
    return view.evaluate("(s) => studies.repeat(s, 4000, 7)", settings)


def test_intervals_hold_the_truth_as_often_as_they_say(page):
    view = page("seeds_simulator")
    for settings in ({}, {"seeds": 3}, {"chance": 0}, {"spread": 0.2, "seeds": 2}):
        assert repeat(view, **settings)["covered"] > 0.94, settings
    equal = repeat(view, difference=0)
    assert equal["shown"] + equal["wrong"] < 0.06
    assert equal["meanWrong"] == pytest.approx(0.5, abs=0.04)


def test_one_seed_misleads_as_often_as_the_normal_distribution_says(page):
    found = repeat(page("seeds_simulator"), difference=1, spread=1, chance=1)
    normal = lambda z: 0.5 * math.erfc(z / math.sqrt(2))  # noqa: E731
    assert found["oneSeedWrong"] == pytest.approx(normal(1 / math.sqrt(2)), abs=0.03)
    assert found["meanWrong"] == pytest.approx(normal(1 / math.hypot(1, 5**-0.5)), abs=0.03)


def test_power_grows_with_seeds_and_with_pairs_and_meets_the_detectable(page):
    view = page("seeds_simulator")
    assert repeat(view, seeds=3)["shown"] < repeat(view, seeds=10, chance=0)["shown"]
    assert repeat(view, pairs=500)["shown"] < repeat(view, pairs=8000)["shown"]
    settings = {"spread": 1, "seeds": 12, "pairs": 2000, "chance": 1}
    least = view.evaluate("(s) => studies.detectable(s)", settings)
    pairs = math.sqrt(1000 / 2000)
    e = Estimate(0.0, math.hypot(1 / math.sqrt(12), pairs), 11, pairs)
    assert least == pytest.approx(e.detectable(0.95, 0.8), rel=1e-7)
    assert repeat(view, **settings, difference=least)["shown"] == pytest.approx(0.8, abs=0.05)


def test_sliders_and_recorded_starts_move_the_answer(page):
    view = page("seeds_simulator")
    before = view.locator(".seeds-table").inner_text()
    view.get_by_role("slider", name="True difference").press("End")
    after = view.locator(".seeds-table").inner_text()
    assert after != before
    assert "100 %" in after
    view.get_by_label("Start with").select_option("First A > B")
    assert view.locator("label output").all_inner_texts() == ["3.0", "1.8", "5", "500", "0.42"]
    assert view.locator("svg[role=img]").count() == 2


def place(view, percent: int) -> str:
    """Bet so much on the claim that is shown; gives its words."""
    words = view.locator(".bet-claim").inner_text()
    view.get_by_role("slider").fill(str(percent))
    view.get_by_role("button", name="Bet", exact=True).click()
    return words


def value(view, name: str) -> str:
    return view.locator(".play-numbers div").filter(has_text=name).locator("dd").inner_text()


def test_bets_are_scored_by_brier_and_kept(page):
    view = page("bet")
    assert not view.locator(".verdict").count()  # nothing is told before the bet
    said = {}
    for percent in (80, 30, 100):
        said[place(view, percent)] = percent / 100
        assert view.locator(".bet-card .verdict").is_visible()
        view.get_by_role("button", name="Next claim").click()
    assert set(said) == {"First", "Second", "Third"}
    brier = sum((p - (words == "First")) ** 2 for words, p in said.items()) / 3
    assert float(value(view, "your Brier score")) == pytest.approx(brier, abs=0.0051)
    assert value(view, "share that the records support") == "33 %"
    assert "calibration" in view.locator("svg[role=img]").get_attribute("aria-label").lower()
    view.reload()
    assert float(value(view, "your Brier score")) == pytest.approx(brier, abs=0.0051)
    view.get_by_role("button", name="Forget my bets").click()
    assert view.get_by_role("button", name="Bet", exact=True).is_visible()
    assert not view.locator(".play-numbers").count()


def test_comparisons_are_counted_in_good_grammar_and_a_bet_fits_a_phone(opened, tmp_path):
    one = claim("First", "supported")
    lines = [one["contrasts"][0] | {"outcome": o} for o in ("holds", "holds", "fails", "open")]
    script = f"window.claimsOfTheBook = {json.dumps([one | {'contrasts': lines}])};"
    view = opened(pieces.lay_out("bet", tmp_path, claims_of_the_book=script), **pieces.PHONE)
    place(view, 50)
    assert not pieces.sticks_out(view)
    assert "Its comparisons: 2 hold, 1 fails, 1 open." in view.locator(".bet-card").inner_text()


def test_bets_work_where_the_browser_keeps_nothing(page):
    view = page("bet")
    view.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
    )
    view.reload()
    place(view, 60)
    assert view.locator(".bet-card .verdict").is_visible()
    view.get_by_role("button", name="Next claim").click()
    assert "Claim 2 of 3" in view.locator(".bet-card").inner_text()


def test_odd_keepings_are_no_bets(page):
    view = page("bet")
    for kept in ('{"lab First": "x", "lab Second": 7}', "null", "not json", "5", '"x"', "true"):
        view.evaluate("(kept) => localStorage.setItem('stsutils-bets', kept)", kept)
        view.reload()
        assert "Claim 1 of 3" in view.locator(".bet-card").inner_text()
        view.get_by_role("button", name="Bet", exact=True).click()
        assert view.locator(".bet-card .verdict").is_visible()


@pytest.mark.parametrize("name", ["bet", "seeds_simulator"])
def test_still_words_stand(opened, tmp_path, name):
    pieces.stands_still(opened, pieces.lay_out(name, tmp_path, claims_of_the_book=SCRIPT))
