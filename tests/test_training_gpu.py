"""What only a GPU can show of `fit`: a steady step never waits, and its numbers are the CPU's."""

import pytest
import torch

from stsutils.encoders.interaction import Interaction
from stsutils.losses import cosent, on_cosines
from stsutils.training import fit, graphs

pytestmark = [
    pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU"),
    # torch says once that the mode which finds waiting is young
    pytest.mark.filterwarnings("ignore:Synchronization debug mode"),
]

COSENT = on_cosines(cosent)
PLAN = {"batch_size": 3, "lr": 1e-3, "progress": False}


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
@pytest.mark.parametrize("joined", [False, True])
def test_a_steady_step_never_waits_for_the_gpu(tiny, pairs, precision, joined):
    """Between two later steps' losses: before, AdamW's moments are made and passes recorded."""
    encoder, calls = tiny(dropout=0.1), []
    if joined:
        encoder = Interaction(encoder.transformer, encoder.tokenizer, 32)

    def watched(embeddings, labels):
        calls.append(torch.cuda.get_sync_debug_mode())
        torch.cuda.set_sync_debug_mode("error" if 9 <= len(calls) < 11 else "default")
        return COSENT(embeddings, labels)

    vars(watched).update(vars(COSENT))
    try:
        fit(encoder.cuda(), pairs, watched, epochs=3, precision=precision, **PLAN)
    finally:
        torch.cuda.set_sync_debug_mode("default")
    assert calls == [0] * 9 + [2, 2, 0]


def test_its_losses_are_the_cpus(tiny, pairs):
    histories = [
        fit(tiny(dropout=0.0).to(device), pairs, COSENT, epochs=2, **PLAN)
        for device in ("cpu", "cuda")
    ]
    assert histories[1]["loss"].tolist() == pytest.approx(histories[0]["loss"].tolist(), rel=1e-2)


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_a_recorded_pass_changes_no_number(tiny, pairs, precision, monkeypatch):
    """With dropout: what a recording draws is drawn again, and a replay draws as the pass does."""
    histories, recorded = [], []
    record = graphs.Graphs._record
    monkeypatch.setattr(graphs.Graphs, "_record", lambda *a: recorded.append(a) or record(*a))
    for often in (graphs.OFTEN, 10**9):
        monkeypatch.setattr(graphs, "OFTEN", often)
        encoder = tiny(dropout=0.1).cuda()
        histories.append(fit(encoder, pairs, COSENT, epochs=4, precision=precision, **PLAN))
    assert recorded
    assert histories[0]["loss"].tolist() == histories[1]["loss"].tolist()
