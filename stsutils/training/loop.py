"""The loop: it trains an encoder with any loss."""

import math
import time
from collections.abc import Callable, Iterator, Mapping
from numbers import Integral, Real
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from pandas.api.types import is_numeric_dtype
from torch import Tensor, nn

from stsutils import checkpoints
from stsutils.data import check_rows, label_column, text_columns
from stsutils.encoders import BiEncoder
from stsutils.encoders.devices import check_precision
from stsutils.encoders.matmul import bfloat16_products, matmul_precision
from stsutils.errors import Diverged, UserError
from stsutils.progress import progress_bar
from stsutils.training import caching
from stsutils.training.fingerprint import fingerprint
from stsutils.training.gradients import Gradients
from stsutils.training.optimizer import adamw, set_rates
from stsutils.training.so_far import SoFar
from stsutils.training.team import Team, join_team

#: The arguments of `fit` that decide a training's numbers, and with them its checkpoint.
DECIDING = (
    *("epochs", "batch_size", "lr", "loss_lr", "warmup", "planned", "weight_decay", "clip"),
    *("precision", "chunk", "seed", "evaluate_every", "keep"),
)

#: Arguments of `fit` that are numbers, each with its lowest and highest; some are `WHOLE`.
RANGES = (
    *(("lr", 0, 100), ("loss_lr", 0, 100), ("warmup", 0, 1), ("weight_decay", 0, 100)),
    *(("clip", 1e-12, math.inf), ("planned", 1, math.inf), ("save_every", 0, math.inf)),
    *((name, 1, math.inf) for name in ("epochs", "batch_size", "chunk", "patience")),
    *(("evaluate_every", 1, math.inf), ("seed", 0, 2**63 - 1)),
)
WHOLE = ("epochs", "batch_size", "chunk", "patience", "evaluate_every", "seed")
MAY_BE_NONE = ("loss_lr", "chunk", "patience", "evaluate_every")


def fit(
    encoder: BiEncoder,
    rows: pd.DataFrame,
    loss: Callable[[list[Tensor], Tensor | None], Tensor],
    *,
    evaluate: Callable[[nn.Module], dict[str, float]] | None = None,
    evaluate_every: int | None = None,
    keep: str = "best",
    patience: int | None = None,
    epochs: int = 1,
    batch_size: int = 16,
    lr: float = 2e-5,
    loss_lr: float | None = None,
    warmup: float = 0.1,
    planned: float = 1.0,
    weight_decay: float = 0.01,
    clip: float = 1.0,
    precision: str = "float32",
    chunk: int | None = None,
    seed: int = 0,
    columns: tuple[str, ...] | None = None,
    checkpoint: str | Path | None = None,
    save_every: float = 60.0,
    progress: bool | None = True,
) -> pd.DataFrame:
    """Train `encoder` in place on `rows` and return the history, one line an evaluation.

    encoder: a `BiEncoder`, or any module with `prepare` (text columns to columns of `Tokens`),
        `forward` (tokens to one vector or score each) and `device`.
    rows: a table with text columns and, for most losses, a score or label column (a DataFrame, or
        a Hugging Face Dataset). `columns` names
        the text columns when they should not be found by kind (SimCSE names one column twice).
    loss: called as ``loss(embeddings, labels)``, one B×d matrix a text column, on the whole
        batch. If it is an `nn.Module`, its parameters are trained too.
    evaluate: called as ``evaluate(encoder)`` after each epoch and every `evaluate_every` steps;
        returns named numbers, the first of which chooses the weights when `keep` is "best"
        (higher is better). With "last", or without `evaluate`, the last weights stay.
    patience: stop after so many evaluations without a better first number [go to the end].
    epochs, batch_size, seed: an epoch takes all rows once, in an order of its own that `seed`
        decides, as it does dropout; its last batch has what is left.
    lr, warmup, weight_decay, clip: AdamW; the rate rises linearly over the share `warmup` of all
        steps, then falls linearly to 0; no decay on biases and norms; gradient norm at most `clip`.
    loss_lr: the top rate of the loss' own parameters, such as a classifier that starts from noise
        beside an encoder that does not; `lr` without it.
    planned: the schedule is laid out for so many times the steps that are taken; above 1, training
        stops on the way (the regression paper's code counts 4 times its steps).
    chunk: gradient caching. With a number, about that many tokens are in work at once, and a
        batch of thousands fits in the memory of a small one, for a third more time (dropout
        draws other masks). 1,024 tokens suit a CPU; a GPU wants more.
        Without it a GPU replays recorded passes (`stsutils.training.graphs`): faster, for half as
        much memory again.
    precision: "float32" (on a GPU its matrix products are TF32) or "bfloat16" (autocast); losses
        stay in float32.
    checkpoint: a file to save to every `save_every` seconds and on Ctrl-C. If it exists, training
        continues from it and ends with the same weights as if it had never stopped. A file of
        another training (other rows, labels, loss, starting weights or arguments) is refused.
    progress: whether a bar of the steps is shown; None for a step of longer work (`progress_bar`).

    The history's columns: step, epoch, loss (mean since the line before), chance (what CoSENT's
    loss would be if all cosines were equal; a loss that stays there learns nothing), lr, seconds,
    then what `evaluate` returned. Raises UserError for unusable arguments, Diverged for
    a loss or a gradient that is no number.

    Under `accelerate launch` or torchrun the processes share the work of each batch. All call
    `fit` with the same arguments; `batch_size` counts the rows of all together, the loss sees them
    all, and all end with the same weights and history. The first process alone evaluates and
    writes the checkpoint; the others must be able to read that file.
    """
    # refuse what can't be trained on, before anything is computed
    rows = rows.to_pandas() if hasattr(rows, "to_pandas") else rows
    arguments = dict(locals())
    _check(arguments)
    columns, label = tuple(columns or text_columns(rows)), label_column(rows)
    _check_values(rows, columns, label)

    # what is trained: the encoder, and the loss where it has parameters of its own
    team = join_team()
    module = nn.ModuleDict({"encoder": encoder})
    if isinstance(loss, nn.Module):
        module["loss"] = loss
    module.to(team.device or encoder.device)
    device = encoder.device
    rates = {"encoder": lr, "loss": lr if loss_lr is None else loss_lr}
    optimizer = adamw(module, rates, weight_decay)

    # what a step computes; the texts are tokenised here, once
    gradients = Gradients(
        module, loss, rows, columns, label, team=team, precision=precision, chunk=chunk
    )
    per_epoch = math.ceil(len(rows) / batch_size)
    total = epochs * per_epoch
    settings = {}  # what a checkpoint must agree with; its hashes take a moment
    if checkpoint is not None:
        settings = {name: arguments[name] for name in DECIDING} | {"processes": team.size}
        settings |= {"patience": patience} if patience is not None else {}
        settings |= fingerprint(module, rows, columns, label, loss)

    with (
        torch.random.fork_rng(caching.cuda(device)),
        checkpoints.interruptible() as interrupted,
        matmul_precision("high", device),
        bfloat16_products(precision, device),
        progress_bar(team.first and progress, total=total, unit="step") as bar,
    ):
        # start from the seed, or go on where a checkpoint stopped
        torch.manual_seed(seed)
        state, best, saved = SoFar.new(settings), None, time.perf_counter()
        if checkpoint is not None and team.same(Path(checkpoint).exists()):
            state, best = checkpoints.load(checkpoint, module, optimizer, settings)
        so_far = SoFar(state, device)
        bar.initial = bar.n = so_far.steps
        module.train()
        for batch in _batches(len(rows), batch_size, seed, so_far.steps, total):
            if patience is not None and so_far.state["stale"] >= patience:
                break

            # one step: the rates, the gradients of the loss on the whole batch, the update
            set_rates(optimizer, so_far.steps, math.ceil(planned * total), warmup)
            team.reseed(seed, so_far.steps)
            value = gradients(batch)
            norm = nn.utils.clip_grad_norm_(gradients.parameters, clip)
            optimizer.step()
            so_far.add(value, norm, gradients.chance(batch))
            bar.update()

            # evaluate after each epoch and every so many steps, and keep the best weights
            if so_far.steps % (evaluate_every or per_epoch) == 0 or so_far.steps % per_epoch == 0:
                try:
                    line = so_far.line(per_epoch, optimizer.param_groups[0]["lr"])
                except Diverged:  # nothing can go on from there
                    _delete(checkpoint, team)
                    raise
                scores = team.same(evaluate(encoder) if evaluate and team.first else {})
                if not isinstance(scores, dict):
                    raise UserError(f"evaluate returns named numbers, a dict; got {scores!r:.60}")
                module.train()  # whatever `evaluate` left
                if so_far.judged(line, scores) and keep == "best":
                    best = {k: v.detach().clone() for k, v in module.state_dict().items()}
                numbers = {n: v for n, v in (line | scores).items() if n != "step" and v == v}
                bar.set_postfix({name: f"{value:.4g}" for name, value in numbers.items()})

            # save every so many seconds, and on Ctrl-C
            stop = team.any(interrupted())
            due = stop or time.perf_counter() - saved > save_every
            if checkpoint is not None and due and team.first:
                checkpoints.save(checkpoint, module, optimizer, so_far.to_save(), best)
                saved = time.perf_counter()
            if stop:
                raise KeyboardInterrupt

    # end with the best weights, ready to encode; the checkpoint has done its work
    if best is not None:
        module.load_state_dict(best)
    _delete(checkpoint, team)
    encoder.eval()
    return pd.DataFrame(so_far.state["history"])


def _check(given: Mapping) -> None:
    """Raise UserError for an argument of `fit` that no training can have."""
    encoder, rows, loss = (given[name] for name in ("encoder", "rows", "loss"))
    bare = getattr(loss, "__module__", "").startswith("stsutils.losses.functions.")
    lifted = callable(loss) and (isinstance(loss, nn.Module) or not bare)
    if not isinstance(encoder, nn.Module) or not lifted:
        raise UserError("fit takes an encoder, rows, and a loss such as on_cosines(cosent)")
    if not isinstance(rows, pd.DataFrame):
        check_rows(rows)  # which says so
    if len(rows) == 0:
        raise UserError("fit got no rows to train on")
    if (names := given["columns"]) and (isinstance(names, str) or not set(names) <= set(rows)):
        raise UserError(f"columns names text columns, as ('sentence1', 'sentence2'), not {names!r}")
    for name, low, high in RANGES:
        value, kind = given[name], Integral if name in WHOLE else Real
        if value is None and name in MAY_BE_NONE:
            continue
        if not (isinstance(value, kind) and low <= value <= high):
            number = "whole number" if name in WHOLE else "number"
            end = f" to {high:g}" * (high < math.inf)
            raise UserError(f"{name} is a {number} from {low:g}{end}, not {value!r}")
    check_precision(given["precision"])
    if given["keep"] not in ("best", "last"):
        raise UserError(f"keep is best or last, not {given['keep']!r}")
    if given["patience"] is not None and given["evaluate"] is None:
        raise UserError("patience needs `evaluate` to look at")


def _check_values(rows, columns, label) -> None:
    """Refuse, by row, what is no text or no number: the tokenizer and torch would not say where."""
    texts = all(isinstance(text, str) for column in set(columns) for text in rows[column])
    if texts and (label is None or (is_numeric_dtype(rows[label]) and rows[label].notna().all())):
        return
    check_rows(rows, where="fit's rows", labelled=label is not None)
    raise UserError(f"fit's rows: {', '.join(columns)} must hold texts, and the label numbers")


def _delete(checkpoint: str | Path | None, team: Team) -> None:
    if checkpoint is not None and team.first:
        Path(checkpoint).unlink(missing_ok=True)


def _batches(rows: int, batch_size: int, seed: int, step: int, total: int) -> Iterator[np.ndarray]:
    """The numbers of the rows of each batch, from `step` on; each epoch in an order of its own.

    The order is a pure function of seed and epoch, so a resumed run sees the same rows.
    """
    per_epoch = math.ceil(rows / batch_size)
    for epoch in range(step // per_epoch, total // per_epoch):
        order = np.random.default_rng([seed, epoch]).permutation(rows)
        for start in range(step % per_epoch * batch_size, rows, batch_size):
            yield order[start : start + batch_size]
        step = 0
