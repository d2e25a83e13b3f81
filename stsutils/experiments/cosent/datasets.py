"""The sets themselves: CoSENT's Table II counted again, tie ceilings, and what sets share.

Nothing is trained and the seed changes nothing, so a cell is one count, without an interval, and
no claim is declared: Table II is compared number by number in chapter 01.
"""

from stsutils.experiments.common.declare import Cell, Experiment, Published
from stsutils.experiments.common.nli import STS12_TO_16, seven
from stsutils.experiments.common.sets import CHINESE

SPLITS = {"Train": "train", "Validation": "validation", "Test": "test"}
# Row of the table, as in Table II where that has it → set, and the splits that a local folder
# holds whole. The other splits are counted at the tier paper, from the hub.
SETS = {
    "STS12": ("sts12", "Train Test", ""),
    **{name: (name.lower(), "Test", "") for name in STS12_TO_16[1:]},
    "STS-B": ("stsb", "Train Validation Test", ""),
    "SICK": ("sick_r", "Train Validation Test", ""),
    "SICK entailment": ("sick_nli", "Train Validation Test", ""),
    "PAWS": ("paws", "Validation Test", "Train"),
    "MRPC": ("mrpc", "Test", "Train Validation"),
    "ATEC": ("atec", "Validation Test", "Train"),
    "BQ": ("bq", "Validation Test", "Train"),
    "LCQMC": ("lcqmc", "Validation Test", "Train"),
    "PAWSX": ("pawsx_zh", "Validation Test", "Train"),
    "STS-B (Chinese)": ("stsb_zh", "Train Validation Test", ""),
    "SNLI": ("snli", "Validation Test", "Train"),
    "NLI": ("all_nli", "", "Train Validation Test"),
    "Wiki": ("wiki_sentences", "", "Train"),
}
QUANTITIES = {"tie ceiling": "tie_ceiling", "mean label": "mean_label", "labels": "labels"}
SEVEN = [*seven().values()]
STS_TESTS = {name: seven()[name] for name in STS12_TO_16}
# Training rows (or rows to choose by) against test rows.
LEAKS = {
    **{
        f"STS-B {part}, {name} test": [f"stsb:{part}", test]
        for part in ("train", "validation")
        for name, test in STS_TESTS.items()
    },
    "STS12 train, STS-B test": ["sts12:train", "stsb:test"],
    "STS-B train, STS-B test": ["stsb:train", "stsb:test"],
    "STS-B validation, STS-B test": ["stsb:validation", "stsb:test"],
    "SICK train, SICK test": ["sick_r:train", "sick_r:test"],
    "SICK validation, SICK test": ["sick_r:validation", "sick_r:test"],
    "STS-B train, SICK test": ["stsb:train", "sick_r:test"],
    **{
        f"{row} validation, {row} test": [f"{SETS[row][0]}:validation", f"{SETS[row][0]}:test"]
        for row in ("PAWS", "ATEC", "BQ", "LCQMC", "PAWSX")
    },
    "STS-B (Chinese) train, its test": ["stsb_zh:train", "stsb_zh:test"],
    "SNLI validation, SNLI test": ["snli:validation", "snli:test"],
    **{
        f"STS-B {part}, STS12 to STS16": [f"stsb:{part}", "sts12:train", *STS_TESTS.values()]
        for part in ("train", "validation", "test")
    },
    "STS-B train, all seven tests": ["stsb:train", *SEVEN],
    "STS-B validation, all seven tests": ["stsb:validation", *SEVEN],
    "SICK train, all seven tests": ["sick_r:train", *SEVEN],
}
# What the lab's tables test on, where the pairs are drawn again one by one for the intervals.
TESTED = {
    "STS-B": "stsb:test",
    "SICK-R": "sick_r:test@1000",
    "PAWS": "paws:test@1000",
    "MRPC": "mrpc:test@1000",
    "NLI": "snli:test@1000",
    **{row: f"{SETS[row][0]}:test@1000" for row in (*CHINESE, "SICK entailment")},
    "MRPC, whole": "mrpc:test",
    **STS_TESTS,
    **{f"{name}, 1,000 pairs": f"{test}@1000" for name, test in STS_TESTS.items()},
    "STS-B, 500 pairs": "stsb:test@500",
    "STS-B, 1,000 pairs": "stsb:test@1000",
    "SICK-R, whole": "sick_r:test",
    "NLI, 2,000 pairs": "snli:test@2000",
    "NLI, whole": "snli:test",
    "SICK entailment, whole": "sick_nli:test",
    "PAWS, whole": "paws:test",
    "PAWSX, whole": "pawsx_zh:test",
    "Argument aspects": "ukp_aspect:all",
    "Our paraphrases": "hand_paraphrase:test",
    "Sections of Wikipedia, triplets": "wiki_sections:test@2000",
}
LINKED = ("pairs", "linked", "largest", "widening")
# The set that has scores beside its classes, and what the scores say of the classes' order.
GRADED = "SICK, scores by class"
ORDERS = ("C", "N", "E", "C < N < E", "N < C < E")


def cells(tier: str) -> dict:
    """Rows of each split, facts of its test labels, and the pairs that two sets share.

    SICK's scores by class. At the lab also how far the test pairs hang together.
    """
    cells = {}
    for row, (name, at_hand, rest) in SETS.items():
        splits = at_hand if tier == "lab" else f"{at_hand} {rest}"
        for column in [c for c in SPLITS if c in splits.split()]:
            settings = {"set": name, "split": SPLITS[column]}
            cells[row, column] = Cell(settings, "rows", "audit-1")
            if column == "Test":
                for quantity, metric in QUANTITIES.items():
                    cells[row, f"Test: {quantity}"] = Cell(settings, metric, "audit-1")
    for row, names in LEAKS.items():
        for column in ("shared", "removed", "kept"):
            cells[row, column] = Cell({"leak": names}, column, "audit-1")
    for column in ORDERS:
        cells[GRADED, column] = Cell({"graded": "sick_nli:test"}, column, "audit-1")
    for row, name in TESTED.items() if tier == "lab" else ():
        for column in LINKED:
            cells[f"{row}, as tested", column] = Cell({"linked": name}, column, "audit-1")
    return cells


EXPERIMENT = Experiment(
    name="datasets",
    title="The data sets, counted again",
    cells=cells,
    published=Published("cosent", "II"),
    metric="counts; tie ceilings as Spearman's ρ",
    seeds=1,
    times=1.0,
)
