import math
from dataclasses import replace

import pytest

from stsutils.data.label_kinds import Labels
from stsutils.errors import UserError
from stsutils.own_pairs.fitting import HEAD_RATE, fitting
from stsutils.own_pairs.news import of_plan
from stsutils.own_pairs.plan import (
    BATCH,
    FEWEST_ROWS,
    SLACK,
    Cost,
    Plan,
    choose,
    usual_epochs,
)
from stsutils.own_pairs.trainings import settings_of

COST, RATES, LOSSES = Cost(step=0.1, pair=0.01), (3e-4, 1.5e-4, 6e-4), 3
WISH = Plan(rows=900, validation=300, test=300, epochs=4, rates=RATES, seeds=3, finalists=3)


def test_the_seconds_are_counted_by_hand():
    plan = Plan(1000, validation=300, test=300, epochs=2, rates=RATES, seeds=3, finalists=1)
    assert plan.rounds(3) == [(250, 3, 3)], "a quarter of the pairs; the best third goes on"
    assert plan.trainings(3) == 3 * 3 + 3
    tried = 2 * 16 * 0.1 + 2 * 300 * 0.01
    final = 2 * 63 * 0.1 + (2 * 300 + 300) * 0.01
    assert plan.minutes(COST, 3) == pytest.approx((9 * tried + 3 * final) / 60)


def test_a_layer_that_starts_from_noise_has_a_rate_of_its_own():
    specs = fitting(Labels("classes", "label", 0, 2))
    made = {name: settings_of(specs[name], {}, WISH, 3e-4, 900) for name in ("softmax", "cosent")}
    assert made["softmax"]["loss_lr"] == HEAD_RATE > made["softmax"]["lr"] == made["cosent"]["lr"]
    assert "loss_lr" not in made["cosent"]


def test_many_losses_take_several_rounds_and_few_pairs_only_one():
    plan = Plan(1000, validation=300, test=300, epochs=2, rates=RATES, seeds=3, finalists=1)
    assert plan.rounds(12) == [(250, 12, 3), (500, 4, 1), (1000, 2, 1)]
    assert plan.trainings(12) == 36 + 4 + 2 + 2, "the last round made the final's first seed"
    few = replace(plan, rows=100, finalists=3)
    assert few.rounds(3) == [(100, 3, 3)]
    assert few.trainings(3) == 9 + 3 * 2
    assert replace(few, rates=RATES[:1]).rounds(3) == [], "nothing to choose"


def test_the_same_minutes_see_several_times_the_pairs():
    """Before, each rate and each seed of each loss took all pairs; validation was read twice."""
    wish = Plan(2590, validation=850, test=850, epochs=2, rates=RATES, seeds=3, finalists=3)
    cost, minutes = Cost(step=0.12, pair=0.004), 3
    plan, _ = choose(wish, cost, LOSSES, minutes)
    assert (plan.finalists, plan.seeds, plan.epochs) == (1, 3, 1)

    def before(rows):
        one = rows / BATCH * cost.step + (2 * plan.validation + plan.test) * cost.pair
        return LOSSES * (len(plan.rates) + plan.seeds - 1) * one / 60

    affordable = max((rows for rows in range(2590) if before(rows) <= SLACK * minutes), default=0)
    assert plan.rows > 3 * affordable


def test_what_is_planned_in_one_line():
    plan = replace(WISH, finalists=1, epochs=1, rates=RATES[:2])
    assert of_plan(plan, 3, 2.51) == (
        "3 losses tried with 225 training pairs, learning rates 0.0003, 0.00015; then the best 1 "
        "of them with 900, 1 epoch, 3 seeds: about 2.5 minutes"
    )
    assert "; then all of them with 900, 4 epochs" in of_plan(WISH, 3, 9.0)
    assert of_plan(replace(plan, rates=RATES[:1]), 1, 1.0) == (
        "1 loss, learning rate 0.0003; then with 900, 1 epoch, 3 seeds: about 1.0 minutes"
    )


def test_small_files_get_more_epochs():
    assert [usual_epochs(rows) for rows in (36, 900, 50_000)] == [10, 4, 1]


def test_enough_time_cuts_nothing():
    assert choose(WISH, COST, LOSSES, 1e6) == (WISH, [])
    enough = WISH.budget(COST, LOSSES)
    assert choose(WISH, COST, LOSSES, enough) == (WISH, [])
    assert choose(WISH, COST, LOSSES, enough - 1)[1] != []
    least = WISH.least().budget(COST, LOSSES)
    assert not any("pairs" in line for line in choose(WISH, COST, LOSSES, least)[1])
    assert any("pairs" in line for line in choose(WISH, COST, LOSSES, least - 1)[1])


def test_less_time_means_less_of_everything_in_order_and_says_so():
    wish, before = WISH, math.inf
    seen = []
    for seconds in (900, 600, 400, 250, 210, 170, 100):
        plan, said = choose(wish, COST, LOSSES, seconds / 60)
        assert plan.minutes(COST, LOSSES) <= SLACK * seconds / 60
        assert plan.minutes(COST, LOSSES) <= before
        before = plan.minutes(COST, LOSSES)
        assert min(plan.rows, plan.validation, plan.test) >= FEWEST_ROWS
        assert plan.seeds >= 2, "an interval needs two"
        seen.append((plan.epochs, len(plan.rates), plan.finalists, plan.rows, plan.seeds))
        assert any(line.startswith("epochs") for line in said) == (plan.epochs < wish.epochs)
        assert any(line.startswith("seeds") for line in said) == (plan.seeds < wish.seeds)
    assert seen == sorted(seen, reverse=True), "epochs go first, then rates, finalists, rows, seeds"
    assert len(set(seen)) >= 5


def test_too_little_time_is_an_error_with_the_minutes():
    with pytest.raises(UserError, match=r"about 0\.4 minutes.*--budget 1 or fewer"):
        choose(WISH, COST, LOSSES, 20 / 60)


def test_where_judging_takes_the_time_the_pairs_that_judge_go():
    cost = Cost(step=0.1, pair=0.05)
    wish = replace(WISH, rows=300, validation=1000, test=5000, epochs=1)
    plan, said = choose(wish, cost, LOSSES, 12)
    assert plan.rows == 300, "one training learns for 2 seconds and judges for minutes"
    assert FEWEST_ROWS < plan.validation < plan.test < 2500
    assert plan.judging(cost, plan.rows) > plan.learning(cost, plan.rows)
    assert [line.split(":")[0] for line in said[:2]] == ["validation pairs", "test pairs"]


def test_small_parts_stay_as_they_are():
    wish = replace(WISH, rows=90, validation=30, test=30, epochs=10)
    plan, _ = choose(wish, COST, LOSSES, 1)
    assert (plan.rows, plan.validation, plan.test) == (90, 30, 30)
