"""*Origin*, the similarity from contexts itself: Tables 2, 6, 7, 9 and section 5.4 on STS-B.

One run without chance in its test gives every row that looks at the same contexts: readings of
Eq. 4, terms of Eq. 3 left out, smaller sets. A term that is left out is left out of the score, not
of the choice of contexts.
"""

from stsutils.experiments.common.declare import Cell, Experiment, Published
from stsutils.experiments.contexts.common import (
    CHEAP,
    MAIN,
    READINGS,
    SHARED_SEEDS,
    SIZES,
    STSB,
    TRIPLES,
    UNTRAINED,
    encoder,
    origin,
)

COLUMN = "STS-B"
WORDS = "shared words, no contexts"
CONSTRUCTIONS = {"two-step": {}, "no diversity": {"construction": "no diversity"}}
CONSTRUCTIONS["random contexts"] = {"construction": "random"}
TEXTS = ("whole text", "less text", "least text")
#: Table 7's 20 and 100 of 500, and half.
FEWER = ("fewest", "fewer", "half")
WITHOUT = ("discriminative", "left-context", "right-context", "both contexts")


def row(what: str, reading: str = MAIN) -> str:
    """The name of a row: ``row("two-step")``; the main reading is not named."""
    return what if reading == MAIN else f"{what} | {reading}"


def _plain(tier: str) -> dict:
    """Rows that every table here has: the encoder as it is, and the words of both sentences."""
    raw = {**encoder(tier), "test": [STSB[tier]]}
    return {
        (UNTRAINED, COLUMN): Cell(raw, STSB[tier], "raw-1"),
        (WORDS, COLUMN): origin(tier, f"{STSB[tier]} words"),
    }


def constructions(tier: str) -> dict:
    """Each way to choose contexts in each reading of Eq. 4."""
    found = _plain(tier)
    for what, changes in CONSTRUCTIONS.items():
        for reading in CHEAP if changes else READINGS:
            cell = origin(tier, f"{STSB[tier]} {reading}", **changes)
            found[row(what, reading), COLUMN] = cell
    return found


def texts(tier: str) -> dict:
    """Models of three sizes of text, in each reading."""
    found = _plain(tier)
    for what, triples in zip(TEXTS, TRIPLES[tier], strict=True):
        for reading in CHEAP if what != TEXTS[0] else READINGS:
            cell = origin(tier, f"{STSB[tier]} {reading}", triples)
            found[row(what, reading), COLUMN] = cell
    return found


def sizes(tier: str) -> dict:
    """Fewer contexts, the best ones first."""
    found = _plain(tier)
    for reading in READINGS:
        name = f"{STSB[tier]} {reading}"
        for what, size in zip(FEWER, SIZES[tier], strict=True):
            found[row(what, reading), COLUMN] = origin(tier, f"{name} size {size}")
        found[row("all", reading), COLUMN] = origin(tier, name)
    return found


def terms(tier: str) -> dict:
    """Eq. 3 without one of its terms, or without two."""
    found = _plain(tier)
    for reading in READINGS:
        name = f"{STSB[tier]} {reading}"
        found[row("full", reading), COLUMN] = origin(tier, name)
        for term in WITHOUT:
            cell = origin(tier, f"{name} without {term}")
            found[row(f"without {term}", reading), COLUMN] = cell
    return found


def spreads(tier: str) -> dict:
    """Mean, standard deviation and least of the similarities of STS-B's pairs."""
    return {
        (reading, number): origin(tier, f"{STSB[tier]} {reading} {number}")
        for reading in READINGS
        for number in ("mean", "sd", "min")
    }


CONSTRUCTION = Experiment(
    name="contexts-construction",
    title="Similarity from contexts by the way contexts are chosen",
    cells=constructions,
    published=Published(
        "contexts",
        "9",
        {(row("two-step", r), COLUMN): ("Origin | full", COLUMN) for r in READINGS},
    ),
    seeds=SHARED_SEEDS,
)
TEXT = Experiment(
    name="contexts-text",
    title="Similarity from contexts by the amount of text",
    cells=texts,
    published=Published(
        "contexts",
        "6",
        {  # a sentence has some 20 words: even the whole text is smaller than their smallest
            (row("whole text", r), COLUMN): ("Origin | training size 10M", COLUMN) for r in READINGS
        },
    ),
    seeds=SHARED_SEEDS,
)
SIZE = Experiment(
    name="contexts-size",
    title="Similarity from contexts by the number of contexts",
    cells=sizes,
    published=Published(
        "contexts",
        "7",
        {
            (row(what, reading), COLUMN): (f"Origin | C size {size}", COLUMN)
            for reading in READINGS
            for what, size in (("fewest", 20), ("fewer", 100), ("all", 500))
        },
    ),
    seeds=SHARED_SEEDS,
)
TERMS = Experiment(
    name="contexts-terms",
    title="Similarity from contexts by the terms of Eq. 3",
    cells=terms,
    published=Published(
        "contexts",
        "9",
        {
            (row(what, reading), COLUMN): (f"Origin | {what}", COLUMN)
            for reading in READINGS
            for what in ("full", *(f"without {term}" for term in WITHOUT))
        },
    ),
    seeds=SHARED_SEEDS,
)
SPREAD = Experiment(
    name="contexts-spread",
    title="Where similarities from contexts lie, by reading",
    cells=spreads,
    metric="cosine over contexts: mean, standard deviation and least over STS-B's pairs",
    seeds=SHARED_SEEDS,
    times=1.0,
    floor=None,
)
