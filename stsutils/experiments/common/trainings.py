"""A training on a set, the choice of its learning rate, and what a table is made of.

The lab trains mini-3 for two epochs; a loss has its own rate on each set, chosen by the validation
pairs: with seed 0, and between near rates with five seeds. The paper tier is CoSENT's section IV-C
as written: mean pooling, four epochs, batches of 16, one rate, and as the code has it no cut below
512 tokens.
"""

from collections.abc import Iterable, Mapping
from itertools import product

from stsutils.experiments.common import sets
from stsutils.experiments.common.declare import Cell, Derived, Tuned
from stsutils.experiments.common.encoders import BERT, BERT_ZH, MINI_3, OTHERS, encoders
from stsutils.experiments.common.sets import metric

#: A training at the lab, but for its rows, its loss and its learning rate.
LAB = {"encoder": MINI_3, "pooling": "mean", "batch_size": 16, "epochs": 2, "rows": None}
LAB |= {"evaluations": 4, "precision": "bfloat16"}
PAPER = {"pooling": "mean", "batch_size": 16, "epochs": 4, "rows": None, "evaluations": 4}
PAPER_RATE = 2e-5
#: Losses with a layer of their own, which starts at random, and the rates of that layer.
WITH_HEAD = ("softmax", "l1", "translated_relu", "smooth_k2")
HEAD_RATES = (1e-3, 1e-2)


def budget(tier: str, encoder: str = BERT) -> dict:
    """Settings of a training but for rows, loss and rate; ``encoder`` is the paper's."""
    return dict(LAB) if tier == "lab" else {**PAPER, "encoder": encoder}


def settings(loss: str, column: str, tier: str, /, **changes) -> dict:
    """Settings of one fine-tuning on a set, without a learning rate; ``changes`` win."""
    one = sets.SETS[column]
    run = budget(tier, BERT_ZH if column in sets.CHINESE else BERT)
    run |= sets.places(column, tier) | {"test": [metric(column, tier)]} | sets.reading(loss, column)
    if tier == "lab":  # all tables share their runs, so each reads the golds of Table I
        run |= {"rows": one.rows, "test": sets.golds(column, tier)}
    else:
        run["max_length"] = 512
    if column in (*sets.DENSITIES, sets.PAWS_CLS):
        run["distributions"] = True
    return run | {"pooling": one.pooling} | changes


def untrained(column: str, tier: str, **changes) -> Cell:
    """The encoder before any training, on a column's test rows."""
    run = settings(sets.COSENT, column, tier, **changes)
    kept = ("encoder", "pooling", "test", "distributions", "layers", "max_length")
    raw = {"max_length": 128} | {key: run[key] for key in kept if key in run}
    return Cell(raw, metric(column, tier), "raw-1")


def start(encoder: str, tests: Mapping[str, str], pooling: str = "mean", length: int = 128) -> dict:
    """Column → cell of an encoder as it is; ``tests`` maps columns to names of test scores."""
    raw = {"encoder": encoder, "pooling": pooling, "max_length": length}
    raw["test"] = list(dict.fromkeys(tests.values()))
    return {column: Cell(raw, name, "raw-1") for column, name in tests.items()}


def choose(
    run: dict,
    metric: str,
    rates: Iterable[float] | None = None,
    judge: dict | None = None,
    heads: Iterable[float] = HEAD_RATES,
    recipe: str = "finetune-1",
    beyond: Iterable[float] = (),
) -> Tuned:
    """A cell whose rate is that of ``judge``'s best validation score with seed 0.

    ``judge`` is the training itself or, for rows of one family, one of them. A loss with a layer
    of its own has the inner ``rates``, each with the rates of the layer in ``heads``. Either has
    those ``beyond`` besides. Without ``rates`` it has the paper's one.
    """
    rates = tuple(rates or (PAPER_RATE,))
    grid = [{"lr": rate} for rate in (*rates, *beyond)]
    if run["loss"]["name"] in WITH_HEAD and len(rates) > 1 and heads:
        grid = [{"lr": a, "loss_lr": b} for a, b in product((*rates[1:-1], *beyond), heads)]
    candidates = tuple(run | rate for rate in grid)
    judges = tuple(judge | rate for rate in grid) if judge and len(grid) > 1 else ()
    return Tuned(candidates, metric, seeds=(0,), recipe=recipe, judges=judges, judge_recipe=recipe)


def in_domain(loss: str, column: str, tier: str, /, **changes) -> Tuned:
    """One training and test on the same set; all tables that look at it share its runs.

    ``changes`` to the loss' own settings are not tuned for: the rate is that without them.
    """
    run, judge = settings(loss, column, tier, **changes), settings(loss, column, tier)
    return choose_at(loss, column, tier, run, metric(column, tier), judge)


def tuned(loss: str, column: str, tier: str, rates: tuple = (), /, **changes) -> Tuned:
    """As `in_domain`, but tuned for its ``changes``, too; ``rates`` are usually the set's own."""
    run = settings(loss, column, tier, **changes)
    return choose(run, metric(column, tier), rates or rates_at(column, tier))


def choose_at(loss: str, column: str, tier: str, run: dict, metric: str, judge: dict) -> Tuned:
    """`choose` among the rates of a set, and those beyond them where ``loss`` has some."""
    beyond = sets.BEYOND.get((loss, column), ()) if tier == "lab" else ()
    return choose(run, metric, rates_at(column, tier), judge, beyond=beyond)


def rates_at(column: str, tier: str) -> tuple[float, ...] | None:
    """The rates that a loss may choose on a set; None at the paper tier, which has one."""
    return sets.SETS[column].rates if tier == "lab" else None


def in_domain_table(tier: str, columns: tuple, others: dict = OTHERS) -> dict:
    """Softmax, cosine-MSE, CoSENT and no training on each column, with each encoder."""
    cells = {}
    for prefix, encoder in encoders(tier, others).items():
        for column, title in ((column, sets.title(column)) for column in columns):
            for loss in sets.LOSSES:
                cells[prefix + loss, title] = in_domain(loss, column, tier, **encoder)
            cells[prefix + sets.UNTRAINED, title] = untrained(column, tier, **encoder)
    return cells


def grid(
    rows: Mapping[str, Mapping],
    prefix: str = "",
    average: Iterable[str] = (),
    means: Mapping[str, Iterable[str]] | None = None,
) -> dict:
    """``{(row, column): cell}`` of rows by name; ``average``: the mean of these columns, too.

    ``means`` are further means by name.
    """
    cells = {}
    means = ({sets.AVERAGE: tuple(average)} if average else {}) | dict(means or {})
    for row, own in rows.items():
        cells |= {(prefix + row, column): cell for column, cell in own.items()}
        for name, columns in means.items():
            cells[prefix + row, name] = Derived("mean", tuple(own[column] for column in columns))
    return cells
