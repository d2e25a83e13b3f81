"""The goals and tables of `make bench`, from records that are made up here."""

import math
import re

import pytest

from stsutils.ledger import Result, Run
from stsutils.report.views import speed
from stsutils.report.views.goals import GOALS, PARTS, Goal, judge, skip_reason

FASTER = Goal("encoding", "encode", "encode x, float32", 1.3, 1.4)
SMALLER = Goal("memory", "memory", "step", 2000.0, 1300.0, figure="value", unit="MB")
PROVEN = Goal("a", "encode", "x", 1.3, proof={"line": "x: apart", "limit": 1e-6})
ALIKE = Goal("a", "encode", "x", 1.3, 1.4, proof={"line": "alike", "limit": 0.99, "at_least": True})


def ratio(name, value, **more):
    ends = {"ratio_min": value - 0.1, "ratio_max": value + 0.1}
    return {"name": name, "ratio": value, **ends, **more}


def record(ledger, part, lines, processor="CPU <one>", rounds=5):
    settings = {"part": part, "processor": processor, "threads": 1, "rounds": rounds}
    provenance = {"versions": {"python": "3.12.1", "torch": "2.13"}, "date": "2026-01-02"}
    ledger.write(Run("bench-1", 0, settings), Result({"any": 1.0}, curve=lines), provenance)


@pytest.mark.parametrize(
    ("goal", "lines", "verdict"),
    [
        (FASTER, [ratio(FASTER.line, 1.4)], "aim met"),
        (FASTER, [ratio(FASTER.line, 1.39)], "must met"),
        (FASTER, [ratio(FASTER.line, 1.29)], "missed"),
        (FASTER, [], "not run"),
        (FASTER, [{"name": "encode x", "skipped": "no such encoder"}], "skipped"),
        (FASTER, [{"name": "encode y", "skipped": "no such encoder"}], "not run"),
        (SMALLER, [{"name": "step", "value": 1300.0, "unit": "MB"}], "aim met"),
        (SMALLER, [{"name": "step", "value": 1301.0, "unit": "MB"}], "must met"),
        (SMALLER, [{"name": "step", "value": 2001.0, "unit": "MB"}], "missed"),
        (SMALLER, [{"name": "step", "value": math.nan, "unit": "MB"}], "not measured"),
        (SMALLER, [{"name": "step", "value": None, "unit": "MB"}], "not measured"),
        (PROVEN, [ratio("x", 9.0), {"name": "x: apart", "value": 1e-6}], "met"),
        (PROVEN, [ratio("x", 9.0), {"name": "x: apart", "value": 2e-6}], "not equal"),
        (PROVEN, [ratio("x", 1.2), {"name": "x: apart", "value": 0.0}], "missed"),
        (PROVEN, [ratio("x", 9.0)], "not measured"),
        (ALIKE, [ratio("x", 9.0), {"name": "alike", "value": 0.98}], "not equal"),
        (ALIKE, [ratio("x", 1.3), {"name": "alike", "value": 0.999}], "must met"),
    ],
)
def test_a_goal_is_judged(goal, lines, verdict):
    assert judge(goal, lines) == verdict


@pytest.mark.parametrize("goal", GOALS, ids=lambda g: g.text)
def test_the_goals_make_sense(goal):
    assert goal.part in PARTS
    if goal.aim is not None:  # an aim is harder than what must be
        assert goal.aim > goal.must if goal.figure != "value" else goal.aim < goal.must
    assert bool(goal.unit) == (goal.figure == "value")


def test_without_records_the_tables_say_what_to_run(ledger):
    for table in (speed.goals_table(), speed.gains("ranks")):
        assert "not run" in table
        assert "<code>make bench</code>" in table
    assert speed.goals_table().count("verdict-not-run") == len(GOALS)
    assert "not run" in speed.machines()


def test_a_goal_stands_beside_its_measurement(ledger):
    first = next(goal for goal in GOALS if goal.part == "train")
    proof = {"name": first.proof["line"], "value": 0.0, "unit": "nats"}
    record(ledger, "train", [ratio(first.line, first.aim, share=0.52), proof])
    rows = re.findall(r"<tr>.*?</tr>", speed.goals_table())
    (row,) = (row for row in rows if first.text in row)
    assert f"{first.aim:.2f} × ({first.aim - 0.1:.2f} – {first.aim + 0.1:.2f})" in row
    assert "<td>52%</td><td>A</td>" in row
    assert "aim met" in row
    assert sum("not run" in row for row in rows) == len(GOALS) - 1


def test_skipped_lines_say_why(ledger):
    assert skip_reason(FASTER, [{"name": "encode x", "skipped": "too slow"}]) == "too slow"
    assert skip_reason(FASTER, [ratio(FASTER.line, 2.0)]) == ""
    record(ledger, "encode", [{"name": "encode minilm", "skipped": "not <installed>"}])
    assert 'title="not &lt;installed&gt;">skipped</strong>' in speed.goals_table()
    assert "skipped: not &lt;installed&gt;" in speed.gains("encode")


def test_a_part_of_an_older_bench_is_passed_over_and_an_unknown_one_refused(ledger, refused):
    record(ledger, "gone", [ratio("x", 1.0)])
    assert speed.records() == []
    refused("no part 'speed'", speed.gains, "speed")


def test_two_machines_stand_apart_and_more_rounds_win(ledger):
    (goal,) = (goal for goal in GOALS if goal.part == "help")
    for processor, rounds, seconds in [("CPU <one>", 2, 9), ("CPU <one>", 5, 0.1), ("two", 5, 0.6)]:
        lines = [{"name": goal.line, "value": seconds, "unit": "s"}]
        record(ledger, "help", lines, processor, rounds)
    rows = re.findall(r"<tr>.*?</tr>", speed.goals_table())
    mine = [row for row in rows if goal.text in row]
    assert len(mine) == 2
    assert all(words in mine[0] for words in ("0.1 s", "<td>A</td>", "aim met"))
    assert all(words in mine[1] for words in ("<td>B</td>", "missed"))
    shown = speed.machines()
    assert "CPU &lt;one&gt;" in shown
    assert "<one>" not in shown
    assert "python 3.12.1, torch 2.13" in shown


def test_the_peaks_are_shown_with_the_machine(ledger):
    peaks = [{"name": "matrix product, float32", "value": 91.25, "unit": "GFLOP/s"}]
    record(ledger, "train", peaks)
    record(ledger, "help", [{"name": "stsutils --help", "value": math.nan, "unit": "s"}])
    assert "<td>91.25 GFLOP/s</td><td>–</td>" in speed.machines()
    assert "not measured" in speed.goals_table()


def test_a_part_shows_its_lines_or_some(ledger):
    record(ledger, "encode", [ratio("encode a, float32", 1.5), ratio("encode a, bfloat16", 2.5)])
    assert speed.gains("encode").count("<tr>") == 3
    some = speed.gains("encode", only="bfloat16")
    assert "2.50 × (2.40 – 2.60)" in some
    assert "float32" not in some
    assert "make bench" not in some


def test_a_goal_for_one_processor_is_judged_there_only(ledger):
    (goal,) = (goal for goal in GOALS if goal.only_on)
    for processor in ("a card", f"NVIDIA {goal.only_on} NVL"):
        record(ledger, goal.part, [ratio(goal.line, 2.0, share=goal.must)], processor)
        assert ("must met" in speed.goals_table()) == (goal.only_on in processor)
