"""A text has the piece a {a} times, b {b} times, and the end of a sentence {end} times. Let `nats`
be what a unigram model with add-one counts over these three spends on a piece of the sentence
"a b" with its end.
"""

HANDS_IN = "nats"


def given(random):
    return {"a": random.randint(4, 30), "b": random.randint(0, 3), "end": random.randint(1, 9)}


def answers(a, b, end):
    from math import log

    counts = [a + 1, b + 1, end + 1]
    return {"nats": -sum(log(one / sum(counts)) for one in counts) / 3}
