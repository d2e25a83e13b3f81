"""The paper tier on a miniature hub cache: killed in the middle of a training, it goes on."""

import json
import os
import signal
import subprocess
import sys

import pytest

from stsutils.data import load
from stsutils.encoders import save
from stsutils.experiments.common.encoders import BERT
from stsutils.ledger import Ledger

KILLED_AT = 17  # savings: in the middle of the second training of twelve steps
#: The real command, for each line of a folder and the saving to be killed at; only the set's number
#: of rows and the time between two savings differ. Says how each has ended.
SCRIPT = """
import dataclasses, functools, os, signal, sys, torch
from transformers import AutoTokenizer, BertModel
from stsutils import checkpoints, cli
from stsutils.data import catalogue
from stsutils.recipes import training

torch.set_num_threads(1)  # a forked process may not have threads before it
whole, left, saved = catalogue.entry("stsb"), [], checkpoints.save
splits = {n: dataclasses.replace(s, rows=None, sha=None) for n, s in whole.splits.items()}
catalogue.entries = lambda: {"stsb": dataclasses.replace(whole, splits=splits)}
training.fit = functools.partial(training.fit, save_every=0.0)

def save(*args):
    saved(*args)
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)

checkpoints.save = save
sys.argv[1:] = ["run", "stsb-cosent-mse", "--tier", "paper", "--seeds", "1", "--device", "cpu"]
for line in sys.stdin:
    if child := os.fork():
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        continue
    folder, killed_at = line.split()
    left[:] = [int(killed_at)]
    os.environ |= {"STSUTILS_RESULTS": folder, "STSUTILS_WORK": folder + "-work"}
    os.dup2(2, 1)  # what the command prints is not how it ended
    cli.main()
    sys.exit()
"""


@pytest.fixture
def hub(hub_cache, tiny, tmp_path):
    """A cache with BERT's name on a tiny encoder, and a few rows of STS-B's."""
    save(tiny(), hub_cache.put(BERT, {}, "models"))
    files = {}
    for split, rows in (("train", 48), ("validation", 30), ("test", 30)):
        some = load("demo", split).head(rows)[["sentence1", "sentence2", "score"]]
        files[f"{split}-00000-of-00001.parquet"] = some.assign(score=some["score"] / 5)
    hub_cache.put("sentence-transformers/stsb", files)
    return tmp_path


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_killed_in_a_training_it_ends_with_the_same_records(hub):
    base = {k: v for k, v in os.environ.items() if not k.startswith(("STSUTILS_", "HF_"))}
    base |= {"HF_HOME": str(hub), "HF_HUB_CACHE": str(hub / "hub"), "HF_HUB_OFFLINE": "1"}

    pipes = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)
    process = subprocess.Popen([sys.executable, "-c", SCRIPT], env=base, text=True, **pipes)

    def made(name: str, killed_at: int = 0) -> int:
        print(hub / name, killed_at, file=process.stdin, flush=True)
        return int(process.stdout.readline())

    assert made("broken", KILLED_AT) == -signal.SIGKILL
    before = len(list(Ledger(hub / "broken").records()))
    assert before == 1, "the first training is recorded, the second is not"
    assert list((hub / "broken-work").iterdir()), "the second one is kept where it was"
    assert made("broken") == 0
    assert made("whole") == 0
    process.communicate()
    found = [
        {r.run.id: (r.metrics, json.dumps(r.curve)) for r in Ledger(hub / name).records()}
        for name in ("broken", "whole")
    ]
    assert found[0] == found[1]
    assert len(found[0]) == 7, "three rates of two losses, and no training"
    assert not list((hub / "broken-work").iterdir()), "nothing is left over"
