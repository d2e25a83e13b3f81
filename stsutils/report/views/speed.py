"""Speed: what the records of `make bench` say, beside the goals."""

from collections.abc import Mapping

from stsutils.errors import UserError
from stsutils.ledger import Ledger, Record
from stsutils.report.markup import DASH, Html, build_table, sign
from stsutils.report.views.goals import GOALS, PARTS, RECIPE, Goal, judge, skip_reason

COMMAND = "make bench"
SIGNS = {"aim met": "agrees", "met": "agrees", "must met": "partly", "missed": "contradicted"}
SIGNS |= {"not equal": "contradicted"}
PRECISIONS = ("float32", "bfloat16")
VERSIONS = ("python", "torch", "transformers", "sentence-transformers", "numpy", "scipy")


def records() -> list[Record]:
    """The records of `make bench`: of each part and machine the one with the most rounds."""
    best: dict[tuple, Record] = {}
    for record in Ledger().records(RECIPE):
        settings = record.run.settings
        key = settings["part"], _machine(record)
        if settings["part"] not in PARTS:  # of another version of the bench
            continue
        if key not in best or best[key].run.settings["rounds"] < settings["rounds"]:
            best[key] = record
    order = list(PARTS)
    return [best[key] for key in sorted(best, key=lambda key: (order.index(key[0]), key[1]))]


def goals_table() -> Html:
    """Every goal beside what was measured, with the command below while something is missing."""
    measured, rows = records(), []
    letters = _letters(measured)
    for goal in GOALS:
        head = (goal.text, _limit(goal, goal.must), _limit(goal, goal.aim))
        own = [r for r in measured if goal.meant_for(r.run.settings["part"], _machine(r))]
        for record in own:
            line = next((x for x in record.curve if x["name"] == goal.line), {})
            badge = _badge(judge(goal, record.curve), skip_reason(goal, record.curve))
            rows.append((*head, *_figures(line), letters[_machine(record)], badge))
        if not own:
            rows.append((*head, DASH, DASH, DASH, _badge("not run")))
    columns = ("goal", "must", "aim", "measured (min – max)", "of the peak", "on", "verdict")
    missing = any(row[-1] == _badge("not run") for row in rows)
    return _table("The goals, and what was measured", columns, rows, missing)


def gains(*parts: str, only: str = "") -> Html:
    """All lines of these parts of the bench; with `only`, those whose name holds that text."""
    measured, rows, missing = records(), [], False
    letters = _letters(measured)
    for part in parts:
        if part not in PARTS:
            raise UserError(f"the bench has no part {part!r}; it has {', '.join(PARTS)}")
        own = [record for record in measured if record.run.settings["part"] == part]
        for record in own:
            for line in record.curve:
                if only in line["name"]:
                    note = line.get("skipped")
                    cells = (f"skipped: {note}", DASH) if note else _figures(line)
                    rows.append((line["name"], *cells, letters[_machine(record)]))
        if not own:
            missing = True
            rows.append((PARTS[part], "not run", DASH, DASH))
    columns = ("what", "measured (min – max)", "of the peak", "on")
    return _table("Recorded: how many times as fast, or a number", columns, rows, missing)


def machines() -> Html:
    """The machines of the records: their peaks, and what ran on them."""
    measured, rows = records(), []
    for machine, letter in _letters(measured).items():
        own = [record for record in measured if _machine(record) == machine]
        lines = {line["name"]: line for record in own for line in record.curve}
        peaks = [_figures(lines.get(f"matrix product, {p}", {}))[0] for p in PRECISIONS]
        rounds = ", ".join(map(str, sorted({record.run.settings["rounds"] for record in own})))
        known: dict = {}
        for record in own:
            known |= record.provenance.get("versions", {})
        versions = ", ".join(f"{name} {known[name]}" for name in VERSIONS if name in known)
        dates = sorted({record.provenance.get("date", DASH) for record in own})
        days = " – ".join(dict.fromkeys((dates[0], dates[-1])))
        rows.append((letter, machine, *peaks, rounds, versions, days))
    heads = ("machine", "processor", *(f"peak, {p}" for p in PRECISIONS))
    heads += ("rounds", "versions", "date")
    waiting = [(DASH, "not run", *[DASH] * 5)]
    return _table("Where it was measured", heads, rows or waiting, not rows)


def _machine(record: Record) -> str:
    return record.run.settings["processor"]


def _letters(measured: list[Record]) -> dict[str, str]:
    """Each machine's letter, in the order of its first part."""
    return {m: chr(ord("A") + i) for i, m in enumerate(dict.fromkeys(map(_machine, measured)))}


def _limit(goal: Goal, value: float | None) -> str:
    if value is None:
        return DASH
    if goal.figure == "value":
        return f"≤ {value:g} {goal.unit}"
    return f"{value:.0%}" if goal.figure == "share" else f"{value:.2g} ×"


def _figures(line: Mapping) -> tuple[str, str]:
    """A line's number with its spread, and its share of the peak, as text."""
    share = f"{line['share']:.0%}" if line.get("share") is not None else DASH
    if line.get("ratio") is not None:
        spread = f"({line['ratio_min']:.2f} – {line['ratio_max']:.2f})"
        return f"{line['ratio']:.2f} × {spread}", share
    value = line.get("value")
    return (DASH if value is None else f"{value:.4g} {line['unit']}"), share


def _badge(verdict: str, note: str = "") -> Html:
    return sign(verdict, SIGNS.get(verdict, "not-run"), note)


def _table(caption: str, columns: tuple, rows: list[tuple], missing: bool) -> Html:
    below = f"<p>What is not run is measured by: <code>{COMMAND}</code></p>" if missing else ""
    return build_table(caption, columns, rows, below)
