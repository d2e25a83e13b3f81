"""Hand in `loose_keys(rows)`: as `pair_keys`, but blind to case, punctuation, and white space at
the ends of a sentence.
"""

HANDS_IN = "loose_keys(rows)"
IMPORTS = "from stsutils.data import load\nfrom stsutils.data.leaks import pair_keys"
EXAMPLES = """\
rows = load("hand_graded").head(5)
assert len(loose_keys(rows)) == 5, "one key a row"
"""
HINTS = (
    "Take case and punctuation out of both sentences, then call `pair_keys`.",
    "str.lower and a pattern such as [^a-z0-9 ]; white space at the ends goes, too.",
)
WRONG = {
    "pair_keys itself": ("from stsutils.data.leaks import pair_keys as loose_keys"),
    "one key for all rows": "def loose_keys(rows): return ['same'] * len(rows)",
    "case alone": (
        "from stsutils.data.leaks import pair_keys\n"
        "def loose_keys(rows):\n"
        "    return pair_keys(rows[['sentence1', 'sentence2']].map(str.lower))"
    ),
}


def _rows():
    from stsutils.data import load

    return load("hand_graded").head(80)


def check_not_too_blind(hand, random):
    rows = _rows()
    keys = len(set(hand.loose_keys(rows)))
    assert keys > 70, f"{len(rows)} different pairs get {keys} keys"


def check_blind(hand, random):
    check_not_too_blind(hand, random)
    rows = _rows()
    for change in (str.upper, lambda text: text.rstrip(".!?") + " !", lambda text: f"({text})"):
        changed = rows.assign(sentence1=rows.sentence1.map(change))
        kept = set(hand.loose_keys(changed)) <= set(hand.loose_keys(rows))
        assert kept, "a pair with other case or punctuation is not found"
