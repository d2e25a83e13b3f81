"""Every verdict with the numbers that it follows from, for the pages that live without a kernel.

A page's script applies the rule of `stsutils.report.settling` to them again, at any margin.
"""

import functools
import json
import math
import re

from stsutils.checkout import find_in_checkout
from stsutils.experiments import Experiment, command, load, parts_of
from stsutils.experiments.common.sets import SETS
from stsutils.report.conditions import settings_of, short
from stsutils.report.measured import measuring, pairs_behind, records_of
from stsutils.report.settling import Judged
from stsutils.report.verdicts import ClaimVerdict, every_verdict
from stsutils.statistics import Estimate

#: Enough of a record's id to name it (`stsutils ledger show`).
SHOWN = 8
#: What the pages tell of a line as it was judged (`stsutils.report.settling.Judged`).
KEPT = ("outcome", "firm", "beyond", "declared", "pending", "without")


def explorer() -> list[dict]:
    """Every claim that the lab or the paper tier judges, as plain numbers and words.

    At the paper tier only those that somebody has run: all others are the lab's claims once more.
    """
    return [
        _claim(one, home, tier)
        for tier in ("lab", "paper")
        for home, one in every_verdict(tier)
        if tier == "lab" or one.verdict.kind != "not run"
    ]


def script() -> str:
    """The same as a classic script, which a page opened from disk may load."""
    # Infinity and NaN are numbers to a script; "</" would end the element that the script stands in
    text = json.dumps(explorer(), ensure_ascii=False, separators=(",", ":"))
    return "window.claimsOfTheBook = " + text.replace("</", "<\\/") + ";\n"


@functools.cache
def evidence_pages() -> dict[str, str]:
    """Table → the evidence page that shows its claims: the name of a file in ``book/evidence``."""
    return {
        table: path.stem
        for path in sorted(find_in_checkout("book/evidence").glob("*.md"))
        for table in re.findall(r'html_verdicts\("([^"]+)"', path.read_text(encoding="utf-8"))
    }


def _claim(one: ClaimVerdict, home: Experiment, tier: str) -> dict:
    claim, verdict = one.claim, one.verdict
    tables = [load(part.contrast.table or home) for part in one.contrasts]
    pairs = [
        [table.at(tier)[name] for name in (part.contrast.a, part.contrast.b)]
        for part, table in zip(one.contrasts, tables, strict=True)
    ]
    second = load("second-look")
    made_by = [*tables, second] if claim.again and second.at(tier) else tables
    parts = [part for pair in pairs for cell in pair for part in parts_of(cell)]
    settings = [settings_of(part)[0] for part in parts]  # of several candidates those of the first
    return {
        "id": claim.id,
        "claim": claim.text,
        **{key: getattr(claim, key) for key in ("source", "quote", "document", "strength")},
        "table": home.title,
        "tier": tier,
        "conditions": one.conditions,
        "verdict": verdict.text,
        **{key: getattr(verdict, key) for key in ("slug", "kind")},
        "why": claim.why if tier == "lab" else "",
        "commands": list(dict.fromkeys(command(table, tier) for table in made_by)),
        "encoders": sorted({short(s["encoder"]) for s in settings if s.get("encoder")}),
        "sets": sorted({_title(part.metric) for part in parts if ":" in part.metric}),
        "contrasts": [
            _contrast(part, pair, table.seeds)
            for part, pair, table in zip(one.contrasts, pairs, tables, strict=True)
        ],
    }


def _contrast(part: Judged, pair: list, seeds: int) -> dict:
    contrast, e = part.contrast, part.estimate
    out = {
        "a": part.where + " / ".join(contrast.a),
        "b": " / ".join(contrast.b),
        "margin": contrast.margin,
        "kind": contrast.kind,
        "times": part.times,
        **{key: getattr(part, key) for key in KEPT},
    }
    if e is None:
        return out
    return out | {
        **_numbers(e),
        **_seeds(pair, e),
        "beside": list(map(_numbers, part.beside)),
        "able": part.tested,
        "records": [_records(cell, max(seeds, e.seeds)) for cell in pair],
        "tested": pairs_behind(pair[0], seeds),
    }


def _numbers(e: Estimate) -> dict:
    return {"value": e.value, "se": e.se, "pairs": e.se_pairs, "df": e.df}


def _seeds(pair: list, e: Estimate) -> dict:
    """The differences by seed; nothing where the estimate is of other sets or without chance."""
    a, b = map(measuring(e.seeds), pair)
    if a.fixed and b.fixed:
        return {}
    found = [a.values[seed] - b.values[seed] for seed in sorted(a.values.keys() & b.values.keys())]
    whole = len(found) == e.seeds and math.isclose(sum(found) / len(found), e.value, abs_tol=1e-9)
    return {"seeds": [round(value, 5) for value in found]} if whole else {}


def _records(cell, seeds: int) -> list[str]:
    """The ids of the records behind a cell."""
    parts = [records_of(part, seeds) for part in parts_of(cell)]
    ids = (record.run.id[:SHOWN] for part in parts for record in part.values())
    return list(dict.fromkeys(ids))


def _title(metric: str) -> str:
    """The test set that a metric is about, by the name that tables give it."""
    shown = reversed(SETS.items())  # a set's own title stands before those of its variants
    titles = {name: title for title, one in shown for name in (one.name, one.local or one.name)}
    key = metric.partition(":")[0]
    return titles.get(key, key.upper() if key.startswith("sts") else key)
