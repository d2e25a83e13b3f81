import json
import math
import re

import numpy as np
import pandas as pd
import pytest
import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import nn

from stsutils.errors import Diverged, UserError
from stsutils.losses import (
    SoftmaxHead,
    chance_level,
    cosent,
    cosine_mse,
    list_net,
    on_cosines,
    on_rows,
    rank_encoder,
)
from stsutils.methods.rank_teacher import RankTeacher
from stsutils.training import fit
from stsutils.training.fingerprint import fingerprint

COSENT = on_cosines(cosent)
QUIET = {"progress": False, "lr": 1e-2, "batch_size": 4}


def weights(encoder):
    return torch.cat([p.detach().flatten() for p in encoder.parameters()])


def by_hand(encoder, rows, loss, *, epochs, batch_size, lr, seed):
    """The loop again, without anything that is not needed: no warm-up, no dropout, no best."""
    slow = [p for n, p in encoder.named_parameters() if p.ndim == 1]
    fast = [p for n, p in encoder.named_parameters() if p.ndim > 1]
    groups = [{"params": fast, "weight_decay": 0.01}, {"params": slow, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=lr)
    steps = -(-len(rows) // batch_size)
    done = 0
    for epoch in range(epochs):
        order = np.random.default_rng([seed, epoch]).permutation(len(rows))
        for start in range(0, len(rows), batch_size):
            batch = rows.iloc[order[start : start + batch_size]]
            for group in optimizer.param_groups:
                group["lr"] = lr * (epochs * steps - done) / (epochs * steps)
            u, v = (encoder(encoder.tokenize(list(batch[c]))) for c in ("sentence1", "sentence2"))
            optimizer.zero_grad()
            loss([u, v], torch.tensor(batch["score"].to_numpy())).backward()
            torch.nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
            optimizer.step()
            done += 1
    return encoder


def test_fit_equals_the_loop_by_hand(tiny, pairs):
    ours, theirs = tiny(dropout=0.0), tiny(dropout=0.0)
    before = weights(ours).clone()
    history = fit(ours, pairs, COSENT, epochs=3, seed=7, warmup=0.0, **QUIET)
    by_hand(theirs, pairs, COSENT, epochs=3, batch_size=4, lr=1e-2, seed=7)
    # Adam divides by tiny second moments, so the last bits of a gradient show; steps are 1e-2
    torch.testing.assert_close(weights(ours), weights(theirs), atol=2e-4, rtol=0)
    assert (weights(ours) - before).abs().max() > 1e-3  # the canary: something was trained
    assert list(history["step"]) == [3, 6, 9]


def test_a_schedule_laid_out_for_more_steps_stops_on_the_way(tiny, pairs):
    """The regression paper's code: 20 % of 4 times the steps is a warm-up over 80 % of them."""
    history = fit(
        tiny(), pairs, COSENT, epochs=10, evaluate_every=1, warmup=0.2, planned=4.0, **QUIET
    )
    rates, total = history["lr"].to_numpy(), len(history)
    assert total == 30
    assert np.argmax(rates) == 24
    np.testing.assert_allclose(rates[:25], 1e-2 * np.arange(25) / 24)
    # at the step that would come next: (120 − 30) / (120 − 24) = 93.75 % of the top
    assert rates[-1] == pytest.approx(1e-2 * (120 - 29) / (120 - 24))
    usual = fit(tiny(), pairs, COSENT, evaluate_every=1, warmup=0.0, **QUIET)["lr"]
    assert usual.tolist() == pytest.approx([1e-2, 1e-2 * 2 / 3, 1e-2 / 3])


def test_training_lowers_the_loss_and_watches_chance(tiny, pairs):
    history = fit(tiny(), pairs, COSENT, epochs=60, **{**QUIET, "lr": 2e-3})
    assert history["loss"].iloc[-1] < 0.5 * history["loss"].iloc[0]
    batches = pairs["score"].to_numpy()[np.random.default_rng([0, 0]).permutation(12)].reshape(3, 4)
    assert history["chance"].iloc[0] == pytest.approx(np.mean([*map(chance_level, batches)]))
    mse = fit(tiny(), pairs.assign(score=pairs["score"] / 5), on_cosines(cosine_mse), **QUIET)
    assert mse["chance"].isna().all()


def test_the_seed_decides_everything_and_the_random_state_is_left_alone(tiny, pairs):
    runs = [tiny() for _ in range(3)]
    for encoder, seed in zip(runs, (1, 1, 2), strict=True):
        torch.manual_seed(np.random.randint(1000))  # noise from outside must not matter
        before = torch.get_rng_state()
        fit(encoder, pairs, COSENT, seed=seed, **QUIET)
        assert torch.equal(torch.get_rng_state(), before)
    assert torch.equal(weights(runs[0]), weights(runs[1]))
    assert not torch.equal(weights(runs[0]), weights(runs[2]))


def test_the_best_weights_are_kept(tiny, pairs):
    scores, seen = iter([0.1, 0.9, 0.3]), []
    best = tiny()

    def evaluate(encoder):
        seen.append(weights(encoder).clone())
        return {"validation": next(scores)}

    history = fit(best, pairs, COSENT, evaluate=evaluate, epochs=3, **QUIET)
    assert torch.equal(weights(best), seen[1])
    assert list(history["validation"]) == [0.1, 0.9, 0.3]
    scores, last = iter([0.1, 0.9, 0.3]), tiny()
    fit(last, pairs, COSENT, evaluate=evaluate, keep="last", epochs=3, **QUIET)
    assert torch.equal(weights(last), seen[-1])


def test_a_training_that_gets_no_better_stops_early(tiny, pairs, tmp_path):
    def training(scores, **options):
        told = iter(scores)
        encoder = tiny()
        history = fit(
            encoder, pairs, COSENT, evaluate=lambda now: {"v": next(told)}, **options, **QUIET
        )
        return history["v"].tolist(), encoder.sha()

    scores = [0.1, 0.3, 0.2, 0.3, 0.9]
    whole, best = training(scores, epochs=5)
    assert whole == scores
    stopped, kept = training(scores, epochs=5, patience=2)
    assert stopped == scores[:4], "an equal score is no better one"
    assert kept != best
    assert kept == training(scores[:2] + [0.0] * 3, epochs=5)[1], "the best weights are kept"
    checkpoint = tmp_path / "c.safetensors"
    assert training(scores, epochs=5, patience=2, checkpoint=checkpoint) == (stopped, kept)


def test_evaluation_every_few_steps(tiny, pairs):
    calls = []
    looks = {"evaluate": lambda encoder: calls.append(1) or {"score": 0.0}, "evaluate_every": 2}
    history = fit(tiny(), pairs, COSENT, epochs=2, **looks, **QUIET)
    assert list(history["step"]) == [2, 3, 4, 6]
    assert len(calls) == 4


class Stop(Exception):
    """Thrown where a machine would have died."""


def stop():
    raise Stop


@pytest.mark.parametrize(("at", "chunk"), [(2, None), (4, None), (9, None), (5, 20)])
def test_a_resumed_training_ends_with_the_same_weights(tiny, pairs, tmp_path, meets, at, chunk):
    whole, halves, fresh = (tiny(dropout=0.3) for _ in range(3))
    looks = []

    def evaluate(encoder):
        looks.append(float(weights(encoder).norm()))
        return {"size": looks[-1]}

    arguments = {"epochs": 3, "evaluate": evaluate, "chunk": chunk, **QUIET}
    expected, file = fit(whole, pairs, COSENT, **arguments), tmp_path / "training.safetensors"
    with pytest.raises(Stop):
        fit(halves, pairs, meets(COSENT, at, stop), checkpoint=file, save_every=0.0, **arguments)
    assert file.exists()
    history = fit(fresh, pairs, COSENT, checkpoint=file, **arguments)
    assert torch.equal(weights(fresh), weights(whole))
    assert looks[:3] == looks[3:], "no look is repeated"
    pd.testing.assert_frame_equal(history.drop(columns="seconds"), expected.drop(columns="seconds"))
    assert not file.exists()  # a finished training leaves nothing behind


@pytest.fixture
def stopped(tiny, pairs, tmp_path, meets):
    """The checkpoint of a training that died after its first step."""
    file = tmp_path / "training.safetensors"
    with pytest.raises(Stop):
        fit(tiny(), pairs, meets(COSENT, 2, stop), checkpoint=file, save_every=0.0, **QUIET)
    return file


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("seed", {"seed": 9}),
        ("lr", {"lr": 1e-3}),
        ("loss_lr", {"loss_lr": 1e-3}),
        ("evaluate_every", {"evaluate_every": 2}),
        ("planned", {"planned": 4.0}),
        ("chunk", {"chunk": 20}),
        ("texts", {"rows": lambda rows: rows.assign(sentence2=rows["sentence1"])}),
        ("labels", {"rows": lambda rows: rows.assign(score=rows["score"] + 1)}),
        ("loss settings", {"loss": on_cosines(cosent, scale=5.0)}),
        ("loss settings", {"loss": on_cosines(cosent, score="angle")}),
        ("loss, loss settings", {"loss": on_cosines(cosine_mse)}),
        ("reading", {"encoder": lambda one: setattr(one, "pooling", "cls")}),
        ("reading", {"encoder": lambda one: setattr(one, "max_length", 5)}),
        ("reading", {"encoder": lambda one: setattr(one, "normalize", True)}),
        ("starting weights", {"encoder": lambda one: next(one.parameters()).data[0, 0].add_(1e-6)}),
    ],
)
def test_a_checkpoint_of_another_training_is_refused(tiny, pairs, stopped, what, change):
    encoder = tiny()
    change.pop("encoder", id)(encoder)
    rows, loss = change.pop("rows", lambda rows: rows)(pairs), change.pop("loss", COSENT)
    with pytest.raises(UserError, match=rf"\(it was made with other settings: {what}\)"):
        fit(encoder, rows, loss, checkpoint=stopped, **{**QUIET, **change})
    assert stopped.exists()


def test_another_teacher_or_diagonal_is_another_loss(tiny, pairs):
    """A teacher by its vectors, and one of ranks by those of its corpus too."""

    def drawn(rows):
        return torch.randn(rows, 3, generator=torch.Generator().manual_seed(rows))

    def said(loss):
        module = torch.nn.ModuleDict({"encoder": tiny()})
        return fingerprint(module, pairs, ("sentence1", "sentence2"), None, loss)["loss settings"]

    by_rows = [(4, False), (5, False), (4, True), (None, False), (None, True), (4, False)]
    by_ranks = [(5, 6), (7, 6), (5, 7), (5, 6)]
    losses = [on_rows(list_net, teacher=n and drawn(n), diagonal=own) for n, own in by_rows]
    assert len({*map(said, losses)}) == 5
    losses = [on_rows(rank_encoder, teacher=RankTeacher(drawn(n), drawn(m))) for n, m in by_ranks]
    assert len({*map(said, losses)}) == 3


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("sentence2", None, "row 3, column 'sentence2': the sentence is missing"),
        ("sentence1", 7, "row 3, column 'sentence1': expected text, found 7"),
        ("score", "high", "row 3, column 'score': expected a number, found 'high'"),
        ("score", float("nan"), "row 3, column 'score': the label is missing"),
        ("score", "1", "must hold texts, and the label numbers"),
    ],
)
def test_a_row_that_cannot_be_trained_on_is_named(refused, tiny, pairs, column, value, said):
    rows = pairs.astype({column: object})
    rows.loc[2, column] = value
    refused("fit's rows.*" + re.escape(said), fit, tiny(), rows, COSENT, **QUIET)


def nothing(embeddings, labels):
    return embeddings[0].sum() * math.nan


def steep(embeddings, labels):
    return (embeddings[0] - embeddings[0].detach()).clamp(min=0).pow(0.1).sum()


@pytest.mark.parametrize("keep", ["best", "last"])
@pytest.mark.parametrize("loss", [nothing, steep])
def test_a_training_that_diverged_says_so_and_leaves_no_checkpoint(
    tiny, pairs, tmp_path, loss, keep, capsys
):
    """Its only step may be the last, and only the gradient may be no number."""
    file = tmp_path / "checkpoint.safetensors"
    options = {"keep": keep, "batch_size": len(pairs), "checkpoint": file, "save_every": 0}
    with pytest.raises(Diverged, match=r"the loss .* at step 1.*diverged.*lower lr") as error:
        fit(tiny(), pairs, loss, **QUIET | options | {"progress": True})
    assert isinstance(error.value, UserError)
    assert not file.exists()
    assert capsys.readouterr().err.endswith("\n"), "an error has a line of its own, below the bar"


def test_a_checkpoint_of_another_version_or_half_of_one_says_so(refused, tiny, pairs, stopped):
    with safe_open(stopped, framework="pt") as file:
        tensors, told = {name: file.get_tensor(name) for name in file.keys()}, file.metadata()  # noqa: SIM118
    state = json.loads(told["state"])
    del state["settings"]["planned"]
    save_file(tensors, stopped, metadata=told | {"state": json.dumps(state)})
    with pytest.raises(UserError, match=r"\(another version of stsutils made it\)\. Delete it"):
        fit(tiny(), pairs, COSENT, checkpoint=stopped, **QUIET)
    save_file(tensors | {"rng": tensors["rng"][:5].clone()}, stopped, metadata=told)
    refused("not a checkpoint", fit, tiny(), pairs, COSENT, checkpoint=stopped, **QUIET)
    stopped.write_bytes(stopped.read_bytes()[:500])
    refused("not a checkpoint", fit, tiny(), pairs, COSENT, checkpoint=stopped, **QUIET)


class Head(nn.Module):
    """A loss with a parameter of its own: a scaled squared error of the cosine."""

    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(()))

    def forward(self, embeddings, labels):
        u, v = embeddings
        return (self.scale * torch.cosine_similarity(u, v) - labels / 5).square().mean()


def test_parameters_of_a_loss_train_by_the_same_rate_or_one_of_their_own(tiny, pairs, tmp_path):
    """AdamW's first step is as long as its rate: so that of the head, and of the encoder."""
    moved = {}
    for name, own in (("same", None), ("own", 0.1), ("none", 0.0)):
        encoder, head = tiny(), Head()
        start = [p.detach().clone() for p in encoder.parameters()]
        plan = {"lr": 1e-3, "warmup": 0.0, "batch_size": 16, "loss_lr": own}
        plan |= {"checkpoint": tmp_path / f"{name}.safetensors", "save_every": 0.0}
        fit(encoder, pairs.head(16), head, **QUIET | plan)
        far = max((p - q).abs().max() for p, q in zip(encoder.parameters(), start, strict=True))
        moved[name] = (abs(head.scale.item() - 1), far.item())
    assert moved["same"][0] == pytest.approx(1e-3, rel=0.05)
    assert moved["own"][0] == pytest.approx(0.1, rel=0.05)
    assert moved["none"][0] == 0.0
    assert all(far == pytest.approx(1e-3, rel=0.05) for _, far in moved.values())


def test_one_text_column_twice_and_no_labels(tiny):
    rows = pd.DataFrame({"sentence": ["a cat", "two dogs run", "the sun", "a man"]})
    seen = []

    def loss(embeddings, labels):
        assert labels is None
        seen.append(embeddings)
        return -torch.cosine_similarity(*embeddings).mean()

    fit(tiny(dropout=0.5), rows, loss, columns=("sentence", "sentence"), **QUIET)
    u, v = seen[0]
    assert u.shape == v.shape == (4, 16)
    assert not torch.allclose(u, v)  # two dropout views


def test_no_decay_on_biases_and_norms(tiny, pairs):
    encoder = tiny()
    fit(encoder, pairs, lambda e, y: 0.0 * e[0].sum(), weight_decay=0.5, warmup=0.0, **QUIET)
    fresh = dict(tiny().named_parameters())
    for name, parameter in encoder.named_parameters():
        assert torch.equal(parameter, fresh[name]) == (parameter.ndim == 1), name


def test_bfloat16_trains_and_keeps_the_loss_in_float32(tiny, pairs):
    seen = []

    def loss(embeddings, labels):
        value = COSENT(embeddings, labels)
        seen.append((embeddings[0].dtype, value.dtype))
        return value

    encoder = tiny()
    history = fit(encoder, pairs, loss, precision="bfloat16", epochs=5, **QUIET)
    assert seen[0][1] == torch.float32
    assert history["loss"].iloc[-1] < history["loss"].iloc[0]
    assert {p.dtype for p in encoder.parameters()} == {torch.float32}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"epochs": 0}, "epochs"),
        ({"batch_size": 0}, "batch_size"),
        ({"precision": "float16"}, "precision"),
        ({"keep": "both"}, "keep"),
        ({"planned": 0.5}, "planned is a number from 1, not 0.5"),
        ({"patience": 0}, "patience is a whole number from 1, not 0"),
        ({"patience": 2}, "patience needs `evaluate`"),
        ({"lr": -1.0}, "lr is a number from 0 to 100, not -1.0"),
        ({"lr": "1e-3"}, "lr is a number"),
        ({"clip": 0}, "clip is a number from 1e-12, not 0"),
        ({"warmup": 2}, "warmup is a number from 0 to 1, not 2"),
        ({"evaluate_every": 0}, "evaluate_every is a whole number from 1"),
        ({"seed": -1}, "seed is a whole number from 0"),
        ({"epochs": 1.5}, "epochs is a whole number from 1, not 1.5"),
        ({"rows": ["one", "two"]}, "rows must be a pandas DataFrame, not list"),
        ({"chunk": 0}, "chunk"),
        ({"columns": "sentence1"}, "columns names text columns, .* not 'sentence1'"),
        ({"columns": ("sentence1", "b")}, r"columns names .* not \('sentence1', 'b'\)"),
        ({"rows": pd.DataFrame({"sentence1": [], "sentence2": [], "score": []})}, "no rows"),
        ({"lr": None}, "lr is a number from 0 to 100, not None"),
        ({"loss": cosent}, r"a loss such as on_cosines\(cosent\)"),
        ({"loss": SoftmaxHead}, r"a loss such as on_cosines\(cosent\)"),
        ({"evaluate": lambda encoder: 0.5}, "evaluate returns named numbers, a dict; got 0.5"),
    ],
)
def test_unusable_arguments_are_named(refused, tiny, pairs, change, words):
    rows, loss = change.pop("rows", pairs), change.pop("loss", COSENT)
    refused(words, fit, tiny(), rows, loss, **QUIET | change)


def test_the_only_step_trains_and_numpys_numbers_are_saved(tiny, pairs, tmp_path):
    trained, saved = tiny(), {"checkpoint": tmp_path / "one.safetensors", "save_every": 0.0}
    given = {"lr": np.float32(1e-3), "seed": np.int64(3), "batch_size": len(pairs)}
    fit(trained, pairs, COSENT, **QUIET | given | saved)
    moved = zip(trained.parameters(), tiny().parameters(), strict=True)
    assert not all(torch.equal(one, other) for one, other in moved)
