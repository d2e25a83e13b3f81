"""Five contrasts of the book again, from the raw JSON files, by plain arithmetic of its own.

Nothing of `stsutils.report` or `stsutils.statistics` computes here; the declarations say only which
files belong to a cell.
"""

import base64
import json
import math

import numpy as np
import pytest
from scipy.stats import t as student

from stsutils.experiments import load, resolve
from stsutils.ledger import Ledger, Run
from stsutils.report.measured import difference, read_cells

#: (experiment, a, b), each pair in a column; the five differ in set, loss and number of seeds.
CONTRASTS = [
    ("stsb-cosent-mse", ("CoSENT", "STS-B"), ("cosine-MSE", "STS-B")),
    ("contrastive-threshold", ("ε = 0.9 | as coded", "ATEC"), ("ε = -1 | as coded", "ATEC")),
    ("supervised", ("CoSENT", "MRPC"), ("cosine-MSE", "MRPC")),
    ("threshold-cls", ("CoSENT", "PAWS"), ("cosine-MSE", "PAWS")),
    ("scale", ("λ = 20", "STS-B"), ("λ = 1", "STS-B")),
]


def raw_records(experiment, name):
    """The JSON of a cell's runs by seed, and the name of its number."""
    cell = resolve(experiment.at("lab")[name], Ledger())
    root = Ledger().root / cell.recipe
    paths = [root / f"{Run(cell.recipe, s, cell.settings).id}.json" for s in range(5)]
    paths = paths[: experiment.seeds]
    return [json.loads(path.read_text("utf-8")) for path in paths], cell.metric


def spread(record, metric):
    """A record's draws about its value, widened where linked pairs were drawn singly."""
    kept = record["draws"][metric]
    whole, bits = int.from_bytes(base64.b64decode(kept["data"]), "little"), kept.get("bits", 16)
    steps = np.array([whole >> bits * i & 2**bits - 1 for i in range(200)])
    deviation = (kept["low"] + steps) / 1e5 - record["metrics"][metric]
    if record["provenance"].get("drawn") == "linked":
        return deviation
    for path in (Ledger().root / "audit-1").glob("*.json"):
        audit = json.loads(path.read_text("utf-8"))
        if audit["run"]["settings"].get("linked") == metric and "widening" in audit["metrics"]:
            return deviation * audit["metrics"]["widening"]
    return deviation


@pytest.mark.parametrize(("name", "a", "b"), CONTRASTS)
def test_a_contrast_recomputed_from_raw_json(name, a, b):
    experiment = load(name)
    (first, metric), (second, other) = raw_records(experiment, a), raw_records(experiment, b)
    gaps = [x["metrics"][metric] - y["metrics"][other] for x, y in zip(first, second, strict=True)]
    value, count = sum(gaps) / len(gaps), len(gaps)
    seeds = math.sqrt(sum((gap - value) ** 2 for gap in gaps) / (count - 1) / count)
    pairs = np.mean([spread(x, metric) for x in first], axis=0)
    pairs = (pairs - np.mean([spread(y, other) for y in second], axis=0)).std(ddof=1)
    half = math.hypot(student.ppf(0.975, count - 1) * seeds, student.ppf(0.975, 199) * pairs)

    cells = read_cells(experiment, "lab", only=(a, b))
    estimate = difference(cells[a], cells[b])
    assert estimate.value == pytest.approx(value, abs=1e-12)
    assert estimate.half_width(0.95) == pytest.approx(half, rel=1e-9)
