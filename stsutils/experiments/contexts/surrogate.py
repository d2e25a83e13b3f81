"""The surrogate on STS: Tables 2 and 3, and the runs that all its tables share.

Every row is tested on everything, so that the tables share their runs: `surrogate_tasks` has
arguments and sections, `surrogate_made` what it is made of. The lab's NLI is SNLI's validation
split. RoBERTa is the paper tier's encoder.
"""

from stsutils.experiments.common.declare import Cell, Experiment, printed
from stsutils.experiments.common.encoders import ROBERTA_LARGE
from stsutils.experiments.common.nli import SEVEN, seven
from stsutils.experiments.common.sets import AVERAGE, MSE, SOFTMAX, UNTRAINED, reading
from stsutils.experiments.common.trainings import grid
from stsutils.experiments.contexts.common import ENCODERS, MAIN, SEEDS, SOME, harvest, origin
from stsutils.experiments.contexts.origin import WORDS

SURROGATE, ORIGIN = "Surrogate", "Origin"
#: The STS-B pairs that Origin is tested on; at the lab fewer than the column STS-B has.
SAME = "STS-B, Origin's pairs"
ARGUMENTS = "ukp_aspect:all"
#: The triplets of Table 5.
SECTIONS = {"lab": "wiki_sections:test@2000", "paper": "wiki_sections:test"}
#: Trainings that may follow, by the words that rows have for them.
NLI, STSB, TRIPLETS = "NLI", "STS-B", "sections"
#: Their rows that train, those that choose, and epochs.
ROWS = {
    (NLI, "lab"): ("snli:validation@train", "snli:validation@choose@300", 1),
    (NLI, "paper"): ("all_nli:train", "all_nli:validation", 1),
    (STSB, "lab"): ("stsb:train", "stsb:validation@300", 2),
    (STSB, "paper"): ("stsb:train", "stsb:validation", 4),
}
SECTION_ROWS = ("wiki_sections:train", "stsb:validation@300", 1)
BUDGETS = {"lab": {"lr": 2e-4, "rows": 2000}, "paper": {"lr": 2e-5, "rows": None}}
LOSSES = {NLI: reading(SOFTMAX, NLI), STSB: reading(MSE, STSB)}
LOSSES[TRIPLETS] = {"loss": {"name": "triplet", "margin": 1.0}}
#: What follows the harvest in Tables 2 and 3, by the end of a row's name.
AFTER = {"": (), " + NLI": (NLI,), " + STS-B": (STSB,), " + NLI + STS-B": (NLI, STSB)}


def tests(tier: str) -> dict[str, str]:
    """Column of Table 2 → name of the test score."""
    return seven("@1000" * (tier == "lab")) | {SAME: SOME[tier]}


def bases(tier: str) -> dict:
    """The surrogate and the raw encoder: row → the harvest that it is made from."""
    return {SURROGATE: harvest(tier), UNTRAINED: None}


def training(tier: str, what: str) -> dict:
    """A training that follows the harvest, or stands alone."""
    train, validation, epochs = ROWS.get((what, tier), SECTION_ROWS)
    run = {"train": train, "validation": validation, "epochs": epochs, "batch_size": 16}
    return run | BUDGETS[tier] | LOSSES[what]


def run(tier: str, metric: str, harvested: dict | None, *then: str, **changes) -> Cell:
    """A number of the encoder after a harvest, or None, and what follows it."""
    settings = {"encoder": ENCODERS[tier], "pooling": "mean", "max_length": 128}
    settings |= {"harvest": harvested, "then": [training(tier, what) for what in then]}
    settings |= {"test": [*tests(tier).values(), ARGUMENTS], "triplets": [SECTIONS[tier]]}
    return Cell(settings | changes, metric, "surrogate-1")


def sts(tier: str) -> dict:
    """Tables 2 and 3: the surrogate and the raw encoder, as they are and after trainings."""
    cells, names = {}, tests(tier)
    large = {"large | ": {"encoder": ROBERTA_LARGE}} if tier == "paper" else {}
    for prefix, changes in ({"": {}} | large).items():
        for base, harvested in bases(tier).items():
            for after, then in AFTER.items():
                row = {c: run(tier, name, harvested, *then, **changes) for c, name in names.items()}
                cells |= grid({base + after: row}, prefix, SEVEN)
    for row, number in ((ORIGIN, MAIN), (WORDS, "words")):
        cells[row, SAME] = origin(tier, number, test=SOME[tier])
    return cells


THEIRS = {
    UNTRAINED: "BERT | none | mean",
    SURROGATE: "Surrogate-base | contexts",
    f"large | {SURROGATE}": "Surrogate-large | contexts",
    ORIGIN: "Origin | contexts",
    f"{SURROGATE} + NLI": "Surrogate-base | contexts + NLI",
    f"large | {SURROGATE} + NLI": "Surrogate-large | contexts + NLI",
    f"{UNTRAINED} + NLI": "BERT-base | NLI | SBERT (softmax)",
    f"large | {UNTRAINED} + NLI": "BERT-large | NLI | SBERT (softmax)",
}
COLUMNS = {column: column for column in (*SEVEN, AVERAGE)} | {SAME: "STS-B"}
STS = Experiment(
    name="contexts-surrogate",
    title="The surrogate on STS sets",
    cells=sts,
    published=printed("contexts", "2", {}, COLUMNS, alone=THEIRS),
    seeds=SEEDS,
)
