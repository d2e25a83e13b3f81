"""All claims: counts by document, folded by experiment, as a picture, and for the live pages."""

import json
import re
from types import SimpleNamespace

from stsutils import claims, experiments, report
from stsutils.report import explorer
from stsutils.report.measured import pairs_behind
from stsutils.report.views import every_claim, forest

LINE = '<tr class="sts-forest-'


def judged(*rows):
    """Verdicts of claims of these documents, which came out so."""
    home = experiments.load(experiments.names()[0])
    for document, kind in rows:
        verdict, claim = claims.Verdict(kind), SimpleNamespace(document=document)
        yield home, SimpleNamespace(verdict=verdict, claim=claim)


def test_counts_of_the_documents_add_up_and_ours_stand_apart(monkeypatch):
    *theirs, library, ours = dict.fromkeys(c.document for c in claims.all_claims().values())
    rows = [(one, "open") for one in (theirs[0], theirs[0], theirs[1], library, library, ours)]
    monkeypatch.setattr(every_claim, "every_verdict", lambda _: judged(*rows))
    page = every_claim.html_counts()
    line = next(line for line in page.split("<tr>") if "Open" in line)
    numbers = [int(n) for n in re.findall(r"<td[^>]*>\s*(\d+)\s*</td>", line)]
    assert len(theirs) == 5
    assert numbers == [2, 1, 0, 0, 0, 3, 1, 2]


def test_each_experiment_with_claims_has_a_fold_with_its_commands(monkeypatch):
    open_twice = ("", "open"), ("", "open")
    monkeypatch.setattr(every_claim, "every_verdict", lambda _: judged(*open_twice))
    monkeypatch.setattr(every_claim, "html_verdicts", lambda home, tier: f"[{home.name} {tier}]")
    page = every_claim.html_by_experiment()
    homes = [one for one in map(experiments.load, experiments.names()) if one.claims]
    assert page.count("<details") == len(homes)
    assert "· lab: 2 open<" in page
    assert all(f"[{one.name} lab]" in page for one in homes if one.at("lab"))
    assert "stsutils run" in page


def test_each_claim_that_was_run_is_a_line_whose_drawing_has_a_label_and_stays_in_its_frame():
    page = forest.html_forest()
    ours = [one.claim.ours for _, one in report.every_verdict() if one.verdict.kind != "not run"]
    assert page.count(LINE) == ours.count(False)
    kinds = re.findall(rf'{LINE}([a-z-]+)"', page)
    assert kinds == sorted(kinds, key=list(dict.fromkeys(kinds)).index), "by verdict"
    assert forest.html_forest(ours=True).count(LINE) == ours.count(True)
    assert page.count('role="img" aria-label="') == page.count(LINE)
    for x in re.findall(r'(?:x1|x2|cx)="(-?[\d.]+)"', page):
        assert 0 <= float(x) <= forest.WIDTH


def test_the_axis_is_symmetric_and_grows():
    places = [forest._place(value) for value in (-100, -25, -5, 0, 5, 25, 100)]
    assert places == sorted(places)
    assert places[3] == forest.WIDTH / 2
    assert all(abs(a + b - forest.WIDTH) < 0.2 for a, b in zip(places, places[::-1], strict=True))


def test_findings_are_found_by_slug(refused):
    page = forest.html_findings(["scale-of-one-is-worse", "stsb-cosent-beats-mse"])
    assert page.count(LINE) == 2
    assert page.index("Below that range") < page.index("Trained and tested on STS-B")
    refused("no claim is called 'nothing'", forest.html_findings, ["nothing"])


def test_the_script_is_one_assignment_that_no_text_can_leave(monkeypatch):
    claim = {"claim": "</script><b>", "se": float("inf"), "value": float("nan")}
    monkeypatch.setattr(explorer, "explorer", lambda: [claim])
    script = explorer.script()
    assert "</" not in script
    start, end = "window.claimsOfTheBook = ", ";\n"
    assert script.startswith(start)
    assert script.endswith(end)
    found = json.loads(script.removeprefix(start).removesuffix(end))
    assert (found[0]["claim"], found[0]["se"]) == (claim["claim"], claim["se"])


def test_a_set_s_test_pairs_are_counted_whatever_records_keep_of_them():
    table = experiments.load("supervised")
    for column, pairs in {"PAWS": 8_000, "STS-B": 1_379}.items():
        assert pairs_behind(table.at("lab")["CoSENT", column], table.seeds) == pairs
