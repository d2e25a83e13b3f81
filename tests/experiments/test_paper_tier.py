"""The paper tier from end to end, against a hub cache in miniature.

The models are two layers of random numbers under the hub's names and revisions; the sets are a few
rows with the columns and labels that they have on the hub.
"""

import dataclasses
import re

import pandas as pd
import pytest
import torch

from stsutils import report
from stsutils.data import catalogue
from stsutils.experiments import load
from stsutils.experiments.common.encoders import BERT, ROBERTA
from stsutils.ledger import Run
from stsutils.run import run

ROWS = 20
WORDS = ("a cat sat on the mat .", "two dogs run .", "the woman reads .", "a man plays .")
COLUMNS = ("NLI", "STS-B", "SICK-R", "PAWS", "MRPC")


def table(first, second, gold, values):
    return pd.DataFrame(
        {
            first: [WORDS[i % 4] for i in range(ROWS)],
            second: [WORDS[(i * i + 1) % 4] for i in range(ROWS)],
            gold: [values[i % len(values)] for i in range(ROWS)],
        }
    )


SETS = {
    "stsb": ("", table("sentence1", "sentence2", "score", [0.0, 0.2, 0.5, 0.8, 1.0])),
    "all_nli": ("pair-class/", table("premise", "hypothesis", "label", [0, 1, 2])),
    "sick_r": (
        "default/",
        table("sentence_A", "sentence_B", "relatedness_score", [1.0, 2.2, 3.5, 4.9]).assign(
            label=[0, 1, 2, 1] * 5
        ),
    ),
    "paws": ("labeled_final/", table("sentence1", "sentence2", "label", [0, 1])),
    "mrpc": ("", table("text1", "text2", "label", [0, 1, 1])),
}


@pytest.fixture
def hub(hub_cache, ledger, monkeypatch, tiny, tiny_parts):
    """A hub cache with BERT, RoBERTa and five sets; no network, no data folder."""
    from transformers import RobertaConfig, RobertaModel

    with torch.random.fork_rng():
        torch.manual_seed(0)
        sizes = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2}
        sizes |= {"intermediate_size": 32, "max_position_embeddings": 40}
        sizes |= {"vocab_size": len(tiny_parts), "pad_token_id": tiny_parts.pad_token_id}
        roberta = RobertaConfig(**sizes)
        models = {BERT: tiny().transformer, ROBERTA: RobertaModel(roberta, add_pooling_layer=False)}
    for name, model in models.items():
        folder = hub_cache.put(name, {}, "models")
        model.save_pretrained(folder)
        tiny_parts.save_pretrained(folder)
    small = {}
    for name, (under, rows) in SETS.items():
        found = catalogue.entry(name)
        splits = {k: dataclasses.replace(s, rows=None, sha=None) for k, s in found.splits.items()}
        small[name] = dataclasses.replace(found, splits=splits)
        files = [f"{under}{split.hub}-00000-of-00001.parquet" for split in found.splits.values()]
        revision = f"@{found.hub.revision}" if found.hub.revision else ""
        hub_cache.put(f"{found.hub.id}{revision}", dict.fromkeys(files, rows))
    every = catalogue.entries() | small
    monkeypatch.setattr(catalogue, "entries", lambda: every)


def only(name, keep):
    """An experiment with some of its cells."""
    whole = load(name)
    return dataclasses.replace(
        whole, cells=lambda tier: {c: cell for c, cell in whole.cells(tier).items() if keep(*c)}
    )


@pytest.mark.usefixtures("hub")
def test_table_iv_from_the_hub_with_bert_and_roberta(ledger):
    rows = {"CoSENT", "RoBERTa-base | softmax", "RoBERTa-base | cosine-MSE"}
    part = only(
        "supervised", lambda row, column: row in rows and (row == "CoSENT" or column == "NLI")
    )
    done = run(part, "paper", seeds=1, device="cpu", progress=False)
    assert (len(done.made), done.missing, done.waiting) == (len(COLUMNS) + 2, [], [])
    assert run(part, "paper", seeds=1, progress=False).made == [], "the records are there"
    for (row, column), cell in part.at("paper").items():
        record = ledger.read(Run(cell.recipe, 0, cell.candidates[0]))
        assert record.run.settings["encoder"] == (ROBERTA if "RoBERTa" in row else BERT)
        assert record.provenance["encoder_sha"]
        assert record.metrics.keys() >= {"validation", cell.metric}
        assert len(record.predictions[cell.metric]) == ROWS
        if column == "NLI":
            assert cell.metric == "all_nli:test"
    shown = report.table(part)
    assert shown.loc[("CoSENT", "STS-B"), "theirs"] == "85.75"
    assert (shown["paper"].str.contains("1 seed")).all()


@pytest.mark.usefixtures("hub")
def test_interaction_and_untrained_rows_from_the_hub():
    pairs = only("interaction", lambda row, column: column == "STS-B" and "CoSENT" not in row)
    done = run(pairs, "paper", seeds=1, device="cpu", progress=False)
    assert {one.recipe for one in done.made} == {"interaction-1", "raw-1"}
    poolings = only("supervised-poolings", lambda row, column: (row, column) == ("CLS", "STS-B"))
    done = run(poolings, "paper", seeds=1, device="cpu", progress=False)
    assert done.made[0].settings["pooling"] == "cls"


@pytest.mark.usefixtures("hub")
@pytest.mark.parametrize("name", ["supervised", "nli-to-sts", "transfer", "chinese"])
def test_a_dry_run_says_what_it_will_cost(name, ledger, said):
    shown = said("run", name, "--tier", "paper", "--dry-run", "--seeds", 1)
    hours, disk = shown.strip().splitlines()[-2:]
    assert hours == "hours: unknown: no like run is recorded"
    assert re.fullmatch(r"disk: models [\d.]+ GB, data \d+ MB, records [\d.]+ MB", disk)
    assert not list(ledger.paths()), "nothing was run"
