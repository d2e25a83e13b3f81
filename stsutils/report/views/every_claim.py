"""The page of all claims: how many of each verdict by document, and each experiment's, folded."""

from stsutils import claims
from stsutils.experiments import command, load, names
from stsutils.report.markup import Html, build_table, rendered
from stsutils.report.verdicts import all_claims, badge, html_verdicts


def html_counts(tier: str = "lab") -> Html:
    """How many claims of each document came out so, our own questions in the last column."""
    judged = all_claims((tier,))
    documents = [*dict.fromkeys(one.document for one in claims.all_claims().values())]
    rows = []
    for kind in claims.KINDS:
        here = judged.document[judged.kind == kind]
        *theirs, ours = [int((here == name).sum()) for name in documents]
        rows.append((badge(claims.Verdict(kind)), *map(str, (*theirs, sum(theirs), ours))))
    heads = ("verdict", *documents[:-1], "all five", documents[-1])
    return build_table("Claims by verdict and document", heads, rows)


def html_by_experiment(tiers: tuple[str, ...] = ("lab", "paper", "demo")) -> Html:
    """A fold for each experiment that has claims: by tier its command and its verdicts."""
    judged, folds = all_claims(("lab",)), []
    for experiment in map(load, names()):
        if not experiment.claims:
            continue
        kinds = judged[judged.experiment == experiment.name].verdict.value_counts()
        found = ", ".join(f"{number} {kind.lower()}" for kind, number in kinds.items())
        shown = [
            (tier, command(experiment, tier), html_verdicts(experiment, tier))
            for tier in tiers
            if experiment.at(tier)
        ]
        folds.append((experiment, found, shown))
    return rendered("experiments.html", folds=folds)
