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


def records() -> list[tuple[str, Record]]:
    """The records of `make bench`, of each part and machine the one with the most rounds.

    Each stands behind its machine's letter, in the order of the parts.
    """
    best: dict[tuple, Record] = {}
    for record in Ledger().records(RECIPE):
        settings = record.run.settings
        if settings["part"] in PARTS:  # else it is of another version of the bench
            key = list(PARTS).index(settings["part"]), settings["processor"]
            best[key] = max(best.get(key, record), record, key=lambda r: r.run.settings["rounds"])
    found = [best[key] for key in sorted(best)]
    known = list(dict.fromkeys(map(_machine, found)))
    return [(chr(ord("A") + known.index(_machine(record))), record) for record in found]


def goals_table() -> Html:
    """Every goal beside what was measured, with the command below while something is missing."""
    measured, rows = records(), []
    for goal in GOALS:
        head = (goal.text, _limit(goal, goal.must), _limit(goal, goal.aim))
        own = [(at, r) for at, r in measured if goal.meant_for(r.run.settings["part"], _machine(r))]
        for letter, record in own:
            line = next((x for x in record.curve if x["name"] == goal.line), {})
            badge = _badge(judge(goal, record.curve), skip_reason(goal, record.curve))
            rows.append((*head, *_figures(line), letter, badge))
        rows += [(*head, DASH, DASH, DASH, _badge("not run"))] * (not own)
    columns = ("goal", "must", "aim", "measured (min – max)", "of the peak", "on", "verdict")
    return _table("The goals, and what was measured", columns, rows)


def gains(*parts: str, only: str = "") -> Html:
    """All lines of these parts of the bench; with `only`, those whose name holds that text."""
    measured, rows = records(), []
    for part in parts:
        if part not in PARTS:
            raise UserError(f"the bench has no part {part!r}; it has {', '.join(PARTS)}")
        own = [one for one in measured if one[1].run.settings["part"] == part]
        lines = [(at, line) for at, r in own for line in r.curve if only in line["name"]]
        rows += [(line["name"], *_figures(line), letter) for letter, line in lines]
        rows += [(PARTS[part], "not run", DASH, DASH)] * (not own)
    columns = ("what", "measured (min – max)", "of the peak", "on")
    return _table("Recorded: how many times as fast, or a number", columns, rows)


def machines() -> Html:
    """The machines of the records: their peaks, and what ran on them."""
    rows, by_machine = [], {}
    for letter, record in records():
        by_machine.setdefault((letter, _machine(record)), []).append(record)
    for machine, own in by_machine.items():
        lines = {line["name"]: line for record in own for line in record.curve}
        peaks = [_figures(lines.get(f"matrix product, {p}", {}))[0] for p in PRECISIONS]
        rounds = ", ".join(map(str, sorted({record.run.settings["rounds"] for record in own})))
        known = {k: v for record in own for k, v in record.provenance.get("versions", {}).items()}
        versions = ", ".join(f"{name} {known[name]}" for name in VERSIONS if name in known)
        dates = sorted({record.provenance.get("date", DASH) for record in own})
        days = " – ".join(dict.fromkeys((dates[0], dates[-1])))
        rows.append((*machine, *peaks, rounds, versions, days))
    heads = ("machine", "processor", *(f"peak, {p}" for p in PRECISIONS))
    heads += ("rounds", "versions", "date")
    return _table("Where it was measured", heads, rows or [(DASH, "not run", *[DASH] * 5)])


def _machine(record: Record) -> str:
    return record.run.settings["processor"]


def _limit(goal: Goal, value: float | None) -> str:
    if value is None:
        return DASH
    if goal.figure == "value":
        return f"≤ {value:g} {goal.unit}"
    return f"{value:.0%}" if goal.figure == "share" else f"{value:.2g} ×"


def _figures(line: Mapping) -> tuple[str, str]:
    """A line's number with its spread, and its share of the peak, as text; or why it has none."""
    if note := line.get("skipped"):
        return f"skipped: {note}", DASH
    share = f"{line['share']:.0%}" if line.get("share") is not None else DASH
    if line.get("ratio") is not None:
        spread = f"({line['ratio_min']:.2f} – {line['ratio_max']:.2f})"
        return f"{line['ratio']:.2f} × {spread}", share
    value = line.get("value")
    return (DASH if value is None else f"{value:.4g} {line['unit']}"), share


def _badge(verdict: str, note: str = "") -> Html:
    return sign(verdict, SIGNS.get(verdict, "not-run"), note)


def _table(caption: str, columns: tuple, rows: list[tuple]) -> Html:
    missing = any(cell in ("not run", _badge("not run")) for row in rows for cell in row)
    below = f"<p>What is not run is measured by: <code>{COMMAND}</code></p>" if missing else ""
    return build_table(caption, columns, rows, below)
