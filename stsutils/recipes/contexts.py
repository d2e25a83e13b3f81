"""Similarity from contexts as it is defined: four models, contexts, Eq. 3 and Eq. 4."""

from functools import lru_cache

import numpy as np

from stsutils.data import RowsName
from stsutils.encoders import find_device
from stsutils.ledger import Result, canonical
from stsutils.methods.contexts.context_sets import ContextSets
from stsutils.methods.contexts.models import ContextModels, make_models
from stsutils.methods.contexts.score import quality
from stsutils.methods.contexts.scored import score_pairs
from stsutils.methods.contexts.similarity import READINGS
from stsutils.methods.contexts.text import Text, read_text
from stsutils.recipes.rows import gold, rows_of
from stsutils.recipes.scoring import add_ranks, add_share
from stsutils.recipes.settings import recipe
from stsutils.recipes.training import work_folder

#: Where models and scores are kept between runs, in the folder of work.
KEPT = "contexts"
#: Held-out contexts that the models are measured on.
MEASURED = 1000
#: Rows of Table 9: the weights λ of Eq. 3, 0 for the terms (`TERMS`) that are left out.
WITHOUT = {
    "without discriminative": (0.0, 1.0, 1.0, 1.0),
    "without left-context": (1.0, 1.0, 0.0, 1.0),
    "without right-context": (1.0, 1.0, 1.0, 0.0),
    "without both contexts": (1.0, 1.0, 0.0, 0.0),
}


@recipe("context-models-1")
def context_models(s: dict, seed: int, device: str | None = None) -> Result:
    """Train the discriminator and the three generators, and measure them on held-out documents.

    Settings: ``text`` and ``held_out`` (names as in `rows_of`, of sentences in document order),
    ``sentences`` (how many of ``text``), and those of `make_models`.

    Metrics: nats a piece under ``sentence``, ``left``, ``right``, those of the unigram model as
    ``… unigram``: a generator that does not beat it has learned nothing; ``accuracy`` of the
    discriminator (a half is chance), also by kind of wrong sentence. The curve has the losses of
    the models that were made now.
    """
    models = models_of(s, seed, device)
    result = Result(metrics={}, extra=_extra(models, s))
    for name, values in quality(models, _text(s["held_out"], 10**9), MEASURED, seed).items():
        add_share(result, name, values[~np.isnan(values)], s["held_out"])
    for number, curve in enumerate(models.curves.values()):
        result.curve += [{"model": number, **point} for point in curve]
    return result


@recipe("contexts-1")
def contexts(s: dict, seed: int, device: str | None = None) -> Result:
    """Spearman of similarities from contexts on test sets: the paper's *Origin*.

    Settings: ``models`` (those of `context_models`); ``size``, ``shortlist``, ``chunks`` and
    ``construction`` of `ContextSets`; ``references`` of `score_pairs`, without which nothing is
    standardised; ``test`` (names as `RowsName` has them); ``sizes``, smaller sets to be looked at.

    Metrics: ``<name> <reading>`` for each test set and reading of Eq. 4; on the first set also
    ``… size <k>`` and ``… without …`` (Table 9; the contexts stay those of the whole score), and
    mean, sd and min of the similarities; ``<name> words``, the cosine of the TF-IDF vectors
    that contexts are retrieved by.
    """
    models = models_of(s["models"], seed, device)
    result = Result(metrics={}, extra=_extra(models, s["models"]))
    sets = sets_of(models, s, seed)
    readings = READINGS if s["references"] else READINGS[:2]
    for name in s["test"]:
        rows, place = rows_of(name), RowsName.parse(name).place
        pairs = list(zip(rows["sentence1"], rows["sentence2"], strict=True))
        scored, known = score_pairs(sets, pairs, work_folder() / KEPT, s["references"]), gold(rows)
        result.extra["data_sha"][place] = rows.attrs.get("sha")
        first, second = (sets.vectors(list(side)) for side in zip(*pairs, strict=True))
        found = {"words": np.asarray(first.multiply(second).sum(axis=1)).ravel()}
        for reading in readings:
            found[reading] = scored.similarity(reading)
            if name == s["test"][0]:
                for without, weights in WITHOUT.items():
                    found[f"{reading} {without}"] = scored.similarity(reading, weights)
                for size in s["sizes"]:
                    found[f"{reading} size {size}"] = scored.first(size).similarity(reading)
                for word, of in (("mean", np.mean), ("sd", np.std), ("min", np.min)):
                    result.metrics[f"{name} {reading} {word}"] = float(of(found[reading]))
        for kind, similarities in found.items():
            add_ranks(result, f"{name} {kind}", similarities, known, place)
        if name == s["test"][0]:
            result.predictions[place] = found["centred"]
    return result


def sets_of(models: ContextModels, s: dict, seed: int) -> ContextSets:
    """The chooser of contexts by complete settings."""
    return ContextSets(models, s["size"], s["shortlist"], s["chunks"], s["construction"], seed)


def models_of(s: dict, seed: int, device: str | None) -> ContextModels:
    """The models of complete settings: read from the folder of work, or trained now."""
    return _models(canonical(s), seed, find_device(device))


@lru_cache(maxsize=1)
def _models(settings: str, seed: int, device: str) -> ContextModels:
    """Kept in memory for the next run with the same ones."""
    import json

    s = json.loads(settings)
    return make_models(_text(s["text"], s["sentences"]), s, seed, work_folder() / KEPT, device)


@lru_cache(maxsize=2)
def _text(name: str, most: int) -> Text:
    return read_text(rows_of(name), most)


def _extra(models: ContextModels, s: dict) -> dict:
    shas = {"models_sha": models.sha, "data_sha": {s["text"]: models.text.sha}}
    return shas | {"device": str(models.device)}
