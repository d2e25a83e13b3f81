"""An encoder and the rank vectors it gives: RankEncoder's tables."""

import numpy as np

from stsutils.data import RowsName
from stsutils.errors import UserError
from stsutils.evaluation.geometry import normalized
from stsutils.ledger import PREDICTED_SETS, Result
from stsutils.methods import rank_study
from stsutils.methods.rank_teacher import PARTS
from stsutils.methods.rank_vectors import similarity
from stsutils.recipes.rows import gold, rows_of, sentences_of
from stsutils.recipes.scoring import add_ranks, groups_of
from stsutils.recipes.settings import recipe
from stsutils.recipes.training import start, train
from stsutils.statistics import bootstrap_copies


@recipe("rank-vectors-1")
def rank_vectors(s: dict, seed: int, device: str | None = None) -> Result:
    """Pairs judged by cosine, by rank vectors (Eq. 2 and 3), and by both (Eq. 7).

    Settings: ``encoder``, ``pooling`` (or "prompt"), ``max_length``; ``corpus`` (a name of
    sentences) and ``test`` (a list of names). ``training`` (those of `finetune` that say how the
    encoder is trained first, or None: as it is); a teacher with a corpus makes it RankEncoder's
    second encoder. ``weights`` (λ_inf), ``corpus_sizes`` (first parts of the corpus, in an order by
    a fixed seed) and ``study`` (one test set, with scores, that is looked at in groups). ``layers``
    keeps the first of the encoder's.

    Metrics, for each test set: ``<name>`` by cosine, ``<name> by ranks``, ``<name> by <λ> ranks``,
    ``<name> by ranks of <size>``; ``validation`` and the loss's two parts at the end of a training.
    Of the set under study: each third of the gold scores and each fifth by cosine, as ``<group>``,
    ``<group> by ranks`` (thirds by both, too), the difference of these two ``<group> gain``, and
    the share of the nearest 100 sentences that a pair has in common, ``<group> overlap``;
    uniformity and alignment as in `stsutils.methods.rank_study.shape`.

    Pairs that share a sentence are drawn together, as in `stsutils.recipes.scoring`. Older records
    have draws of single pairs, and some no draws of uniformity and alignment.
    """
    encoder, result = start(s, device)
    result.extra["drawn"] = "linked"
    if s["training"] is not None:
        train(encoder, s["training"], seed, result)
        last = result.curve[-1]
        result.metrics |= {name: last[name] for name in PARTS if name in last}
    sentences = sentences_of(rows_of(s["corpus"]))
    order = np.random.default_rng(0).permutation(len(sentences))
    corpus = normalized(encoder.encode([sentences[i] for i in order])).astype(np.float32)
    if any(size > len(corpus) for size in s["corpus_sizes"]):
        raise UserError(f"corpus_sizes: {s['corpus']} has {len(corpus)} different sentences")
    for name in s["test"]:
        rows = rows_of(name)
        result.extra["data_sha"][name] = rows.attrs.get("sha")
        u, v = (encoder.encode(rows[column].tolist()) for column in ("sentence1", "sentence2"))
        _judge(name, (u, v), rows, corpus, s, result)
    return result


def _judge(name: str, pair: tuple, rows, corpus: np.ndarray, s: dict, result: Result) -> None:
    """Score the pairs of one test set in all ways."""
    known = {name: np.einsum("nd,nd->n", *(normalized(side) for side in pair))}
    ranks = similarity(*pair, corpus).astype(np.float64)
    known[f"{name} by ranks"] = ranks
    for weight in s["weights"]:
        known[f"{name} by {weight:g} ranks"] = weight * ranks + (1 - weight) * known[name]
    ways = {metric.removeprefix(name): scores for metric, scores in known.items()}
    for size in s["corpus_sizes"]:
        known[f"{name} by ranks of {size}"] = similarity(*pair, corpus[:size])
    place, groups = RowsName.parse(name).place, groups_of(rows, name, result)
    for metric, scores in known.items():
        add_ranks(result, metric, scores, gold(rows), place, groups)
    if len(s["test"]) <= PREDICTED_SETS:
        result.predictions |= {metric: known[metric] for metric in (name, f"{name} by ranks")}
    if name == s["study"]:
        _study(name, pair, rows, corpus, ways, result)


def _study(name: str, pair: tuple, rows, corpus: np.ndarray, ways: dict, result: Result) -> None:
    """Groups of pairs in each way to judge them, what they share, and the shape of the spaces."""
    known, (low, high) = gold(rows), rows.attrs["range"]
    positive = known > low + rank_study.POSITIVE * (high - low)
    groups = groups_of(rows[positive], "alignment", result)
    numbers, draws = rank_study.shape(*pair, positive, corpus, groups)
    result.metrics |= numbers
    result.draws |= draws
    shared = rank_study.overlap(*pair, corpus) / min(rank_study.NEIGHBOURS, len(corpus))
    parts = rank_study.thirds(known, low, high) | rank_study.fifths(ways[""])
    for part, inside in parts.items():
        if inside.sum() < 2:
            raise UserError(f"{name}: {inside.sum()} pairs are in its {part}, too few to rank")
        resamples, groups = f"{name}/{part}", groups_of(rows[inside], part, result)
        for way in ways if part in rank_study.THIRDS else ("", " by ranks"):
            scores = ways[way][inside]
            add_ranks(result, part + way, scores, known[inside], resamples, groups)
        for numbers in (result.metrics, result.draws):
            numbers[f"{part} gain"] = numbers[f"{part} by ranks"] - numbers[part]
        copies = bootstrap_copies(resamples, int(inside.sum()), groups=groups)
        result.metrics[f"{part} overlap"] = float(shared[inside].mean())
        result.draws[f"{part} overlap"] = copies @ shared[inside] / copies.sum(axis=1)
