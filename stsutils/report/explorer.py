"""Every verdict with the numbers that it follows from, for the pages that live without a kernel.

A page's script applies the rule of `stsutils.report.settling` to them again, at any margin.
"""

import json
from collections.abc import Iterator

from stsutils.experiments import Experiment, Tuned, command, load, parts_of
from stsutils.experiments.common.sets import SETS
from stsutils.ledger import Ledger
from stsutils.report.conditions import short
from stsutils.report.measured import records_of
from stsutils.report.settling import Judged
from stsutils.report.verdicts import ClaimVerdict, every_verdict

#: Enough of a record's id to name it (`stsutils ledger show`).
SHOWN = 8


def explorer(ledger: Ledger | None = None) -> list[dict]:
    """Every claim that the lab or the paper tier judges, as plain numbers and words.

    At the paper tier only those that somebody has run: all others are the lab's claims once more.
    """
    ledger = ledger or Ledger()
    return [
        _claim(one, home, tier, ledger)
        for tier in ("lab", "paper")
        for home, one in every_verdict(tier, ledger)
        if tier == "lab" or one.verdict.kind != "not run"
    ]


def script(ledger: Ledger | None = None) -> str:
    """The same as a classic script, which a page opened from disk may load."""
    # Infinity and NaN are numbers to a script; "</" would end the element that the script stands in
    text = json.dumps(explorer(ledger), ensure_ascii=False, separators=(",", ":"))
    return "window.claimsOfTheBook = " + text.replace("</", "<\\/") + ";\n"


def _claim(one: ClaimVerdict, home: Experiment, tier: str, ledger: Ledger) -> dict:
    claim, verdict = one.claim, one.verdict
    tables = [load(part.contrast.table) if part.contrast.table else home for part in one.contrasts]
    pairs = list(zip(one.contrasts, tables, strict=True))
    second = load("second-look")
    made_by = [*tables, second] if claim.again and second.at(tier) else tables
    cells = [table.at(tier)[n] for part, table in pairs for n in (part.contrast.a, part.contrast.b)]
    return {
        "claim": claim.text,
        "source": claim.source,
        "quote": claim.quote,
        "document": claim.document,
        "strength": claim.strength,
        "table": home.title,
        "tier": tier,
        "conditions": one.conditions,
        "verdict": verdict.text,
        "slug": verdict.slug,
        "kind": verdict.kind,
        "level": one.level,
        "why": claim.reason(verdict.kind) if tier == "lab" else "",
        "commands": list(dict.fromkeys(command(table, tier) for table in made_by)),
        "encoders": sorted({e for cell in cells for e in _encoders(cell)}),
        "sets": sorted({s for cell in cells for s in _sets(cell)}),
        "contrasts": [_contrast(part, table, tier, ledger) for part, table in pairs],
    }


def _contrast(part: Judged, table: Experiment, tier: str, ledger: Ledger) -> dict:
    contrast, e = part.contrast, part.estimate
    out = {
        "a": part.where + " / ".join(contrast.a),
        "b": " / ".join(contrast.b),
        "margin": contrast.margin,
        "kind": contrast.kind,
        "times": part.times,
        "outcome": part.outcome,
    }
    if e is None:
        return out
    able = {"not testable here": False, "not run": None}.get(part.outcome, True)
    numbers = {"value": e.value, "se": e.se, "pairs": e.se_pairs, "df": e.df, "able": able}
    cells = [table.at(tier)[name] for name in (contrast.a, contrast.b)]
    records = [_records(cell, max(table.seeds, e.seeds), ledger) for cell in cells]
    return out | numbers | {"records": records, "tested": _tested(cells[0], table.seeds, ledger)}


def _records(cell, seeds: int, ledger: Ledger) -> list[str]:
    """The ids of the records behind a cell."""
    parts = [records_of(part, seeds, ledger) for part in parts_of(cell)]
    ids = (record.run.id[:SHOWN] for part in parts for record in part.values())
    return list(dict.fromkeys(ids))


def _tested(cell, seeds: int, ledger: Ledger) -> int:
    """How many test pairs a cell's number is about; 0 where its records keep no predictions."""
    kept = [
        record.tested.get(part.metric, 0)
        for part in parts_of(cell)
        for record in list(records_of(part, seeds, ledger).values())[:1]
    ]
    return kept[0] if len(kept) == 1 else 0


def _settings(cell) -> Iterator[tuple[dict, str]]:
    for part in parts_of(cell):
        for settings in part.candidates[:1] if isinstance(part, Tuned) else (part.settings,):
            yield settings, part.metric


def _encoders(cell) -> set[str]:
    return {short(s["encoder"]) for s, _ in _settings(cell) if isinstance(s.get("encoder"), str)}


def _sets(cell) -> set[str]:
    """The test sets that a cell's numbers are about, by the names that tables give them."""
    shown = reversed(SETS.items())  # a set's own title stands before those of its variants
    titles = {name: title for title, one in shown for name in (one.name, one.local or one.name)}
    keys = {metric.partition(":")[0] for _, metric in _settings(cell) if ":" in metric}
    return {titles.get(key, key.upper() if key.startswith("sts") else key) for key in keys}
