"""What each process of tests/test_training_team.py does; run by torchrun, or called by the test.

`python -m torch.distributed.run --nproc-per-node 2 tests/team_work.py ENCODER OUT`
"""

import atexit
import os
import signal
import sys
from pathlib import Path

import pandas as pd
import torch

from stsutils.encoders import load_encoder
from stsutils.losses import cosent, list_net, make_loss, on_cosines, on_rows
from stsutils.training import fit

WORDS = ["a cat sat on the mat .", "two dogs run .", "the woman reads .", "a man plays the guitar"]
ROWS = pd.DataFrame(
    {
        "sentence1": [WORDS[i % 4] + " the sun" * (i % 3) for i in range(11)],
        "sentence2": [WORDS[i % 3] + " a mat" * (i % 4) for i in range(11)],
        "score": [float(i % 6) for i in range(11)],
    }
)
COSENT = on_cosines(cosent)


def losses() -> dict:
    """Losses that look across the batch, and one with parameters: name -> (loss, label column)."""
    teacher = torch.randn(11, 6, generator=torch.Generator().manual_seed(3))
    numbers = list(range(11))
    return {
        "cosent": (COSENT, {}),
        "info_nce": (make_loss({"name": "info_nce"}, 16), {}),
        "list_net": (on_rows(list_net, teacher=teacher), {"label": numbers}),
        "softmax": (make_loss({"name": "softmax"}, 16), {"label": [i % 3 for i in numbers]}),
    }


def train(folder: str, name: str, chunk: int | None) -> dict[str, torch.Tensor]:
    """One step's gradients in float32; losses and weights of six steps in float64."""
    out = {}
    for what, dtype in (("gradient", torch.float32), ("weight", torch.float64)):
        loss, label = losses()[name]
        rows = ROWS.drop(columns="score").assign(**label) if label else ROWS
        encoder = load_encoder(folder).to(dtype)
        trained = list(encoder.parameters())
        if isinstance(loss, torch.nn.Module):
            trained += loss.to(dtype).parameters()
        # 11 rows by 5 leave a batch of one: the second process has no row of its own there
        plan = {"epochs": 1, "batch_size": 11, "clip": 1e9}
        if what == "weight":
            # a list of one sentence and itself is none, so list_net's last batch has three rows
            plan = {"epochs": 2, "batch_size": 4 if name == "list_net" else 5}
        history = fit(encoder, rows, loss, chunk=chunk, lr=1e-3, progress=False, **plan)
        kept = [p.grad if what == "gradient" else p.detach() for p in trained]
        out[f"{name} {chunk} {what}"] = torch.cat([one.flatten().double() for one in kept])
        out[f"{name} {chunk} {what} loss"] = torch.tensor(history["loss"])
    return out


def trainings(folder: str) -> dict[str, torch.Tensor]:
    """All of them: what one process and two must agree on."""
    out = {}
    for name in losses():
        out |= train(folder, name, None)
    return out | train(folder, "cosent", 20)


def dropout_views(folder: str, rank: int) -> dict[str, torch.Tensor]:
    """The batch that the loss saw: ten times one sentence, under dropout."""
    seen = []

    def loss(embeddings, labels):
        seen.append(embeddings[0].detach().clone())
        return embeddings[0].square().sum()

    encoder = with_dropout(folder)
    fit(encoder, pd.DataFrame({"sentence": ["two dogs run ."] * 10}), loss, progress=False)
    return {"views": seen[0]}


def first_alone(folder: str, rank: int) -> dict[str, torch.Tensor]:
    """How often this process evaluates, and the history and weights that it ends with."""
    calls = []

    def evaluate(encoder):
        calls.append(rank)
        return {"score": -float(len(calls))}  # the first epoch is the best

    encoder = with_dropout(folder)
    history = fit(encoder, ROWS, COSENT, evaluate=evaluate, epochs=3, lr=1e-3, progress=False)
    return {
        "calls": torch.tensor(len(calls)),
        "history": torch.tensor(history.drop(columns="seconds").to_numpy()),
        "best weights": weights(encoder),
    }


def bfloat16(folder: str) -> dict[str, torch.Tensor]:
    """The losses of a training in each precision."""
    found = {}
    for precision in ("float32", "bfloat16"):
        history = fit(load_encoder(folder), ROWS, COSENT, precision=precision, progress=False)
        found[precision] = torch.tensor(history["loss"])
    return found


class Stop(Exception):
    """Thrown where a machine would have died."""


def resumed(folder: str, rank: int, file: Path) -> dict[str, torch.Tensor]:
    """Weights of a training that died in its fourth step and went on, and of one that did not."""
    plan = {"epochs": 2, "batch_size": 4, "lr": 1e-3, "progress": False}
    whole, halves, again = (with_dropout(folder) for _ in range(3))
    fit(whole, ROWS, COSENT, **plan)
    calls = []

    def dying(embeddings, labels):
        calls.append(1)
        if len(calls) > 3:
            raise Stop
        return COSENT(embeddings, labels)

    vars(dying).update(vars(COSENT))  # to `fit` it is the same loss
    try:
        fit(halves, ROWS, dying, checkpoint=file, save_every=0.0, **plan)
    except Stop:
        there = file.exists()
    fit(again, ROWS, COSENT, checkpoint=file, **plan)
    torch.distributed.barrier()
    return {
        "whole": weights(whole),
        "again": weights(again),
        "there, gone": torch.tensor([there, not file.exists()]),
    }


def interrupted(folder: str, rank: int, file: Path) -> dict[str, torch.Tensor]:
    """Ctrl-C reaches the second process only: how many steps each made, and the file they left."""
    steps = []

    def pressing(embeddings, labels):
        steps.append(1)
        if rank == 1 and len(steps) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return COSENT(embeddings, labels)

    vars(pressing).update(vars(COSENT))  # to `fit` it is the same loss
    try:
        fit(with_dropout(folder), ROWS, pressing, batch_size=2, checkpoint=file, progress=False)
    except KeyboardInterrupt:
        torch.distributed.barrier()
        return {"steps": torch.tensor([len(steps), file.exists()])}
    return {}


def recorded(rank: int, ledger: Path) -> dict[str, torch.Tensor]:
    """An experiment of three quick runs and one tuned cell: what each process says it made."""
    from stsutils.experiments import Cell, Experiment, Tuned
    from stsutils.ledger import Ledger, Result
    from stsutils.run import run

    writes = []

    class Counting(Ledger):
        def write(self, *arguments):
            writes.append(rank)
            return super().write(*arguments)

    def recipe(settings, seed, device=None):
        return Result({"validation": settings["lr"], "test": 0.5})

    tuned = Tuned(({"lr": 0.1}, {"lr": 0.2}), "test", seeds=(0,))
    cells = {("tuned", "set"): tuned, ("plain", "set"): Cell({"lr": 0.3}, "test")}
    arguments = {"recipes": {"finetune-1": recipe}, "ledger": Counting(ledger), "progress": False}
    done = run(Experiment("team", "Team", lambda tier: cells, seeds=2), "lab", **arguments)
    return {"made, missing, writes": torch.tensor([len(done.made), len(done.missing), len(writes)])}


def with_dropout(folder: str):
    """The encoder with a dropout of .3 everywhere."""
    encoder = load_encoder(folder)
    for module in encoder.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = 0.3
    return encoder


def weights(encoder) -> torch.Tensor:
    """All weights as one vector."""
    return torch.cat([p.detach().flatten() for p in encoder.parameters()])


if __name__ == "__main__":
    from safetensors.torch import save_file

    folder, out, rank = sys.argv[1], Path(sys.argv[2]), int(os.environ["RANK"])
    # asked first, answered last: is the connection open when the interpreter ends?
    last = out / f"{rank}.open"
    atexit.register(lambda: last.write_text(str(torch.distributed.is_initialized())))
    found = trainings(folder) | dropout_views(folder, rank) | first_alone(folder, rank)
    found |= bfloat16(folder)
    found |= resumed(folder, rank, out / "training.safetensors")
    found |= interrupted(folder, rank, out / "stopped.safetensors")
    found |= recorded(rank, out / "ledger")
    save_file({name: one.contiguous() for name, one in found.items()}, out / f"{rank}.safetensors")
