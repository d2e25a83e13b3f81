"""The blog's argument for |u − v|, on an encoder before any training."""

from stsutils.ledger import Result
from stsutils.methods.clusters import clusters as scored
from stsutils.recipes.rows import at_most, gold, rows_of
from stsutils.recipes.scoring import add_ranks
from stsutils.recipes.settings import recipe
from stsutils.recipes.training import start


@recipe("clusters-1")
def clusters(s: dict, seed: int, device: str | None = None) -> Result:
    """An untrained encoder's differences u − v: are positives nearer, and what can a line tell?

    Settings: ``encoder``, ``pooling``, ``max_length``; ``train`` and ``test`` (names as in
    `rows_of`), both relabelled to 0/1 by ``labels``; ``rows`` training rows for the probes, chosen
    by the seed. Metrics: Spearman of the scores of `stsutils.methods.clusters.clusters`.
    """
    encoder, result = start(s, device)
    train, test = at_most(rows_of(s["train"], s["labels"]), s["rows"], seed), s["test"]
    parts = [train, rows_of(test, s["labels"])]
    vectors = [[encoder.encode(r[c].tolist()) for c in ("sentence1", "sentence2")] for r in parts]
    for metric, values in scored((*vectors[0], gold(train)), vectors[1]).items():
        add_ranks(result, metric, values, gold(parts[1]), test)
    names = (s["train"], test)
    result.extra["data_sha"] = {n: r.attrs.get("sha") for n, r in zip(names, parts, strict=True)}
    return result
