"""The abstracts in Chromium: a sentence opens its claims, and a bet may come before the verdict."""

import json

import pieces
import pytest

from stsutils.report.markup import Html, rendered

CLAIM = pieces.claim("It <b>wins</b>.", "supported") | {"id": "a-slug", "verdict": "Supported"}
CLAIM["contrasts"][0] |= {"a": "A", "declared": 0.0, "firm": True, "beyond": "", "pending": 0}
CLAIM["contrasts"][0] |= {"seeds": [0.02, 0.041, 0.029]}


@pytest.fixture
def view(opened, tmp_path):
    """The page with one sentence that makes one claim."""
    badge = Html('<span class="verdict verdict-supported">Supported</span>')
    found = [{"claim": {"id": "a-slug", "text": "It <b>wins</b>.", "table": "cases"}}]
    said = {"text": "We <win>.", "anchor": "one", "slug": "supported", "claims": found}
    said |= {"words": "1 claim: 1 supported"}
    parts = {"Abstract": [{"text": "Known.", "claims": []}, said]}
    page = (pieces.ROOT / "book" / "abstracts.md").read_text(encoding="utf-8")
    known = {"parts": parts, "badge": lambda _: badge, "pages": {"cases": "cases"}}
    body = '<article><div class="abstracts"></div>' + rendered("abstract.html", **known)
    body += "</article>" + page.split("```{raw} html\n")[1].split("```")[0]
    script = f"window.claimsOfTheBook = {json.dumps([CLAIM])};"
    path = pieces.lay_out("abstracts", tmp_path, body=body, claims_of_the_book=script)
    return opened(path, **pieces.PHONE)


def test_a_sentence_opens_its_claims_with_their_comparisons(view):
    assert view.locator(".sts-said").count() == 1
    assert view.locator("i.verdict").get_attribute("aria-label") == "1 claim: 1 supported"
    view.locator(".sts-said").press("Enter")
    assert view.locator("#one").get_attribute("open") is not None
    assert view.evaluate("() => document.activeElement.parentElement.id") == "one"
    assert "A > B: holds (+3.00" in view.locator(".sts-claim").inner_text()
    assert "3 seeds from +2.00 to +4.10" in view.locator(".sts-claim").inner_text()
    assert view.locator(".sts-claim svg").count() == 1
    assert view.get_by_role("link", name="Evidence").get_attribute("href").endswith("#claim-a-slug")
    assert view.locator(".sts-claim b").count() == 0, "text, never markup"
    assert not pieces.sticks_out(view)


def test_a_lone_percent_sign_in_the_address_is_no_trouble(view):
    view.evaluate("location.hash = '#%'")
    view.reload()
    assert view.get_by_label("Hide what came out").is_visible()


def test_who_bets_first_sees_no_verdict_before_and_the_bet_counts_on_the_page_of_bets(view):
    view.get_by_label("Hide what came out").check()
    view.locator(".sts-said").click()
    assert view.locator("i.verdict").is_hidden()
    assert view.get_by_text("1 claim: 1 supported").is_hidden()
    assert view.locator("li .verdict").first.is_hidden()
    assert view.locator(".sts-claim").is_hidden()
    view.get_by_role("slider", name="with a probability of").first.fill("80")
    view.get_by_role("button", name="Bet").click()
    stake = view.locator(".sts-stake").inner_text()
    assert "You said 80 %: it costs 0.04. It is Supported." in stake
    assert view.locator(".sts-claim").is_visible()
    kept = json.loads(view.evaluate("() => localStorage.getItem('stsutils-bets')"))
    assert kept == {"lab It <b>wins</b>.": 0.8}


#: When each thing begins to move, in ms: the seeds' dots, and one for all that comes after them.
STARTS = """() => [".claims-seed", "svg .claims-after"].map((one) =>
  [...document.querySelectorAll(`.sts-claim ${one}`)].map((node) =>
    node.getAnimations().map((moved) => moved.effect.getTiming().delay)).flat())"""
HELD = "* { animation-play-state: paused !important; }"


def test_the_seeds_fall_one_by_one_before_the_interval_stands(view):
    held = view.add_style_tag(content=HELD)
    view.get_by_label("Hide what came out").check()
    view.locator(".sts-said").click()
    view.get_by_role("button", name="Bet").click()
    seeds, after = view.evaluate(STARTS)
    assert seeds == pytest.approx([0, 300, 600])
    assert after == pytest.approx([900])
    held.evaluate("(style) => style.remove()")
    view.wait_for_function("() => !document.querySelector('.claims-falling')")
    view.get_by_label("added to every margin").press("End")
    assert view.evaluate(STARTS) == [[], []], "once is enough"


def test_all_stand_at_once_where_no_motion_is_asked_for(view):
    view.emulate_media(reduced_motion="reduce")
    view.locator(".sts-said").click()
    assert view.locator(".claims-seed").count() == 3
    assert view.evaluate(STARTS) == [[], []]


def test_lines_without_seeds_fall_one_by_one(view):
    view.add_style_tag(content=HELD)
    view.evaluate("() => claimsOfTheBook.forEach(({ contrasts }) => delete contrasts[0].seeds)")
    view.locator(".sts-said").click()
    assert view.locator(".play-dot.claims-seed").count() == 1
    assert view.evaluate(STARTS) == [pytest.approx([0]), pytest.approx([300])]
