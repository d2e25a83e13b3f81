"""Bootstrap draws corrected for test pairs that share sentences.

Records whose provenance says ``drawn: linked`` draw linked pairs together, but for the tests and
groups of pairs that ``singly`` names: those are too tangled for it. All others, and some numbers of
these (`drawn_singly`), draw each pair singly. Their draws are spread by the factor
``widening`` that an audit of the same test rows has recorded (`stsutils.methods.audit.linked`): the
root of sum(size²)/n over the groups of linked pairs, which is the most that linked pairs can widen
an interval of a mean. Pearson's r of a linked record is spread as far as Spearman's ρ beside it,
whose pairs were drawn together.
"""

from collections.abc import Mapping

import numpy as np

from stsutils.ledger import Ledger, Record

LINKED, PEARSON = "linked", " pearson"
#: The score of a training in folds, which is tested on the rows that it was trained on in part.
FOLDS = "folds"
#: How metrics end that draw each pair singly, also in records that draw those of tests `LINKED`.
SINGLY = (" by head", " accuracy", " leaked", " unseen", PEARSON, FOLDS)
#: How metrics about pairs of the set under study begin (`stsutils.recipes.rank_vectors`).
OF_STUDY = ("low third", "middle third", "high third", "fifth ", "alignment")


def widenings() -> dict[str, float]:
    """``{"stsb:test": 1.54, …}``: the factor of each test set whose links are counted."""
    counted = [one for one in Ledger().records("audit-1") if "widening" in one.metrics]
    return {one.run.settings["linked"]: one.metrics["widening"] for one in counted}


def draws_of(record: Record, metric: str, factors: Mapping[str, float]) -> np.ndarray | None:
    """The metric's draws, spread about its value where pairs were drawn singly; None without.

    A set that no audit has counted keeps its draws.
    """
    draws, value = record.draws.get(metric), record.metrics[metric]
    if draws is None or not drawn_singly(record, metric):
        return draws
    settings = record.run.settings
    beside = metric.removesuffix(PEARSON)
    spearman, linked = record.draws.get(beside), not drawn_singly(record, beside)
    if metric.startswith(FOLDS):
        widening = factors.get(settings["folds"]["train"], 1.0)
    elif metric.endswith(PEARSON) and spearman is not None and linked:
        # both are correlations of these pairs
        widening = max(1.0, float(np.std(spearman) / np.std(draws)))
    elif isinstance(settings.get("test"), str):  # one test set, which the metrics do not name
        widening = factors.get(settings["test"], 1.0)
    else:
        widening = factor(metric, factors, settings.get("study"))
    return value + widening * (draws - value)


def drawn_singly(record: Record, metric: str) -> bool:
    """Whether a metric's draws took each row for itself, whatever its links: so are triplets."""
    made = record.provenance
    if made.get("drawn") != LINKED or metric.endswith(SINGLY):
        return True
    singly = made.get("singly", ())
    tangled = metric in singly or metric.startswith(tuple(f"{name} " for name in singly))
    return tangled or metric in record.run.settings.get("triplets", ())


def factor(metric: str, factors: Mapping[str, float], study: str | None = None) -> float:
    """The factor of the test set that a metric's name begins with; 1 where none is counted.

    Groups of pairs and alignment have the factor of the set that they are a ``study`` of;
    uniformity is of sentences, each of them once.
    """
    named = [n for n in factors if metric == n or metric.startswith((f"{n}|", f"{n}#", f"{n} "))]
    if named:
        return factors[max(named, key=len)]
    return factors.get(study, 1.0) if metric.startswith(OF_STUDY) else 1.0


def drawn_alike(draws: Mapping[int, np.ndarray], values: Mapping[int, float], kinds: Mapping):
    """Draws by seed, all drawn singly where a seed's are, else all `LINKED`.

    Two kinds are different resamples, and their chance would seem to cancel in a mean over seeds.
    So a linked seed among single ones gets their mean deviation about its own value. It is the
    single kind, not that of most seeds: the cells that such a cell is compared with, the encoder
    before any training among them, have it in some seed, too.
    """
    if len(set(kinds.values())) < 2:
        return dict(draws)
    single = min(set(kinds.values()), key=lambda kind: (str(kind).count(LINKED), str(kind)))
    kept = [seed for seed, kind in kinds.items() if kind == single]
    deviation = np.mean([draws[seed] - values[seed] for seed in kept], axis=0)
    return {s: d if kinds[s] == single else values[s] + deviation for s, d in draws.items()}
