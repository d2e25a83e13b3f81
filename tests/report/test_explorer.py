"""The numbers behind the verdicts, as the live pages get them."""

import json

from stsutils.experiments import load
from stsutils.report import explorer


def test_the_script_is_one_assignment_that_no_text_can_leave(monkeypatch):
    claim = {"claim": "</script><b>", "se": float("inf"), "value": float("nan")}
    monkeypatch.setattr(explorer, "explorer", lambda: [claim])
    script = explorer.script()
    assert "</" not in script
    start, end = "window.claimsOfTheBook = ", ";\n"
    assert script.startswith(start)
    assert script.endswith(end)
    found = json.loads(script.removeprefix(start).removesuffix(end))
    assert found[0]["claim"] == claim["claim"]
    assert found[0]["se"] == claim["se"]


def test_a_set_s_test_pairs_are_counted_whatever_records_keep_of_them():
    table = load("supervised")
    for column, pairs in {"PAWS": 8_000, "STS-B": 1_379}.items():
        cell = table.at("lab")["CoSENT", column]
        assert explorer._tested(cell, table.seeds) == pairs
