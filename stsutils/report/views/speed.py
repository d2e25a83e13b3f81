"""Speed: what the records of `make bench` say, beside the goals."""

from collections.abc import Mapping

from stsutils.errors import UserError
from stsutils.ledger import Ledger, Record
from stsutils.report.markup import DASH, Html, build_table, sign
from stsutils.report.views.goals import GOALS, PARTS, RECIPE, Goal, judge, skip_reason

COMMAND = "make bench"
SIGNS = {"aim met": "agrees", "met": "agrees", "must met": "partly", "missed": "contradicted"}
PRECISIONS = ("float32", "bfloat16")
VERSIONS = ("python", "torch", "transformers", "sentence-transformers", "numpy", "scipy")


def records(ledger: Ledger | None = None) -> list[Record]:
    """The records of `make bench`: of each part and machine the one with the most rounds."""
    best: dict[tuple, Record] = {}
    for record in (ledger or Ledger()).records(RECIPE):
        settings = record.run.settings
        if settings["part"] not in PARTS:  # of another version of the bench
            continue
        key = settings["processor"], settings["part"]
        if key not in best or best[key].run.settings["rounds"] < settings["rounds"]:
            best[key] = record
    order = list(PARTS)
    return sorted(best.values(), key=lambda r: (order.index(r.run.settings["part"]), _machine(r)))


def goals_table(ledger: Ledger | None = None) -> Html:
    """Every goal beside what was measured, with the command below while something is missing."""
    found, rows, missing = records(ledger), [], False
    letters = _letters(found)
    for goal in GOALS:
        head = (goal.text, _limit(goal, goal.must), _limit(goal, goal.aim))
        own = [r for r in found if goal.meant_for(r.run.settings["part"], _machine(r))]
        for record in own:
            verdict = judge(goal, record.curve)
            missing |= verdict == "not run"
            line = next((x for x in record.curve if x["name"] == goal.line), {})
            sign = _badge(verdict, skip_reason(goal, record.curve))
            rows.append((*head, *_figures(line), letters[_machine(record)], sign))
        if not own:
            missing = True
            rows.append((*head, DASH, DASH, DASH, _badge("not run")))
    columns = ("goal", "must", "aim", "measured (min – max)", "of the peak", "on", "verdict")
    return _table("The goals, and what was measured", columns, rows, missing)


def gains(*parts: str, only: str = "", ledger: Ledger | None = None) -> Html:
    """All lines of these parts of the bench; with `only`, those whose name holds that text."""
    for part in parts:
        if part not in PARTS:
            raise UserError(f"the bench has no part {part!r}; it has {', '.join(PARTS)}")
    found = records(ledger)
    letters, rows, missing = _letters(found), [], False
    for part in parts:
        own = [r for r in found if r.run.settings["part"] == part]
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


def machines(ledger: Ledger | None = None) -> Html:
    """The machines of the records: their peaks, and what ran on them."""
    found, rows = records(ledger), []
    for machine, letter in _letters(found).items():
        own = [r for r in found if _machine(r) == machine]
        lines = {line["name"]: line for r in own for line in r.curve}
        peaks = [_figures(lines.get(f"matrix product, {p}", {}))[0] for p in PRECISIONS]
        rounds = sorted({r.run.settings["rounds"] for r in own})
        known: dict = {}
        for record in own:
            known |= record.provenance.get("versions", {})
        versions = ", ".join(f"{n} {known[n]}" for n in VERSIONS if n in known)
        dates = sorted({r.provenance.get("date", DASH) for r in own})
        shown = " – ".join(dict.fromkeys((dates[0], dates[-1])))
        rounds = ", ".join(map(str, rounds))
        rows.append((letter, machine, *peaks, rounds, versions, shown))
    if not rows:
        rows = [(DASH, "not run", *[DASH] * 5)]
    peaks = [f"peak, {p}" for p in PRECISIONS]
    columns = ("machine", "processor", *peaks, "rounds", "versions", "date")
    return _table("Where it was measured", columns, rows, not found)


def _machine(record: Record) -> str:
    return record.run.settings["processor"]


def _letters(found: list[Record]) -> dict[str, str]:
    """Each machine's letter, in the order of its first part."""
    return {m: chr(ord("A") + i) for i, m in enumerate(dict.fromkeys(map(_machine, found)))}


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
    slug = SIGNS.get(verdict, "contradicted" if verdict == "not equal" else "not-run")
    return sign(verdict, slug, note)


def _table(caption: str, columns: tuple, rows: list[tuple], missing: bool) -> Html:
    below = f"<p>What is not run is measured by: <code>{COMMAND}</code></p>" if missing else ""
    return build_table(caption, columns, rows, below)
