import math

import pytest

from stsutils.errors import UserError
from stsutils.own_pairs.plan import FEWEST_ROWS, SLACK, Cost, Plan, Sizes, choose, wished

COST, SIZES = Cost(step=0.1, pair=0.01), Sizes(train=900, validation=300, test=300)
RATES, LOSSES = (3e-4, 1.5e-4, 6e-4), 3


def test_the_seconds_are_counted_by_hand():
    plan = Plan(rows=100, epochs=2, rates=RATES, seeds=3, validation=300, test=300)
    assert plan.steps == 2 * 7
    assert plan.trainings == 5, "three rates on one seed, the best on two more"
    one = 14 * 0.1 + (2 * 300 + 300 + 300) * 0.01
    assert plan.seconds(COST, LOSSES) == pytest.approx(3 * 5 * one)


def test_small_files_get_more_epochs():
    assert wished(SIZES, RATES, 3).epochs == 4
    assert wished(Sizes(36, 12, 12), RATES, 3).epochs == 10
    assert wished(Sizes(50_000, 12, 12), RATES, 3).epochs == 1
    assert wished(SIZES, RATES, 3, epochs=2).epochs == 2


def test_enough_time_cuts_nothing():
    wish = wished(SIZES, RATES, 3)
    assert choose(wish, COST, LOSSES, 1e6) == (wish, [])


def test_less_time_means_less_of_everything_in_order_and_says_so():
    wish, before = wished(SIZES, RATES, 3), math.inf
    seen = []
    for seconds in (900, 600, 400, 250, 210, 170, 100):
        plan, said = choose(wish, COST, LOSSES, seconds)
        assert plan.seconds(COST, LOSSES) <= SLACK * seconds
        assert plan.seconds(COST, LOSSES) <= before
        before = plan.seconds(COST, LOSSES)
        assert min(plan.rows, plan.validation, plan.test) >= FEWEST_ROWS
        assert plan.seeds >= 2, "an interval needs two"
        seen.append((plan.epochs, len(plan.rates), plan.rows, plan.seeds))
        assert any(line.startswith("epochs") for line in said) == (plan.epochs < wish.epochs)
        assert any(line.startswith("seeds") for line in said) == (plan.seeds < wish.seeds)
    assert seen == sorted(seen, reverse=True), "epochs go first, then rates, rows, seeds"
    assert len(set(seen)) >= 5


def test_too_little_time_is_an_error_with_the_minutes():
    with pytest.raises(UserError, match=r"about 0\.9 minutes.*--budget 1 or fewer"):
        choose(wished(SIZES, RATES, 3), COST, LOSSES, 20)


def test_where_judging_takes_the_time_the_pairs_that_judge_go():
    cost, sizes = Cost(step=0.1, pair=0.05), Sizes(train=300, validation=1000, test=5000)
    wish = wished(sizes, RATES, 3, epochs=1)
    plan, said = choose(wish, cost, LOSSES, 1800)
    assert plan.rows == 300, "one training learns for 2 seconds and judges for minutes"
    assert FEWEST_ROWS < plan.validation < plan.test < 2500
    assert plan.judging(cost) > plan.learning(cost)
    assert [line.split(":")[0] for line in said[:2]] == ["validation pairs", "test pairs"]


def test_small_parts_stay_as_they_are():
    sizes = Sizes(train=90, validation=30, test=30)
    plan, _ = choose(wished(sizes, RATES, 3), COST, LOSSES, 60)
    assert (plan.rows, plan.validation, plan.test) == (90, 30, 30)
