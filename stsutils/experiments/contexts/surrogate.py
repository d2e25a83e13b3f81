"""The surrogate: Tables 2, 3, 4, 5, 8 and section 5.6.

Every row is tested on everything, so that the tables share their runs. The lab's NLI is SNLI's
validation split; UKP's aspect pairs stand in for the argument facets of Table 4, and triplets that
were rebuilt from Wikipedia's sections for those of Table 5. RoBERTa is the paper tier's encoder.
"""

from stsutils.claims import Claim
from stsutils.experiments.common.beside import over
from stsutils.experiments.common.declare import Cell, Derived, Experiment, Published
from stsutils.experiments.common.encoders import ROBERTA_LARGE
from stsutils.experiments.common.sets import AVERAGE, MSE, PAIRS, SOFTMAX, reading
from stsutils.experiments.contexts.common import (
    HARVESTED,
    MAIN,
    SEEDS,
    UNTRAINED,
    encoder,
    harvest,
    origin,
    stsb,
)
from stsutils.experiments.contexts.origin import WORDS

SURROGATE, ORIGIN = "Surrogate", "Origin"
SEVEN = ("STS12", "STS13", "STS14", "STS15", "STS16", "STS-B", "SICK-R")
#: The STS-B pairs that Origin is tested on; at the lab fewer than the column STS-B has.
SAME = "STS-B, Origin's pairs"
PEARSON, SPEARMAN, ACCURACY = "Pearson", "Spearman", "Accuracy"
ARGUMENTS, SECTIONS = "ukp_aspect:all", "wiki_sections:test"
RATE = {"demo": 3e-4, "lab": 2e-4, "paper": 2e-5}
#: Trainings that may follow, by the words that rows have for them.
NLI, STSB, TRIPLETS = "NLI", "STS-B", "sections"


def tests(tier: str) -> dict[str, str]:
    """Columns of Table 2 → names of test scores."""
    if tier == "demo":
        return {"STS-B": "demo:test", SAME: stsb(tier)}
    cut = "@1000" if tier == "lab" else ""
    found = {c: f"{c.lower()}:test{cut}" for c in SEVEN[:5]}
    return found | {"STS-B": "stsb:test", "SICK-R": f"sick_r:test{cut}", SAME: stsb(tier)}


def sections(tier: str) -> str:
    """The triplets of Table 5."""
    return SECTIONS + ("@2000" if tier == "lab" else "")


def training(tier: str, what: str) -> dict:
    """A training that follows the harvest, or stands alone."""
    small = {"demo": 500, "lab": 2 * PAIRS, "paper": None}[tier]
    found = {"lr": RATE[tier], "batch_size": 16, "rows": small, "pooling": "mean"}
    found |= {"epochs": 4 if tier == "paper" else 2}
    name = {"demo": {NLI: "demo_nli", STSB: "demo"}}.get(tier, {NLI: "all_nli", STSB: "stsb"})
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
    if tier != "demo":
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
                if tier != "demo":
                    average = Derived("mean", tuple(cells[c] for c in SEVEN))
                    found[prefix + base + after, AVERAGE] = average
    found[ORIGIN, SAME] = origin(tier, f"{stsb(tier)} {MAIN}")
    found[WORDS, SAME] = origin(tier, f"{stsb(tier)} words")
    return found


#: Rows of Table 8, section 5.6 and 4.1: what the surrogate is made of.
MADE = {
    SURROGATE: {},
    "from scratch": {"start": "scratch"},
    "BERT-style": {"structure": "interaction"},
}
OTHER_READINGS = ("raw",)


def made(tier: str) -> dict:
    """The surrogate by start, structure, reading and number of pairs."""
    columns, found = {c: n for c, n in tests(tier).items() if c in ("STS-B", SAME)}, {}
    small = {"test": [*columns.values()], "triplets": []}
    rows = {name: {"harvest": harvest(tier), **changes} for name, changes in MADE.items()}
    rows |= {f"reading | {r}": {"harvest": harvest(tier, reading=r)} for r in OTHER_READINGS}
    names = ("fewer pairs", "fewest pairs")
    for name, pairs in zip(names, HARVESTED[tier][1:], strict=False):
        rows[name] = {"harvest": harvest(tier, pairs)}
    for name, changes in rows.items():
        own = {k: v for k, v in changes.items() if k != "harvest"} | small
        own = {} if name == SURROGATE else own
        for column, metric in columns.items():
            found[name, column] = run(tier, metric, changes["harvest"], **own)
    for column, metric in columns.items():
        found[UNTRAINED, column] = run(tier, metric, None)
    return found


def distances(tier: str) -> dict:
    """The L2 distance to harvested pairs that were not learned from, and those pairs' spread."""
    small = {"test": [n for c, n in tests(tier).items() if c in ("STS-B", SAME)], "triplets": []}
    rows = {SURROGATE: {}, "from scratch": {"start": "scratch", **small}}
    rows |= {f"reading | {r}": small for r in OTHER_READINGS}
    found = {}
    for name, changes in rows.items():
        own = harvest(tier, reading=name.removeprefix("reading | ")) if " | " in name else None
        for column in ("L2", "mean", "sd"):
            found[name, column] = run(tier, column, own or harvest(tier), **changes)
    return found


def arguments(tier: str) -> dict:
    """Table 4 on UKP's aspects; nothing embedded stands in for them."""
    if tier == "demo":
        return {}
    found = {}
    folds = {k: v for k, v in training(tier, STSB).items() if k not in ("validation", "pooling")}
    folds |= {"train": ARGUMENTS, "rows": None, "labels": "raw"}
    for base, is_harvested in BASE.items():
        own = harvest(tier) if is_harvested else None
        found[base, SPEARMAN] = run(tier, ARGUMENTS, own)
        found[base, PEARSON] = run(tier, f"{ARGUMENTS} pearson", own)
        few = {"test": [], "triplets": [], "folds": folds}
        found[f"{base} + arguments", SPEARMAN] = run(tier, "folds", own, **few)
        found[f"{base} + arguments", PEARSON] = run(tier, "folds pearson", own, **few)
    return found


def triplets(tier: str) -> dict:
    """Table 5 on rebuilt triplets; nothing embedded stands in for them."""
    found, few = {}, {"test": []}
    for base, is_harvested in BASE.items() if tier != "demo" else ():
        own = harvest(tier) if is_harvested else None
        found[base, ACCURACY] = run(tier, sections(tier), own)
        found[f"{base} + sections", ACCURACY] = run(tier, sections(tier), own, TRIPLETS, **few)
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
    claims=(
        Claim(
            "The surrogate is far better than the encoder it starts from: more than ten points.",
            "Contexts, Table 2 (74.06 against 54.81 on average)",
            over(SURROGATE, UNTRAINED, (AVERAGE,), 0.10),
        ),
        Claim(
            "The surrogate underperforms Origin, which is its upper bound.",
            "Contexts, 4.3 (74.19 against 78.47 on STS-B)",
            over(ORIGIN, SURROGATE, (SAME,)),
        ),
        Claim(
            "Training on NLI improves the surrogate.",
            "Contexts, Table 2 (77.25 against 74.06 on average)",
            over(f"{SURROGATE} + NLI", SURROGATE, (AVERAGE,)),
        ),
        Claim(
            "After training on NLI the surrogate is better than the encoder is.",
            "Contexts, Table 2 (77.25 against 74.86 on average)",
            over(f"{SURROGATE} + NLI", f"{UNTRAINED} + NLI", (AVERAGE,)),
        ),
        Claim(
            "Tuned on STS-B, with and without NLI, it is better than the encoder by more than two "
            "points.",
            "Contexts, Table 3 and 4.3 (87.91 against 84.67 and 89.95 against 85.35)",
            over(f"{SURROGATE} + STS-B", f"{UNTRAINED} + STS-B", ("STS-B",), 0.02)
            + over(f"{SURROGATE} + NLI + STS-B", f"{UNTRAINED} + NLI + STS-B", ("STS-B",), 0.02),
        ),
    ),
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
MADE_OF = Experiment(
    name="contexts-pairs",
    title="The surrogate by what it is made of",
    cells=made,
    claims=(
        Claim(
            "More harvested pairs make a better surrogate.",
            "Contexts, Table 8 (74.02 with 100 thousand, 76.11 with a million)",
            over(SURROGATE, "fewer pairs", ("STS-B",)),
        ),
        Claim(
            "Reading both sentences together is about as good: within two points.",
            "Contexts, 5.6 (77.43 against 77.32)",
            over("BERT-style", SURROGATE, ("STS-B",), 0.02, "equivalent"),
        ),
        Claim(
            "A surrogate that starts from a pre-trained encoder is better than one from scratch.",
            "Ours: Contexts, 4.1, compares their L2 distances only",
            over(SURROGATE, "from scratch", ("STS-B",)),
        ),
    ),
    published=Published(
        "contexts",
        "8",
        {
            (SURROGATE, "STS-B"): ("Surrogate | training pairs 1M", "STS-B"),
            ("fewer pairs", "STS-B"): ("Surrogate | training pairs 100K", "STS-B"),
        },
    ),
    seeds=SEEDS,
)
DISTANCES = Experiment(
    name="contexts-distances",
    title="How near the surrogate comes to what it was harvested from",
    cells=distances,
    claims=(
        Claim(
            "From scratch the surrogate's L2 distance is larger than from a pre-trained encoder.",
            "Contexts, 4.1 (7.4e-4 against 6.1e-4)",
            over("from scratch", SURROGATE, ("L2",)),
        ),
    ),
    metric="mean squared distance, and mean and standard deviation of harvested similarities",
    seeds=SEEDS,
    times=1.0,
    floor=None,
)
ARGUMENT = Experiment(
    name="contexts-arguments",
    title="Argument similarity",
    cells=arguments,
    claims=(
        Claim(
            "Without labels the surrogate is far better than the encoder: more than ten points.",
            "Contexts, Table 4 and 4.4 (52.50 against 31.45 in Spearman's ρ)",
            over(SURROGATE, UNTRAINED, (SPEARMAN, PEARSON), 0.10),
        ),
        Claim(
            "Tuned on arguments it is better than the encoder is.",
            "Contexts, Table 4 (78.20 against 74.13 in Spearman's ρ)",
            over(f"{SURROGATE} + arguments", f"{UNTRAINED} + arguments", (SPEARMAN, PEARSON)),
        ),
    ),
    published=Published(
        "contexts",
        "4",
        {
            (ours, column): (theirs, column)
            for column in (PEARSON, SPEARMAN)
            for ours, theirs in {
                UNTRAINED: "BERT | none | mean",
                SURROGATE: "Surrogate-base | contexts",
                f"{UNTRAINED} + arguments": "BERT-base | AFS | SBERT (MSE)",
                f"{SURROGATE} + arguments": "Surrogate-base | contexts + AFS",
            }.items()
        },
    ),
    metric="Pearson's r and Spearman's ρ × 100",
    seeds=SEEDS,
)
SECTION = Experiment(
    name="contexts-sections",
    title="Sections of Wikipedia: triplets",
    cells=triplets,
    claims=(
        Claim(
            "The surrogate tells sections apart better than the encoder does.",
            "Contexts, Table 5 (71.40 against 66.40)",
            over(SURROGATE, UNTRAINED, (ACCURACY,)),
        ),
        Claim(
            "Tuned on triplets, too.",
            "Contexts, Table 5 (83.10 against 80.42)",
            over(f"{SURROGATE} + sections", f"{UNTRAINED} + sections", (ACCURACY,)),
        ),
    ),
    published=Published(
        "contexts",
        "5",
        {
            (ours, ACCURACY): (theirs, ACCURACY)
            for ours, theirs in {
                UNTRAINED: "BERT | none | mean",
                SURROGATE: "Surrogate-base | contexts",
                f"{UNTRAINED} + sections": "BERT-base | Wikipedia sections | SBERT (triplet)",
                f"{SURROGATE} + sections": "Surrogate-base | contexts + Wikipedia sections",
            }.items()
        },
    ),
    metric="accuracy × 100 (50 is chance)",
    seeds=SEEDS,
    floor=None,
)
