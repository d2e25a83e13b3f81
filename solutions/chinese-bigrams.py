"""Hand in `shared(first, second, size)`: the share of common n-grams of characters of two
sentences, their number in both over their number in either, each counted once.
"""

HANDS_IN = "shared(first, second, size)"
EXAMPLES = """\
assert abs(shared("abc", "abd", 1) - 2 / 4) < 1e-9, "a and b of a, b, c, d"
assert abs(shared("abc", "abd", 2) - 1 / 3) < 1e-9, "ab of ab, bc, bd"
"""
HINTS = (
    (
        "Put the n-grams s[i : i + size] of each sentence into a set; common ones over those "
        "in either."
    ),
    (
        "A sentence of L characters has L − size + 1 n-grams: for 今天下雨 the bigrams are 今天, "
        "天下, 下雨."
    ),
)
WRONG = {
    "characters, whatever the size": (
        "def shared(first, second, size):\n"
        "    a, b = set(first), set(second)\n"
        "    return len(a & b) / len(a | b)"
    ),
    "an n-gram begun at the end of the sentence, so that it is too short": (
        "def shared(first, second, size):\n"
        "    a, b = ({s[i : i + size] for i in range(len(s))} for s in (first, "
        "second))\n"
        "    return len(a & b) / len(a | b)"
    ),
}


def check_characters(hand, random):
    assert abs(hand.shared("小王向小李借钱", "小李向小王借钱", 1) - 1) < 1e-9
    assert abs(hand.shared("今天下雨", "明天下雪", 1) - 2 / 6) < 1e-9, "今天下雨, 明天下雪"


def check_bigrams(hand, random):
    pairs = [("今天下雨", "明天下雪", 1 / 5), ("小王向小李借钱", "小李向小王借钱", 4 / 8)]
    for a, b, wanted in pairs:
        seen = hand.shared(a, b, 2)
        assert abs(seen - wanted) < 1e-9, f"{a}, {b}: {seen:.3f}, not {wanted:.3f}"
