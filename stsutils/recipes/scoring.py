"""Test sets by name: Spearman under a protocol, against a reading of the gold labels.

Resamples draw pairs that share a sentence together, or not at all; a record's provenance says so
with ``drawn: linked``. Where some part of a test is too tangled for it, pairs are drawn singly: the
note ``singly`` names the test, and readers widen its interval (`stsutils.report.chance`).
"""

from types import SimpleNamespace

import numpy as np

from stsutils.data import RowsName
from stsutils.data.components import linked_groups
from stsutils.errors import UserError
from stsutils.evaluation import random_pair_cosine, similarity
from stsutils.evaluation.separation import quantiles, separation
from stsutils.ledger import OF_LABEL, PREDICTED_SETS, Result
from stsutils.recipes.rows import gold, rows_of, sentences_of
from stsutils.statistics import (
    bootstrap_copies,
    bootstrap_indices,
    bootstrap_spearman,
    spearman,
    tie_ceiling,
)

#: Numbers about two classes that have draws: those that tables compare.
DRAWN = ("auc", "overlap", "spread", "near zero")
#: Linked pairs are drawn singly where they are worth fewer independent pairs than this.
FEWEST = 10


def score(cosines: np.ndarray, rows) -> float:
    """Spearman's ρ of cosines with the rows' labels."""
    return float(spearman(cosines, gold(rows)))


def add_share(result: Result, metric: str, right: np.ndarray, place: str) -> None:
    """The mean of `right` (a number a test row, mostly 0 or 1) and its draws to `result`."""
    result.metrics[metric] = float(right.mean())
    result.draws[metric] = right[bootstrap_indices(place, len(right))].mean(axis=1)


def add_ranks(result: Result, metric: str, scores, labels, place: str, groups=None) -> None:
    """Spearman's ρ of `scores` with `labels` and its draws to `result`."""
    result.metrics[metric] = float(spearman(scores, labels))
    result.draws[metric] = bootstrap_spearman(scores, labels, place, groups=groups)


def groups_of(rows, what: str, result: Result) -> np.ndarray | None:
    """`linked_groups` of a test or a part of it; the record names what is drawn singly."""
    groups, _ = linked_groups(rows, FEWEST)
    if groups is None and what not in (singly := result.extra.setdefault("singly", [])):
        singly.append(what)
    return groups


def score_tests(encoder, names: list[str], result: Result, length: int = 0) -> None:
    """Score `encoder` on the test sets into `result`.

    Names that differ in gold labels or protocol only share cosines and resamples. With a `length`
    it is a second look, by the first numbers of each vector, which keeps no predictions.
    """
    result.extra["drawn"] = "linked"
    read = encoder
    if length:
        read = SimpleNamespace(encode=lambda texts: encoder.encode(texts)[:, :length])
    known, places = {}, dict.fromkeys(RowsName.parse(name).place for name in names)
    for name in names:
        named = RowsName.parse(name)
        rows, place = rows_of(name), named.place
        if place not in known:
            known[place] = similarity(read, rows)
            result.extra["data_sha"][place] = rows.attrs.get("sha")
            if not length and len(places) <= PREDICTED_SETS:
                result.predictions[place] = known[place]
        parts = _parts(rows, name, named.protocol)
        metric = f"{name} by {length} numbers" if length else name
        values, draws, weights = [], [], [weight for _, _, weight in parts]
        for own, subset, _ in parts:
            cosines, labels = known[place][own], gold(rows)[own]
            values.append(spearman(cosines, labels))
            groups = groups_of(rows[own], metric, result)
            draws.append(bootstrap_spearman(cosines, labels, place + subset, groups=groups))
        result.metrics[metric] = float(np.average(values, weights=weights))
        result.draws[metric] = np.average(draws, axis=0, weights=weights)


def score_anisotropy(encoder, name: str, result: Result) -> None:
    """Metric ``random_pair_cosine``, over the distinct sentences of a test set."""
    vectors = encoder.encode(sentences_of(rows_of(name)))
    result.metrics["random_pair_cosine"] = random_pair_cosine(vectors)


def score_distributions(names: list[str], result: Result) -> None:
    """Where the cosines of the two classes lie, from the predictions of `score_tests`.

    Metrics ``<name> auc``, ``… overlap``, ``… spread``, ``… near zero``, ``… negative mean`` and
    ``… of ceiling`` (Spearman over the tie ceiling), all but the negative mean with draws;
    predictions ``<place> of label 1`` and ``0`` hold the percentiles of each class's cosines.
    """
    for name in names:
        rows, place = rows_of(name), RowsName.parse(name).place
        known = gold(rows)
        values = np.unique(known)
        if len(values) != 2 or place not in result.predictions:
            raise UserError(f"{name}: distributions are of a few test sets with two classes each")
        cosines, ceiling = result.predictions[place], tie_ceiling(known)
        for what, number in separation(cosines, known == values[1]).items():
            result.metrics[f"{name} {what}"] = number
        copies = bootstrap_copies(place, len(rows), groups=linked_groups(rows, FEWEST)[0])
        for what, draws in _draw_again(cosines, known == values[1], copies).items():
            result.draws[f"{name} {what}"] = draws
        result.metrics[f"{name} of ceiling"] = result.metrics[name] / ceiling
        result.draws[f"{name} of ceiling"] = result.draws[name] / ceiling
        for value in values:
            result.predictions[f"{place}{OF_LABEL}{value:g}"] = quantiles(cosines[known == value])


def _draw_again(cosines: np.ndarray, positive: np.ndarray, copies: np.ndarray) -> dict:
    """The numbers in `DRAWN` on each resample; none where a resample lacks one of the classes."""
    if not ((copies @ positive > 0) & (copies @ ~positive > 0)).all():
        return {}
    found = [separation(cosines.repeat(c), positive.repeat(c)) for c in copies]
    return {what: np.array([one[what] for one in found]) for what in DRAWN}


def _parts(rows, name: str, protocol: str) -> list[tuple[np.ndarray, str, int]]:
    """(rows, a name for the resamples, weight) of each part that is correlated by itself."""
    if not protocol:
        return [(np.ones(len(rows), bool), "", 1)]
    if "subset" not in rows:
        raise UserError(
            f"{name}: this copy has no column 'subset', so there is nothing to average over; "
            "set STSUTILS_DATA to a folder whose copy has it"
        )
    found = []
    for subset in dict.fromkeys(rows["subset"]):
        own = (rows["subset"] == subset).to_numpy()
        found.append((own, f"/{subset}", int(own.sum()) if protocol == "wmean" else 1))
    return found
