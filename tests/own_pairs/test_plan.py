import math
from dataclasses import replace

import pytest

from stsutils.data.label_kinds import Labels
from stsutils.own_pairs import plan as planning
from stsutils.own_pairs.fitting import HEAD_RATE, fitting
from stsutils.own_pairs.news import of_plan
from stsutils.own_pairs.plan import FEWEST_ROWS, LONGEST, SLACK, Cost, Plan, choose, enough
from stsutils.own_pairs.trainings import settings_of

COST, RATES, LOSSES = Cost(step=0.1, pair=0.01), [3e-4, 1.5e-4, 6e-4], 3
WISH = Plan(rows=900, validation=300, test=300, epochs=4, rates=RATES, seeds=3)


def test_the_seconds_are_counted_by_hand():
    plan = Plan(1000, validation=300, test=300, epochs=2, rates=RATES, seeds=3)
    one = 2 * 63 * 0.1 + (2 * 300 + 300) * 0.01
    assert plan.minutes(COST, 1) == pytest.approx(one / 60)
    assert plan.most(3) == 3 * 3 + 3 * 2, "each rate once, two more seeds of the best"


def test_a_layer_that_starts_from_noise_has_a_rate_of_its_own():
    specs = fitting(Labels("classes", "label", 0, 2))
    made = {name: settings_of(specs[name], {}, WISH, 3e-4) for name in ("softmax", "cosent")}
    assert made["softmax"]["loss_lr"] == HEAD_RATE > made["softmax"]["lr"] == made["cosent"]["lr"]
    assert "loss_lr" not in made["cosent"]


def test_what_is_planned_in_one_line_and_a_busy_machine_in_another():
    plan = replace(WISH, epochs=1, rates=RATES[:1])
    (line,) = of_plan(plan, 3, COST, 3)
    what = "3 losses with 900 pairs, 1 epoch, learning rate 0.0003: about 0.6 minutes"
    assert line == f"{what}; then up to 3 seeds while 3 minutes last"
    busy = of_plan(plan, 1, replace(COST, share=0.25), 3)[1]
    assert "gets 25% of its processor" in busy
    assert "3 may take 12 by the clock" in busy


def test_enough_time_cuts_nothing():
    assert choose(WISH, COST, LOSSES, 1e6) == (WISH, [])
    minutes = WISH.budget(COST, WISH.most(LOSSES))
    assert choose(WISH, COST, LOSSES, minutes) == (WISH, [])
    assert choose(WISH, COST, LOSSES, minutes - 1)[1] != []


def test_the_budget_that_is_said_to_be_enough_is():
    asked = replace(WISH, epochs=1)
    least = enough(asked, COST, LOSSES, LONGEST)
    assert choose(asked, COST, LOSSES, least["all"], LONGEST) == (replace(WISH, epochs=5), [])
    shorter = asked.budget(COST, asked.most(LOSSES))  # all rates with one epoch
    assert choose(asked, COST, LOSSES, shorter, LONGEST)[1] != []


@pytest.mark.parametrize("losses", [1, 3, 12])
def test_no_pair_goes_while_one_training_on_all_of_them_fits(losses):
    once = replace(WISH, epochs=1, rates=RATES[:1])
    fits = once.minutes(COST, 1) / SLACK
    for minutes in (fits * 1.001, fits * 1.5, fits * 3, fits * 20):
        plan, said = choose(WISH, COST, losses, minutes)
        assert (plan.rows, plan.validation, plan.test) == (900, 300, 300)
        assert not any("pairs" in line for line in said)
    plan, said = choose(WISH, COST, losses, fits * 0.999)
    assert plan.rows < 900 or plan.validation < 300
    assert any("pairs" in line for line in said)


def test_less_time_means_fewer_rates_then_epochs_then_pairs_and_says_so():
    before, seen = math.inf, []
    for seconds in (600, 400, 200, 110, 60, 30, 12, 8):
        plan, said = choose(WISH, COST, LOSSES, seconds / 60)
        assert plan.minutes(COST, 1) <= min(before, SLACK * seconds / 60)
        before = plan.minutes(COST, 1)
        assert min(plan.rows, plan.validation, plan.test) >= FEWEST_ROWS
        seen.append((len(plan.rates), plan.epochs, plan.rows))
        assert any(line.startswith("epochs") for line in said) == (plan.epochs < WISH.epochs)
        assert any(line.startswith("learning rates") for line in said) == (len(plan.rates) < 3)
    assert seen == sorted(seen, reverse=True)
    assert len(set(seen)) >= 5


def test_too_little_time_is_an_error_with_the_minutes(refused):
    refused(r"about 0\.1 minutes here; give --budget 1$", choose, WISH, COST, LOSSES, 3 / 60)


def test_where_judging_takes_the_time_the_pairs_that_judge_go():
    wish = replace(WISH, rows=300, validation=1000, test=5000, epochs=1)
    plan, said = choose(wish, Cost(step=0.1, pair=0.05), LOSSES, 5)
    assert plan.rows == 300, "one training learns for 2 seconds and judges for minutes"
    assert FEWEST_ROWS < plan.validation < plan.test < 2500
    assert [line.split(":")[0] for line in said[:2]] == ["validation pairs", "test pairs"]


def test_minutes_that_are_left_go_to_epochs_if_each_loss_can_have_two_seeds():
    wish, cost = replace(WISH, epochs=1), Cost(step=0.1, pair=0.002)
    for minutes, rates, epochs in ((0.5, 1, 1), (1.5, 1, 1), (2.5, 1, 3), (5, 1, 5), (20, 3, 5)):
        plan, _ = choose(wish, cost, 3, minutes, LONGEST)
        assert (len(plan.rates), plan.epochs, plan.rows) == (rates, epochs, wish.rows)
        assert plan.minutes(cost, 6 if epochs > 1 else 3) <= SLACK * minutes
    assert choose(wish, cost, 3, 20)[0].epochs == 1, "as many as were asked for"


def test_small_files_get_more_epochs_and_small_parts_stay_as_they_are():
    assert [planning.usual_epochs(rows) for rows in (36, 900, 50_000)] == [10, 4, 1]
    assert [planning.rates_for(width)[0] for width in (16, 383, 384)] == [3e-4, 3e-4, 4e-5]
    wish = replace(WISH, rows=90, validation=30, test=30, epochs=10)
    plan, _ = choose(wish, COST, LOSSES, 0.2)
    assert (plan.rows, plan.validation, plan.test) == (90, 30, 30)
