"""Two sentences have {n} different words each. Let `overlap` be the Jaccard similarity if they
share {shared} of them, and `least` how many they must share to be refused.
"""

HANDS_IN = "overlap\nleast"


def given(random):
    n = random.randint(5, 20)
    return {"n": n, "shared": random.randint(2, n - 2)}


def answers(n, shared):
    return {"overlap": shared / (2 * n - shared), "least": -(-2 * n // 3)}
