"""The rule of the live pages against the package's, and the claims explorer in Chromium."""

import itertools
import json
import math
from dataclasses import replace

import numpy as np
import pieces
import pytest
from scipy import stats

from stsutils.claims import KINDS, OUTCOMES, STRENGTHS, Contrast, Verdict, judge
from stsutils.report import explorer
from stsutils.report.settling import Judged, settle
from stsutils.statistics import Estimate, holm_levels

#: One claim's contrasts settled and judged by the script, each margin moved by so much.
JUDGED = """(shift) => claimsOfTheBook.map(({ contrasts, strength }) => {
  const moved = contrasts.map((one) => {
    const margin = one.margin + shift / one.times;
    return { ...one, margin: one.kind === 'equivalent' ? Math.max(1e-9, margin) : margin };
  });
  const settled = rule.settle(moved);
  return [settled, rule.judge(settled, strength)];
})"""


@pytest.fixture(scope="module")
def claims():
    return explorer.explorer()


@pytest.fixture(scope="module")
def script(claims):
    return f"window.claimsOfTheBook = {json.dumps(claims)};"


@pytest.fixture(scope="module")
def rule(chromium, script):
    """A page with the rule and the claims, and nothing else."""
    view = chromium.new_page()
    view.add_script_tag(path=pieces.STATIC / "live" / "rule.js")
    view.add_script_tag(content=script)
    return view


def test_quantiles_of_students_t_are_scipys(rule):
    asked = list(itertools.product((0.5, 0.3, 0.1, 0.025, 1e-3, 1e-5, 1e-9), (1, 2, 4, 9, 29, 199)))
    found = rule.evaluate("(all) => all.map(([p, df]) => rule.quantile(p, df))", asked)
    assert found == pytest.approx([stats.t.isf(p, df) for p, df in asked], rel=1e-7, abs=1e-12)


def test_widths_and_p_values_are_the_packages(rule):
    draw = np.random.default_rng(1)
    cases = []
    for df, kind in itertools.product((0, 1, 2, 4, 19), ("greater", "equivalent")):
        for _ in range(6):
            pairs = float(draw.uniform(0, 2))
            se = math.hypot(pairs, float(draw.uniform(0, 2)))
            cases.append((float(draw.normal(0, 5)), se, df, pairs, float(draw.uniform(0, 4)), kind))
    cases += [(1.0, 0.0, 4, 0.0, 0.5, "greater"), (1.0, 0.5, 4, 0.5, 1.0, "greater")]
    cases += [(50.0, 0.1, 4, 0.05, 0.0, "greater")]
    found = rule.evaluate(
        """(cases) => cases.map(([value, se, df, pairs, margin, kind]) => {
        const e = { value, se, df, pairs };
        const width = rule.width(e, 0.01);
        return [width === Infinity ? -1 : width, rule.pValue(e, margin, kind),
          rule.outcome(e, margin, kind, 0.95)];
        })""",
        cases,
    )
    for (value, se, df, pairs, margin, kind), (width, p, outcome) in zip(cases, found, strict=True):
        e = Estimate(value, se, df, pairs)
        half = e.half_width(0.98)
        assert width == pytest.approx(-1 if math.isinf(half) else half, rel=1e-7)
        assert p == pytest.approx(e.p_value(margin, kind), rel=1e-6, abs=2e-12)
        assert outcome == e.outcome(margin, kind)


def test_an_endless_error_and_no_number_decide_nothing(rule):
    for value, se in [("1", "Infinity"), ("NaN", "NaN"), ("NaN", "0")]:
        e = f"{{ value: {value}, se: {se}, df: 4, pairs: 0 }}"
        assert rule.evaluate(f"() => rule.pValue({e}, 0.5, 'greater')") == 1
        assert rule.evaluate(f"() => rule.outcome({e}, 0.5, 'equivalent', .95)") == "open"


def test_levels_are_holms(rule):
    for ps in ([0.01, 0.04, 0.03], [0.001, 0.001, 1.0], [0.2], [0.01, 0.5, 0.02, 0.9, 0.0]):
        assert rule.evaluate("(ps) => rule.holm(ps, 0.95)", ps) == pytest.approx(holm_levels(ps))


def test_the_truth_table_is_the_packages(rule):
    lines, cases = [*itertools.product(OUTCOMES, (True, False))], []
    for size in (1, 2, 3, 4):
        some = itertools.combinations_with_replacement(lines, size)
        cases += itertools.product(some, STRENGTHS)
    found = rule.evaluate(
        """(cases) => cases.map(([lines, strength]) =>
        rule.judge(lines.map(([outcome, firm]) => ({ outcome, firm })), strength))""",
        cases,
    )
    made = [([Judged(None, outcome, firm=firm) for outcome, firm in o], s) for o, s in cases]
    assert found == [judge(lines, strength=s).kind for lines, s in made]


def lines_of(parts) -> list[dict]:
    """How lines came out, as the script tells it."""
    return [{key: part[key] for key in ("outcome", "firm", "beyond")} for part in parts]


def test_every_verdict_is_the_packages(rule, claims):
    found = rule.evaluate(JUDGED, 0)
    assert len(found) == len(claims) > 100
    for one, (lines, kind) in zip(claims, found, strict=True):
        assert lines == lines_of(one["contrasts"]), one["claim"]
        assert kind == one["kind"], one["claim"]
    parts = [part for one in claims for part in one["contrasts"]]
    assert {part["beyond"] for part in parts} == {"", "holds", "fails", "open"}
    assert {part["firm"] for part in parts if part["outcome"] == "holds"} == {True, False}


def test_the_seeds_of_a_line_have_its_estimate_for_their_mean(claims):
    parts = [part for one in claims for part in one["contrasts"] if "seeds" in part]
    assert len(parts) > 100
    for part in parts:
        assert len(part["seeds"]) == part["df"] + 1
        assert np.mean(part["seeds"]) == pytest.approx(part["value"], abs=1e-5)


def estimate_of(part) -> Estimate:
    return Estimate(part["value"], part["se"], part["df"], part["pairs"])


@pytest.mark.parametrize("shift", [-10.0, -2.0, -0.5, 1.0, 5.0])
def test_at_other_margins_too(rule, claims, shift):
    found = rule.evaluate(JUDGED, shift)
    changed = 0
    for one, (lines, kind) in zip(claims, found, strict=True):
        measured = []
        for i, part in enumerate(one["contrasts"]):
            margin = part["margin"] + shift / part["times"]
            margin = max(1e-9, margin) if part["kind"] == "equivalent" else margin
            line = Judged(Contrast(("a", str(i)), ("b", str(i)), margin, part["kind"]))
            if "value" in part:
                beside = tuple(map(estimate_of, part["beside"]))
                own = {"estimate": estimate_of(part), "tested": part["able"], "beside": beside}
                line = replace(line, **own)
            measured.append(line)
        wanted = settle(measured)
        told = [(line.outcome, line.firm) for line in wanted]
        assert [(line["outcome"], line["firm"]) for line in lines] == told, one["claim"]
        assert kind == judge(wanted, one["tier"], one["strength"]).kind
        changed += kind != one["kind"]
    assert changed > 0


def test_settings_that_are_as_good_and_our_own_margins_are_judged_alike(rule):
    """Lines with further estimates: what is open because of them, firm or not, beyond or not."""
    draw = np.random.default_rng(2)
    for _ in range(40):
        measured, lines = [], []
        for i in range(4):
            kind = "equivalent" if i == 3 else "greater"
            contrast = Contrast(("a", str(i)), ("b", str(i)), 1.0, kind)
            made = [Estimate(float(draw.normal(1, 3)), 0.8, 4, 0.5) for _ in range(3)]
            beside = tuple(made[1:] if i % 2 else ())
            measured.append(Judged(contrast, estimate=made[0], tested=True, beside=beside))
            first, *others = [
                {"value": e.value, "se": e.se, "df": e.df, "pairs": e.se_pairs} for e in made
            ]
            margin, declared = (1.0, 0.0) if i == 3 else (0.0, 1.0)
            own = {"margin": margin, "declared": declared, "kind": kind, "able": True}
            lines.append(first | own | {"beside": others if i % 2 else []})
        wanted = lines_of([vars(line) for line in settle(measured, sign_only=True)])
        assert rule.evaluate("(lines) => rule.settle(lines)", lines) == wanted


@pytest.fixture
def path(tmp_path, script):
    return pieces.lay_out("claims_explorer", tmp_path, claims_of_the_book=script)


@pytest.fixture
def view(opened, path):
    return opened(path)


def shown(view) -> int:
    return int(view.locator(".live-note[role=status]").inner_text().split()[0])


def test_every_verdict_has_a_mark_of_its_own(view):
    marks = view.evaluate(
        """(slugs) => slugs.map((slug) => {
        const badge = document.createElement("span");
        badge.className = `verdict verdict-${slug}`;
        document.body.append(badge);
        return getComputedStyle(badge, "::before").content;
        })""",
        [Verdict(kind).slug for kind in KINDS],
    )
    assert "none" not in marks
    assert len(set(marks)) == len(KINDS)


def test_filters_narrow_the_list(view, claims):
    assert shown(view) == len(claims)
    view.get_by_label("Verdict").select_option("Supported")
    supported = [one for one in claims if one["verdict"] == "Supported"]
    assert shown(view) == len(supported) > 0
    view.get_by_label("Words").fill("no such words")
    assert shown(view) == 0
    view.get_by_label("Words").fill(supported[0]["claim"][:30].upper())
    assert view.locator(".claims-one").first.inner_text().count(supported[0]["claim"])


def test_the_margin_moves_the_verdict_and_comes_back(view, claims):
    text = "Trained and tested on STS-B, CoSENT ranks pairs better"
    view.get_by_label("Words").fill(text)
    one = view.locator(".claims-one")
    declared = one.locator("summary .verdict").first.inner_text()
    one.locator("summary").first.click()
    now = one.locator("[role=status] .verdict")
    assert now.inner_text() == declared
    one.get_by_label("added to every margin").press("End")
    assert now.inner_text() != declared
    assert one.locator("summary .verdict").first.inner_text() == declared
    one.get_by_role("button", name="Back to the verdict above").click()
    assert now.inner_text() == declared
    (own,) = [c for c in claims if c["claim"].startswith(text)]
    assert one.locator(".claims-list .play-svg").count() == len(own["contrasts"])
    assert one.get_by_text(own["commands"][0]).is_visible()
    one.get_by_text("The records behind it").first.click()
    for record in own["contrasts"][0]["records"][0]:
        assert one.get_by_text(record, exact=True).first.is_visible()


def test_all_claims_open_on_a_phone(opened, path):
    pieces.stands_still(opened, path)
    view = opened(path, **pieces.PHONE)
    while view.get_by_role("button", name="Show more").is_visible():
        view.get_by_role("button", name="Show more").click()
    view.evaluate("() => document.querySelectorAll('details').forEach(d => { d.open = true; })")
    drawn = "() => [...document.querySelectorAll('.claims-one')].every(d => d.children.length > 1)"
    view.wait_for_function(drawn, timeout=120_000)  # beside other tests a slow machine needs it
    assert not pieces.sticks_out(view)
