"""The index of losses, and the way from settings to what `fit` calls."""

import inspect

import pandas as pd
import pytest
import torch

import stsutils.losses as plain
from stsutils.losses import DATA, LOSSES, loss_named, make_loss
from stsutils.microscope import SUBJECTS
from stsutils.own_pairs.fitting import numbers_of
from stsutils.training import fit

WIDTH = 6


def test_names_are_functions_and_say_what_they_need():
    for name, entry in LOSSES.items():
        assert entry.function is getattr(plain, name)
        assert all((entry.title, entry.data))
        assert "Data:\n" in entry.function.__doc__
    assert {kind for entry in LOSSES.values() for kind in entry.data} == set(DATA)
    assert len(SUBJECTS) >= 27  # a loss of one's own may do without a naive loop


@pytest.mark.parametrize("name", ["softmax", "smooth_k2"])
def test_a_head_starts_from_the_seed_and_from_nothing_else(name):
    heads = []
    for draws, seed in ((0, 1), (3, 1), (0, 2)):
        torch.manual_seed(draws)
        before = torch.get_rng_state()
        heads.append(next(make_loss({"name": name}, WIDTH, seed=seed).parameters()))
        assert torch.equal(torch.get_rng_state(), before)
    assert torch.equal(heads[0], heads[1])
    assert not torch.equal(heads[0], heads[2])


TRIPLETS = ("anchor", "positive", "negative")


@pytest.mark.parametrize(
    ("settings", "columns"),
    [
        ({"name": "softmax"}, None),
        ({"name": "smooth_k2"}, None),
        ({"name": "triplet", "distance": "cosine", "margin": 0.5}, TRIPLETS),
        ({"name": "info_nce"}, TRIPLETS),
        # dropout makes the two views: without it u and v are one, and nothing could be learned
        ({"name": "info_nce"}, ("sentence", "sentence")),
    ],
)
def test_fit_trains_the_encoder_and_the_head(tiny, pairs, sentences, settings, columns):
    rows = pairs.assign(label=(pairs.score // 2).astype(int)).drop(columns="score")
    if columns:
        rows = pd.DataFrame({c: sentences[i : i + 4] for i, c in enumerate(columns)})
    encoder, loss = tiny(), make_loss(settings, 16)
    before = encoder.sha(), [p.clone() for p in getattr(loss, "parameters", list)()]
    plan = {"epochs": 25, "batch_size": 6, "lr": 3e-3, "progress": False}
    history = fit(encoder, rows, loss, columns=columns, **plan)
    first, last = history.loss.iloc[[0, -1]]
    assert last < 0.7 * first
    assert last > 0 or settings["name"] == "triplet", "two equal views would cost nothing"
    assert encoder.sha() != before[0]
    moved = zip(before[1], getattr(loss, "parameters", list)(), strict=True)
    assert all((old - new.cpu()).abs().max() > 1e-3 for old, new in moved)


def test_a_loss_is_named_as_typed_or_as_reports_write_it(refused):
    for name, entry in LOSSES.items():
        assert {loss_named(text) for text in (name, entry.title, entry.title.upper())} == {name}
    assert loss_named("Smooth K2") == loss_named("smooth-k2") == "smooth_k2"
    assert loss_named("No Loss") == "no_loss"
    said = "No loss is called 'cosine'; there are: .*cosent, "
    refused(said, make_loss, {"name": "cosine"}, WIDTH)


def test_every_setting_of_every_loss_is_taken_as_it_is_typed():
    taken = 0
    for name, entry in LOSSES.items():
        makers = filter(None, (entry.head, entry.function))
        parameters = [p for maker in makers for p in inspect.signature(maker).parameters.values()]
        defaults = {p.name: p.default for p in parameters}
        for setting, default in defaults.items():
            if isinstance(default, int | float) and not isinstance(default, bool):
                given = numbers_of([f"{setting}={default:g}"], name)
                assert given == {setting: default}
                assert type(given[setting]) is type(default)
                make_loss({"name": name, **given}, dimension=8)
                taken += 1
    assert taken > 20
