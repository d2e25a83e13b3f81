"""The page of all claims: how many of each verdict by document, and each experiment's, folded."""

import html

from stsutils import claims
from stsutils.experiments import command, load, names
from stsutils.report.markup import Html, build_table
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
        head = f"<strong>{html.escape(experiment.title)}</strong> · lab: {found}"
        text = f"<summary>{head}</summary><p>{html.escape(experiment.metric)}</p>"
        for tier in tiers:
            if experiment.at(tier):
                call = html.escape(command(experiment, tier))
                text += f"<p><strong>{tier}</strong>: <code>{call}</code></p>"
                text += html_verdicts(experiment, tier)
        folds.append(f'<details class="sts-fold">{text}</details>')
    return Html("".join(folds))
