"""Hand in `low`, `high` (the gold scores of two subsets) and `first`, `second`, each a list of
two lists: a model's cosines on the subsets. The first model has the higher Spearman in each
subset, and the lower one over all pairs.
"""

HANDS_IN = "low\nhigh\nfirst\nsecond"
EXAMPLES = """\
assert [len(x) for x in first] == [len(x) for x in second] == [len(low), len(high)]
"""
HINTS = (
    (
        "Within a subset only its own order counts. Over all pairs the two subsets' levels "
        "count as well."
    ),
    ("Give the first model a perfect order in each subset, and the subsets at the wrong levels."),
)
REFERENCE = """\
low, high = [0, 1, 2], [3, 4, 5]
first = [[10, 11, 12], [0, 1, 2]]
second = [[0, 2, 1], [3, 5, 4]]
"""
WRONG = {
    "a first model that wins over all pairs, too": (
        "low, high = [0, 1, 2], [3, 4, 5]\n"
        "first, second = [[0, 1, 2], [3, 4, 5]], [[0, 2, 1], [3, 5, 4]]"
    ),
    "the two models changed over": (
        "low, high = [0, 1, 2], [3, 4, 5]\n"
        "first, second = [[0, 2, 1], [3, 5, 4]], [[0, 1, 2], [3, 4, 5]]"
    ),
}


def check_each_subset(hand, random):
    from stsutils.statistics import spearman

    for place, gold in enumerate((hand.low, hand.high)):
        first, second = (spearman(list(m[place]), list(gold)) for m in (hand.first, hand.second))
        assert first > second, f"subset {place + 1}: {first:.2f} is not above {second:.2f}"


def check_all(hand, random):
    from stsutils.statistics import spearman

    check_each_subset(hand, random)
    gold = [*hand.low, *hand.high]
    first, second = (spearman([*m[0], *m[1]], gold) for m in (hand.first, hand.second))
    assert first < second, f"over all pairs {first:.2f} is not below {second:.2f}"
