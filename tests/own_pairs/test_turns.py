"""Who is trained next, and that nothing is put out within chance: by records made up here."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from stsutils.data.label_kinds import Labels
from stsutils.ledger import Record, Run
from stsutils.own_pairs.plan import SLACK, Plan
from stsutils.own_pairs.turns import SEEDS_SPREAD, behind, play
from stsutils.statistics import spearman

PLAN = Plan(rows=40, validation=400, test=40, epochs=1, rates=[3e-4], seeds=3)
GOLD = np.random.default_rng(0).normal(size=400)


class Made:
    """Trainings that take ``each`` seconds and give a loss's cosines; remembers what was asked."""

    def __init__(self, noise, each=10.0, diverge=()):
        self.noise, self.each, self.diverge, self.asked = noise, each, diverge, []
        self.labels, self.spent = Labels("graded", "score", -3, 3), 0.0
        names = [f"{i}" for i in range(400)]
        pairs = {"sentence1": names, "sentence2": [f"b{n}" for n in names], "score": GOLD}
        self.parts = {"validation": pd.DataFrame(pairs)}

    def record(self, recipe, settings, seed):
        name, lr = settings["loss"]["name"], settings["lr"]
        self.asked.append((name, lr, seed))
        self.spent += self.each
        random = np.random.default_rng([seed, len(name), int(1e6 * lr)])
        common = np.random.default_rng(7).normal(size=400)
        near = common + 0.1 * random.normal(size=400)
        cosines = np.tanh(GOLD + self.noise[name, lr] * near)
        score = float("nan") if name in self.diverge else spearman(cosines, GOLD)
        run, kept = Run(recipe, seed, settings), {"validation 00000": cosines}
        return Record(run, {"validation": score}, {}, [], kept, {})

    def after(self, more):
        return self.spent + more * self.each


def specs(*names):
    return {name: {"labels": "raw", "loss": {"name": name}} for name in names}


def noises(rates=(3e-4,), **by_name):
    return {(name, lr): noise for name, noise in by_name.items() for lr in rates}


def test_each_loss_once_then_seeds_while_time_lasts():
    made = Made(noises(cosent=1.0, cosine_mse=1.02, l1=1.01))
    records, out = play(specs("cosent", "cosine_mse", "l1"), {}, PLAN, made, seconds=70)
    assert [name for name, _, _ in made.asked] == ["cosent", "cosine_mse", "l1"] * 2
    assert [seed for _, _, seed in made.asked] == [0] * 3 + [1] * 3
    assert {len(own) for own in records.values()} == {2}, "no turn is begun that can't be ended"
    assert out == []


def test_what_lies_within_chance_gets_seeds_and_what_does_not_is_told_why():
    made = Made(noises(cosent=1.0, cosine_mse=1.08, l1=4.0))
    records, (left,) = play(specs("cosent", "cosine_mse", "l1"), {}, PLAN, made)
    assert [len(records[name]) for name in ("cosent", "cosine_mse", "l1")] == [3, 3, 1]
    first = {name: own[0].metrics["validation"] for name, own in records.items()}
    assert first["cosine_mse"] < first["cosent"]
    assert (left["name"], left["leader"], left["trainings"]) == ("l1", "cosent", 1)
    assert left["best"] - left["validation"] > left["chance"] > 2 * SEEDS_SPREAD


@pytest.mark.parametrize("gap", [0.0, 0.5, 0.9, 1.1, 2.0])
def test_a_loss_is_out_just_beyond_chance(gap, monkeypatch):
    monkeypatch.setattr("stsutils.own_pairs.turns.bootstrap_spearman", lambda *a, **k: np.arange(9))
    reach = 2 * SEEDS_SPREAD * (2 / 3) ** 0.5
    made = Made(noises(cosent=1.0))
    one = made.record("own", {"loss": {"name": "cosent"}, "lr": 3e-4}, 0)
    scored = {
        name: [Record(one.run, {"validation": score}, {}, [], one.predictions, {})] * 3
        for name, score in (("cosent", 0.5), ("l1", 0.5 - gap * reach))
    }
    assert [left["name"] for left in behind(scored, made)] == (["l1"] if gap > 1 else [])


def test_where_time_is_short_the_first_losses_are_tried_on_all_pairs():
    made = Made(noises(cosent=1.0, cosine_mse=1.0, l1=1.0))
    records, _ = play(specs("cosent", "cosine_mse", "l1"), {}, PLAN, made, seconds=20 * SLACK)
    assert list(records) == ["cosent", "cosine_mse"]
    records, _ = play(specs("l1"), {}, PLAN, Made(noises(l1=1.0)), seconds=0)
    assert list(records) == ["l1"], "one training in any case"


def test_the_best_rate_gets_the_seeds_and_a_diverged_loss_none():
    noise = {("cosent", 3e-4): 1.2, ("cosent", 6e-4): 1.0, ("l1", 3e-4): 1.0, ("l1", 6e-4): 1.0}
    made = Made(noise, diverge=("l1",))
    records, out = play(specs("cosent", "l1"), {}, replace(PLAN, rates=[3e-4, 6e-4]), made)
    assert made.asked[4:] == [("cosent", 6e-4, 1), ("cosent", 6e-4, 2)]
    assert len(records["l1"]) == 1
    assert out == [], "it is told as diverged"
