"""All claims: squares by verdict, how many of each by document, and each experiment's, folded."""

from collections import Counter

from stsutils import claims
from stsutils.experiments import command, load, names
from stsutils.report.explorer import evidence_pages
from stsutils.report.markup import Html, build_table, rendered
from stsutils.report.verdicts import badge, every_verdict, html_verdicts


def html_squares() -> Html:
    """A row a document, a square a claim: its mark and colour tell the verdict, its title the rest.

    A square leads to the claim on its page of evidence.

    The key counts the verdicts over the five documents. What stands beside them is left out.
    """
    rows: dict[str, list] = {}
    for _, one in every_verdict("lab"):
        if not one.claim.ours:
            rows.setdefault(one.claim.document, []).append(one)
    order = claims.KINDS.index
    for own in rows.values():
        own.sort(key=lambda one: order(one.verdict.kind))
    counts = Counter(one.verdict.kind for own in rows.values() for one in own)
    key = [(kind, kind.replace(" ", "-"), counts[kind]) for kind in claims.KINDS if counts[kind]]
    pages, number = evidence_pages(), counts.total()
    return rendered("squares.html", rows=rows, key=key, number=number, pages=pages)


def html_counts() -> Html:
    """How many claims of each document came out so; last, what stands beside the five documents."""
    counts = Counter((one.verdict.kind, one.claim.document) for _, one in every_verdict("lab"))
    five = dict.fromkeys(one.document for one in claims.all_claims().values() if not one.ours)
    rows = []
    for kind in claims.KINDS:
        own, beside = ([counts[kind, name] for name in names] for names in (five, claims.BESIDE))
        rows.append((badge(claims.Verdict(kind)), *map(str, (*own, sum(own), *beside))))
    heads = ("verdict", *five, "all five", *claims.BESIDE)
    return build_table("Claims by verdict and document", heads, rows)


def html_by_experiment() -> Html:
    """A fold for each experiment that has claims: by tier its command and its verdicts."""
    counts = Counter((home.name, one.verdict.text.lower()) for home, one in every_verdict("lab"))
    folds = []
    for experiment in map(load, names()):
        if not experiment.claims:
            continue
        found = [f"{n} {kind}" for (one, kind), n in counts.most_common() if one == experiment.name]
        tiers = [tier for tier in ("lab", "paper", "demo") if experiment.at(tier)]
        shown = [(at, command(experiment, at), html_verdicts(experiment, at)) for at in tiers]
        folds.append((experiment, ", ".join(found), shown))
    return rendered("experiments.html", folds=folds)
