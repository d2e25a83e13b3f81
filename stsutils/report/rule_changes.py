"""Two changes of the rule, each told with both verdicts of every claim, from the same records.

``second_change.csv``: each claim as it stood before (``experiment``, ``claim``, ``before``), the
claim that it is under ``now``, and the verdict of that one ``after``. ``fourth_change.csv``: the
same, but for ``now``: its claims stayed as they were. ``merged_claims.csv`` has claims that were
brought together later: readings of one loss, and repetitions of one sentence, became lines of one
claim. All verdicts are those of the lab. Each file was written once, when the rule or the claims
were changed; later runs change no column, and claims are called there as they were then.
"""

import csv
import html
from importlib import resources

from stsutils import claims
from stsutils.report.markup import Html, build_table, sign

#: The old rule's words, in the order of its own table.
OLD = ("Reproduced", "Partly", "Not reproduced", "Undecided", "Not run")


def lines_of(change: str) -> list[dict[str, str]]:
    """The lines of ``second_change``, ``fourth_change`` or ``merged_claims``, in order."""
    text = resources.files("stsutils.report").joinpath(f"{change}.csv").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


def html_tally() -> Html:
    """How many claims had each verdict before the second change, and what became of them."""
    lines = lines_of("second_change")
    after = [label for label in claims.LABELS if any(x["after"] == label for x in lines)]
    rows = []
    for old in OLD:
        own = [x["after"] for x in lines if x["before"] == old]
        rows.append((_badge(old), str(len(own)), *(str(own.count(new) or "") for new in after)))
    total = [str(sum(x["after"] == new for x in lines)) for new in after]
    rows.append(("all", str(len(lines)), *total))
    caption = "Claims of before, by their old verdict (down) and by the new one of the claim that "
    return build_table(caption + "each is under now (across)", ("old", "claims", *after), rows)


def html_beside(change: str = "second_change") -> Html:
    """Every claim of before ``second_change`` or ``merged_claims`` with both verdicts."""
    rows = []
    for x in lines_of(change):
        same = x["claim"] == x["now"]
        now = "" if same else f"<br>now under: <em>{html.escape(x['now'])}</em>"
        words = Html(f"{html.escape(x['claim'])}{now}")
        rows.append((words, _badge(x["before"]), _badge(x["after"])))
    table = build_table("Both verdicts, from the same records", ("claim", "before", "after"), rows)
    return Html(f'<div class="sts-claims">{table}</div>')


def html_fourth() -> Html:
    """The claims whose verdict the fourth change turned, with both."""
    turned = [x for x in lines_of("fourth_change") if x["before"] != x["after"]]
    rows = [(x["claim"], _badge(x["before"]), _badge(x["after"])) for x in turned]
    table = build_table("Turned by the fourth change", ("claim", "before", "after"), rows)
    return Html(f'<div class="sts-claims">{table}</div>')


def _badge(label: str) -> Html:
    return sign(label, label.lower().replace(" ", "-"))
