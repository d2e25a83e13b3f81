"""Which task makes a good raw encoder of four layers? A search, judged after tuning.

A raw encoder is not judged by its own cosines, nor by its loss: after equal training of a few
minutes, CoSENT tunes it in a small fixed budget, and two validation scores are read. STS-B asks for
meaning, PAWS for word order. No test set is looked at.
"""

from itertools import product

from stsutils.experiments.common.declare import Cell, Experiment, lab_only

#: 2,000 rows of STS-B and 6,399 of PAWS, one epoch each. The rest of PAWS' validation split, which
#: shares no sentence with them, is what PAWS is judged by.
BUDGET = {"pooling": "mean", "loss": {"name": "cosent", "scale": 20.0}, "lr": 3e-4}
BUDGET |= {"epochs": 1, "batch_size": 16, "precision": "bfloat16"}
TUNE = {
    "STS-B": {"train": "stsb:train", "validation": "stsb:validation", "rows": 2000, **BUDGET},
    "PAWS": {
        "train": "paws:validation@train-apart",
        "validation": "paws:validation@choose-apart",
        **BUDGET,
    },
}
MASKED = {"name": "restore", "mask_rate": 0.3}
REBUILD = {"name": "rebuild", "mask_rate": 0.3}
#: One pre-training with its judges: 30 % masked, one sentence a sequence, 2 million tokens.
SETTINGS = {"corpus": ["wiki_sentences:train", "stsb_zh:train", "atec:train", "bq:train"]}
SETTINGS |= {"most": 400_000, "max_words": 40, "pieces": 12_000, "tokens": 2_000_000}
SETTINGS |= {"objective": MASKED, "tune": TUNE}
#: Row → what differs.
WAYS = {
    "30 % masked": {},
    "masked, vector rebuilds": {"objective": REBUILD},
    "rebuilds, 15 % exchanged besides": {
        "objective": REBUILD | {"mask_rate": 0.2, "order_rate": 0.15, "order": "exchange"}
    },
    "rebuilds from 10 % of the pieces": {"objective": REBUILD | {"hide": 0.9}},
    "rebuilds, 15 % masked": {"objective": REBUILD | {"mask_rate": 0.15}},
    "30 % masked, English alone": {"corpus": ["wiki_sentences:train"]},
    "replaced pieces told": {"objective": {"name": "detect", "mask_rate": 0.2}},
    "20 % masked, 15 % exchanged": {
        "objective": MASKED | {"mask_rate": 0.2, "order_rate": 0.15, "order": "exchange"}
    },
    "20 % masked, 15 % in shuffled trigrams": {
        "objective": MASKED | {"mask_rate": 0.2, "order_rate": 0.15}
    },
    "30 % in shuffled trigrams": {"objective": MASKED | {"mask_rate": 0.0, "order_rate": 0.3}},
    "30 % masked, neighbours together": {"neighbours": True},
    "30 % masked, words not counted": {"counts": False},
    "15 % masked": {"objective": MASKED | {"mask_rate": 0.15}},
    "30 % masked, twice the rate": {"lr": 2e-3},
}
#: The one long run, of the task that led on its first seed: mini-3. Judged at each sixth of it, the
#: learning rate still on its way down.
SNAPSHOTS = 6
#: Rows of the long run, and the short ones that stand beside it, by the words of the picture.
WAY = f"rebuilds, {{}}/{SNAPSHOTS} of the long run"
BESIDE = {"masked, vector rebuilds": "rebuilds, short", "30 % masked": "masked, short"}
LONG_RUN = {
    "tokens": 24_000_000,
    "most": 1_000_000,
    "objective": {**REBUILD, "order_rate": 0.0, "order": "trigrams", "hide": 0.7},
    "snapshots": SNAPSHOTS,
}


def cells() -> dict:
    """Each way at 2 million tokens."""
    return {
        (row, column): Cell(SETTINGS | changes, column, "pretraining-1")
        for row, changes in WAYS.items()
        for column in TUNE
    }


def long() -> dict:
    """One run of 24 million tokens and what it was on its way, beside two short ones."""
    found = {name: cell for name, cell in cells().items() if name[0] in BESIDE}
    run = SETTINGS | LONG_RUN
    for column, share in product(TUNE, range(1, SNAPSHOTS + 1)):
        at = f" at {share}/{SNAPSHOTS}" if share < SNAPSHOTS else ""
        found[WAY.format(share), column] = Cell(run, column + at, "pretraining-1")
    return found


METRIC = "Spearman's ρ × 100 on validation pairs, after tuning"
EXPERIMENT = Experiment(
    "raw-search", "A raw encoder by pre-training task", lab_only(cells), metric=METRIC, seeds=2
)
BY_TEXT = Experiment(
    name="raw-search-long",
    title="One raw encoder by text that it has read",
    cells=lab_only(long),
    metric=METRIC,
    seeds=1,
)
