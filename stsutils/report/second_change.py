"""The second change of the rule, told with both verdicts: ``second_change.csv``.

Each claim as it stood before (``experiment``, ``claim``, ``before``), the claim that it is under
``now``, and the verdict of that one ``after``, both at the lab and from the same records. The file
was written once, when the rule was changed; later runs change neither column.
"""

import csv
import html
from importlib import resources

from stsutils import claims
from stsutils.report.markup import Html, build_table, sign

#: The old rule's words, in the order of its own table.
OLD = ("Reproduced", "Partly", "Not reproduced", "Undecided", "Not run")


def second_change() -> list[dict[str, str]]:
    """The file's lines, in the order of the book."""
    text = resources.files("stsutils.report").joinpath("second_change.csv").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


def html_tally() -> Html:
    """How many claims the old rule gave each verdict, and what became of them."""
    lines = second_change()
    after = [label for label in claims.LABELS if any(x["after"] == label for x in lines)]
    rows = []
    for old in OLD:
        own = [x["after"] for x in lines if x["before"] == old]
        rows.append((_badge(old), str(len(own)), *(str(own.count(new) or "") for new in after)))
    total = [str(sum(x["after"] == new for x in lines)) for new in after]
    rows.append(("all", str(len(lines)), *total))
    caption = "Claims of before, by their old verdict (down) and by the new one of the claim that "
    return build_table(caption + "each is under now (across)", ("old", "claims", *after), rows)


def html_beside() -> Html:
    """Every claim of before with both verdicts."""
    rows = []
    for x in second_change():
        same = x["claim"] == x["now"]
        now = "" if same else f"<br>now under: <em>{html.escape(x['now'])}</em>"
        words = Html(f"{html.escape(x['claim'])}{now}")
        rows.append((words, _badge(x["before"]), _badge(x["after"])))
    table = build_table("Both verdicts, from the same records", ("claim", "before", "after"), rows)
    return Html(f'<div class="sts-claims">{table}</div>')


def _badge(label: str) -> Html:
    return sign(label, label.lower().replace(" ", "-"))
