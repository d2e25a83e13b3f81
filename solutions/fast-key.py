"""Hand in `key64(values)`: int64 keys of float64 numbers, in the same order; equal numbers have
equal keys.
"""

HANDS_IN = "key64(values)"
IMPORTS = "import numpy as np"
EXAMPLES = """\
keys = key64(np.array([-2.0, -1.0, 0.5]))
assert keys.dtype == np.int64 and keys[0] < keys[1] < keys[2]
assert key64([0.0])[0] == key64([-0.0])[0]
"""
HINTS = (
    "The bits of a positive float64, read as a whole number, are in its order already.",
    (
        "Negative numbers run backwards: flip their other 63 bits. Add 0.0 first, so that −0 "
        "becomes 0."
    ),
)
WRONG = {
    "bits as they are: negative numbers run backwards": (
        "import numpy as np\n"
        "def key64(values): return np.asarray(values, np.float64).view(np.int64)"
    ),
    "rounded numbers: near ones get one key": (
        "import numpy as np\ndef key64(values): return (1000 * np.asarray(values)).astype(np.int64)"
    ),
    "0 and −0 with different keys": (
        "import numpy as np\n"
        "def key64(values):\n"
        "    bits = np.asarray(values, np.float64).view(np.int64)\n"
        "    return bits ^ ((bits >> 63) & 0x7FFF_FFFF_FFFF_FFFF)"
    ),
}


def check_order(hand, random):
    import numpy as np

    chance = np.random.default_rng(random.randrange(2**32))
    values = chance.normal(size=400) * 10.0 ** chance.integers(-300, 300, 400)
    values = np.append(values, [np.inf, -np.inf, 0.0, 5e-324, -5e-324])
    keys = np.asarray(hand.key64(values))
    assert keys.dtype == np.int64, f"the keys are {keys.dtype}"
    assert np.array_equal(np.argsort(keys), np.argsort(values)), "the order is another one"


def check_zeros(hand, random):
    check_order(hand, random)
    assert hand.key64([0.0])[0] == hand.key64([-0.0])[0], "0 and −0 get different keys"
