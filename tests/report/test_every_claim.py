"""All claims as counts by document, and folded by experiment."""

import re

import pandas as pd

from stsutils import claims, experiments
from stsutils.report.verdicts import COLUMNS
from stsutils.report.views import every_claim


def judged(*rows):
    """A table of claims of these documents and kinds."""
    frame = pd.DataFrame("", index=range(len(rows)), columns=list(COLUMNS))
    frame["document"], frame["kind"] = zip(*rows, strict=True)
    return frame.assign(verdict=frame.kind.str.title(), experiment=experiments.names()[0])


def test_counts_of_the_documents_add_up_and_ours_stand_apart(monkeypatch):
    *theirs, ours = dict.fromkeys(one.document for one in claims.all_claims().values())
    rows = [(theirs[0], "open"), (theirs[0], "open"), (theirs[1], "open"), (ours, "open")]
    monkeypatch.setattr(every_claim, "all_claims", lambda _: judged(*rows))
    page = every_claim.html_counts()
    line = next(line for line in page.split("<tr>") if "Open" in line)
    numbers = [int(n) for n in re.findall(r"<td[^>]*>\s*(\d+)\s*</td>", line)]
    assert numbers == [2, 1, *[0] * (len(theirs) - 2), 3, 1]
    assert len(numbers) == len(theirs) + 2


def test_each_experiment_with_claims_has_a_fold_with_its_commands(monkeypatch):
    monkeypatch.setattr(every_claim, "all_claims", lambda _: judged(("", "open"), ("", "open")))
    monkeypatch.setattr(every_claim, "html_verdicts", lambda home, tier: f"[{home.name} {tier}]")
    page = every_claim.html_by_experiment()
    homes = [one for one in map(experiments.load, experiments.names()) if one.claims]
    assert page.count("<details") == len(homes)
    assert all(f"[{one.name} lab]" in page for one in homes if one.at("lab"))
    assert "stsutils run" in page
