"""A text has the piece a {a} times, b {b} times, and the end of a sentence {end} times. Let `nats`
be what a unigram model with add-one counts over these three spends on a piece of the sentence
"a b" with its end.
"""

HANDS_IN = "nats"
PAGE = {"a": 3, "b": 1, "end": 1}
HINTS = (
    (
        "Add one to each count, divide by the sum, and take the mean of −log over the pieces "
        "a, b and the end."
    ),
)


def given(random):
    return {"a": random.randint(4, 30), "b": random.randint(0, 3), "end": random.randint(1, 9)}


def answers(a, b, end):
    from math import log

    counts = [a + 1, b + 1, end + 1]
    return {"nats": -sum(log(one / sum(counts)) for one in counts) / 3}


def mistakes(a, b, end):
    from math import log

    total = a + b + end + 3
    nats = -sum(log((one + 1) / total) for one in (a, b, end))
    bits = nats / 3 / log(2)
    return {
        "nats": {
            "the sum over the three pieces: divide by 3": nats,
            "bits: take the natural log": bits,
        }
    }
