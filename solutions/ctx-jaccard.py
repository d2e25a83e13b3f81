"""Two sentences have {n} different words each. Let `overlap` be the Jaccard similarity if they
share {shared} of them, and `least` how many they must share to be refused.
"""

HANDS_IN = "overlap\nleast"
PAGE = {"n": 4, "shared": 2}
HINTS = (
    (
        "Two sentences of n words that share k have 2n − k different words together. At least "
        "one half is refused."
    ),
)


def given(random):
    n = random.randint(5, 20)
    return {"n": n, "shared": random.randint(2, n - 2)}


def answers(n, shared):
    return {"overlap": shared / (2 * n - shared), "least": -(-2 * n // 3)}


def mistakes(n, shared):
    return {
        "overlap": {
            "divided by the words of one sentence: either has 2n − k": shared / n,
            "divided by 2n: the shared words are counted twice": shared / (2 * n),
        },
        "least": {"half of the words of one sentence": (n + 1) // 2},
    }
