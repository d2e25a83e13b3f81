"""Hand in `loose_keys(rows)`: as `pair_keys`, but blind to case and punctuation."""

HANDS_IN = "loose_keys(rows)"
WRONG = [
    "from stsutils.data.leaks import pair_keys as loose_keys",
    "def loose_keys(rows): return ['same'] * len(rows)",
    "from stsutils.data.leaks import pair_keys\n"
    "def loose_keys(rows):\n"
    "    return pair_keys(rows[['sentence1', 'sentence2']].map(str.lower))",
]


def _rows():
    from stsutils.data import load

    return load("hand_graded").head(80)


def check_blind(hand, random):
    rows = _rows()
    for change in (str.upper, lambda text: text.rstrip(".!?") + " !", lambda text: f"({text})"):
        changed = rows.assign(sentence1=rows.sentence1.map(change))
        kept = set(hand.loose_keys(changed)) <= set(hand.loose_keys(rows))
        assert kept, "a pair with other case or punctuation is not found"


def check_not_too_blind(hand, random):
    rows = _rows()
    assert len(set(hand.loose_keys(rows))) > 70, "different pairs get the same key"
