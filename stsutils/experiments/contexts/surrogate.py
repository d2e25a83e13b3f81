"""The surrogate on STS: Tables 2 and 3, and the runs that all its tables share.

Every row is tested on everything, so that the tables share their runs: `surrogate_tasks` has
arguments and sections, `surrogate_made` what it is made of. The lab's NLI is SNLI's validation
split. RoBERTa is the paper tier's encoder.
"""

from stsutils.experiments.common.declare import Cell, Derived, Experiment, Published
from stsutils.experiments.common.encoders import ROBERTA_LARGE
from stsutils.experiments.common.sets import AVERAGE, MSE, SOFTMAX, reading
from stsutils.experiments.contexts.common import (
    MAIN,
    SEEDS,
    SOME,
    UNTRAINED,
    encoder,
    harvest,
    origin,
)
from stsutils.experiments.contexts.origin import WORDS

SURROGATE, ORIGIN = "Surrogate", "Origin"
SEVEN = ("STS12", "STS13", "STS14", "STS15", "STS16", "STS-B", "SICK-R")
#: The STS-B pairs that Origin is tested on; at the lab fewer than the column STS-B has.
SAME = "STS-B, Origin's pairs"
ARGUMENTS, SECTIONS = "ukp_aspect:all", "wiki_sections:test"
RATE = {"lab": 2e-4, "paper": 2e-5}
#: Trainings that may follow, by the words that rows have for them.
NLI, STSB, TRIPLETS = "NLI", "STS-B", "sections"


def tests(tier: str) -> dict[str, str]:
    """Columns of Table 2 → names of test scores."""
    cut = "@1000" if tier == "lab" else ""
    found = {c: f"{c.lower()}:test{cut}" for c in SEVEN[:5]}
    return found | {"STS-B": "stsb:test", "SICK-R": f"sick_r:test{cut}", SAME: SOME[tier]}


def sections(tier: str) -> str:
    """The triplets of Table 5."""
    return SECTIONS + ("@2000" if tier == "lab" else "")


def training(tier: str, what: str) -> dict:
    """A training that follows the harvest, or stands alone."""
    small = {"lab": 2000, "paper": None}[tier]
    found = {"lr": RATE[tier], "batch_size": 16, "rows": small, "pooling": "mean"}
    found |= {"epochs": 4 if tier == "paper" else 2}
    name = {NLI: "all_nli", STSB: "stsb"}
    if what == TRIPLETS:
        found |= {"loss": {"name": "triplet", "margin": 1.0}, "epochs": 1}
        return found | {"train": "wiki_sections:train", "validation": "stsb:validation@300"}
    parts = {"train": f"{name[what]}:train", "validation": f"{name[what]}:validation"}
    if tier == "lab" and what == NLI:
        parts = {"train": "snli:validation@train", "validation": "snli:validation@choose@300"}
    elif tier == "lab":
        parts["validation"] += "@300"
    if what == NLI:
        found["epochs"] = 1
    return found | parts | reading(SOFTMAX if what == NLI else MSE, what)


def run(tier: str, metric: str, harvested: dict | None, *then: str, **changes) -> Cell:
    """A number of the encoder after a harvest, or None, and what follows it."""
    follow = []
    for what in then:
        own = training(tier, what)
        own.pop("pooling")
        follow.append(own)
    found = {**encoder(tier), "harvest": harvested, "then": follow, "test": [*tests(tier).values()]}
    if True:
        found["triplets"] = [sections(tier)]
        found["test"].append(ARGUMENTS)
    return Cell(found | changes, metric, "surrogate-1")


#: Rows of Table 2 and 3: what follows the harvest.
AFTER = {
    "": (),
    " + NLI": (NLI,),
    " + STS-B": (STSB,),
    " + NLI + STS-B": (NLI, STSB),
}
BASE = {SURROGATE: True, UNTRAINED: False}


def sts(tier: str) -> dict:
    """Tables 2 and 3: the surrogate and the raw encoder, as they are and after trainings."""
    found = {}
    large = {"large | ": {"encoder": ROBERTA_LARGE}} if tier == "paper" else {}
    for prefix, changes in {"": {}, **large}.items():
        for base, is_harvested in BASE.items():
            for after, then in AFTER.items():
                own = harvest(tier) if is_harvested else None
                cells = {
                    column: run(tier, name, own, *then, **changes)
                    for column, name in tests(tier).items()
                }
                found |= {(prefix + base + after, c): cell for c, cell in cells.items()}
                if True:
                    average = Derived("mean", tuple(cells[c] for c in SEVEN))
                    found[prefix + base + after, AVERAGE] = average
    for row, kind in ((ORIGIN, MAIN), (WORDS, "words")):
        found[row, SAME] = origin(tier, f"{SOME[tier]} {kind}", test=[SOME[tier]])
    return found


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
STS = Experiment(
    name="contexts-surrogate",
    title="The surrogate on STS sets",
    cells=sts,
    published=Published(
        "contexts",
        "2",
        {
            (ours, column): (theirs, "STS-B" if column == SAME else column)
            for ours, theirs in THEIRS.items()
            for column in (*SEVEN, AVERAGE, SAME)
        },
    ),
    seeds=SEEDS,
)
