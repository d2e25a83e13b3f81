"""*Origin*, the similarity from contexts itself: Tables 2, 6, 7, 9 and section 5.4 on STS-B.

One run without chance in its test gives every row that looks at the same contexts: readings of
Eq. 4, terms of Eq. 3 left out, smaller sets. A term that is left out is left out of the score, not
of the choice of contexts.
"""

from stsutils.experiments.common.declare import Cell, Experiment, Published, printed
from stsutils.experiments.common.sets import UNTRAINED
from stsutils.experiments.common.trainings import start
from stsutils.experiments.contexts import common
from stsutils.experiments.contexts.common import CHEAP, MAIN, READINGS, SHARED_SEEDS, TEXTS, origin

COLUMN = "STS-B"
WORDS = "shared words, no contexts"
CONSTRUCTIONS = {"two-step": {}, "no diversity": {"construction": "no diversity"}}
CONSTRUCTIONS["random contexts"] = {"construction": "random"}
#: Table 7's 20 and 100 of 500, and half.
FEWER = ("fewest", "fewer", "half")
WITHOUT = ("discriminative", "left-context", "right-context", "both contexts")
TERMS_LEFT = {"full": ""} | {f"without {term}": f" without {term}" for term in WITHOUT}


def row(what: str, reading: str = MAIN) -> str:
    """The name of a row: ``row("two-step")``; the main reading is not named."""
    return what if reading == MAIN else f"{what} | {reading}"


def table(tier: str, rows: dict[str, Cell]) -> dict:
    """Rows behind the two that every table has: the encoder as it is, and words in common."""
    plain = start(common.ENCODERS[tier], {COLUMN: common.STSB})
    plain = {UNTRAINED: plain[COLUMN], WORDS: origin(tier, "words")}
    return {(row, COLUMN): cell for row, cell in (plain | rows).items()}


def by_reading(tier: str, numbers: dict[str, str]) -> dict:
    """Numbers of the main run in each reading; ``numbers`` are endings of their names by row."""
    rows = {
        row(what, reading): origin(tier, reading + ending)
        for reading in READINGS
        for what, ending in numbers.items()
    }
    return table(tier, rows)


def by_way(tier: str, ways: dict[str, dict]) -> dict:
    """Each way to make scores, by the changes to its run, in all readings that the run has."""
    rows = {
        row(what, reading): origin(tier, reading, **changes)
        for what, changes in ways.items()
        for reading in (CHEAP if changes else READINGS)
    }
    return table(tier, rows)


def texts(tier: str) -> dict:
    """Models of three sizes of text, in each reading."""
    sizes = dict(zip(TEXTS, common.TRIPLES[tier], strict=True))
    return by_way(tier, {TEXTS[0]: {}} | {text: {"triples": sizes[text]} for text in TEXTS[1:]})


def sizes(tier: str) -> dict:
    """Fewer contexts, the best ones first."""
    fewer = {what: f" size {size}" for what, size in zip(FEWER, common.SIZES[tier], strict=True)}
    return by_reading(tier, fewer | {"all": ""})


def spreads(tier: str) -> dict:
    """Mean, standard deviation and least of the similarities of STS-B's pairs."""
    return {
        (reading, number): origin(tier, f"{reading} {number}")
        for reading in READINGS
        for number in ("mean", "sd", "min")
    }


def theirs(table: str, rows: dict[str, str]) -> Published:
    """Where a table prints rows of *Origin*, beside which all readings stand."""
    rows = {row(ours, r): f"Origin | {words}" for r in READINGS for ours, words in rows.items()}
    return printed("contexts", table, {}, (COLUMN,), alone=rows)


CONSTRUCTION = Experiment(
    name="contexts-construction",
    title="Similarity from contexts by the way contexts are chosen",
    cells=lambda tier: by_way(tier, CONSTRUCTIONS),
    published=theirs("9", {"two-step": "full"}),
    seeds=SHARED_SEEDS,
)
TEXT = Experiment(
    name="contexts-text",
    title="Similarity from contexts by the amount of text",
    cells=texts,
    # a sentence has some 20 words: even the whole text is smaller than their smallest
    published=theirs("6", {"whole text": "training size 10M"}),
    seeds=SHARED_SEEDS,
)
SIZE = Experiment(
    name="contexts-size",
    title="Similarity from contexts by the number of contexts",
    cells=sizes,
    published=theirs("7", {"fewest": "C size 20", "fewer": "C size 100", "all": "C size 500"}),
    seeds=SHARED_SEEDS,
)
TERMS = Experiment(
    name="contexts-terms",
    title="Similarity from contexts by the terms of Eq. 3",
    cells=lambda tier: by_reading(tier, TERMS_LEFT),
    published=theirs("9", {row: row for row in TERMS_LEFT}),
    seeds=SHARED_SEEDS,
)
SPREAD = Experiment(
    name="contexts-spread",
    title="Where similarities from contexts lie, by reading",
    cells=spreads,
    metric="cosine over contexts: mean, standard deviation and least over STS-B's pairs",
    seeds=SHARED_SEEDS,
    times=1.0,
)
