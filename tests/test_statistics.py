"""Known values, exactness against scipy, and coverage of the interval."""

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from stsutils import statistics as s


def test_spearman_is_scipys_with_ties_and_known_for_a_collapsed_or_diverged_model(refused):
    a, b = [1.0, 2, 2, 4, 3], [0, 1, 1, 1, 0]
    assert s.spearman(a, b) == pytest.approx(stats.spearmanr(a, b).statistic, abs=1e-12)
    assert s.spearman([1, 2, 3], [10, 20, 30]) == 1.0
    assert s.spearman([1, 2, 3], [3, 2, 1]) == -1.0
    assert s.spearman([0.5, 0.5, 0.5], [1, 2, 3]) == 0.0
    assert np.isnan(s.spearman([0.5, np.nan, 0.5], [1, 2, 3]))
    refused("equal length", s.spearman, [1, 2], [1, 2, 3])


@pytest.mark.parametrize(
    ("counts", "known"),
    [
        ((16390, 3610), 0.666),  # ATEC test, 18 % positives
        ((5000, 5000), 0.866),  # BQ, LCQMC
        ((3000, 3000, 3000), 0.943),  # NLI balanced
        ((578, 1147), 0.818),  # MRPC test
    ],
)
def test_tie_ceiling_has_the_known_values(counts, known):
    labels = np.repeat(np.arange(len(counts)), counts)
    assert s.tie_ceiling(labels) == pytest.approx(known, abs=5e-4)


def test_tie_ceiling_is_reached_by_the_sorted_ranking_and_by_no_other():
    labels = np.array([0, 0, 1, 1, 1, 2])
    assert s.tie_ceiling(labels) == pytest.approx(s.spearman(np.arange(6), labels))
    assert s.tie_ceiling([1, 1, 1]) == 0.0
    assert s.tie_ceiling([1, 2, 3]) == 1.0
    random = np.random.default_rng(0)
    others = [s.spearman(random.permutation(6), labels) for _ in range(200)]
    assert max(others) <= s.tie_ceiling(labels) + 1e-12


def test_bootstrap_indices_depend_on_the_name_alone_and_never_change():
    one = s.bootstrap_indices("stsb", 1379)
    assert one.shape == (200, 1379)
    assert (one == s.bootstrap_indices("stsb", 1379)).all()
    assert (one != s.bootstrap_indices("sick", 1379)).any()
    assert one[0, :5].tolist() == [958, 308, 1249, 1351, 88]


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), min_size=2, max_size=30))
def test_bootstrap_is_exact_with_ties(pairs):
    a, b = np.array(pairs, dtype=float).T
    slow = [s.spearman(a[i], b[i]) for i in s.bootstrap_indices("tiny", len(a))]
    assert s.bootstrap_spearman(a, b, "tiny") == pytest.approx(slow, abs=1e-9)


def test_pairs_of_one_group_are_drawn_together(refused):
    random = np.random.default_rng(3)
    groups = np.repeat(np.arange(30), random.integers(1, 6, 30))
    n = len(groups)
    copies = s.bootstrap_copies("tiny", n, groups)
    assert copies.shape == (200, n)
    assert all(len(set(one[groups == g])) == 1 for one in copies for g in range(30))
    assert (copies[:, np.unique(groups, return_index=True)[1]].sum(axis=1) == 30).all()
    # the slow way: repeat the rows, then correlate
    labels = random.integers(0, 4, n)
    fast = s.bootstrap_spearman(groups, labels, "tiny", groups)
    slow = [s.spearman(np.repeat(groups, c), np.repeat(labels, c)) for c in copies]
    assert fast == pytest.approx(slow, abs=1e-9)
    for wrong in (groups[1:], groups - 1, groups + 0.5):
        refused("whole numbers from 0", s.bootstrap_copies, "tiny", n, wrong)
    alone = s.bootstrap_spearman(groups, labels, "tiny", np.arange(n))
    assert (alone == s.bootstrap_spearman(groups, labels, "tiny")).all()


def test_bootstrap_is_fast_and_has_the_right_spread():
    random = np.random.default_rng(1)
    labels = random.normal(size=1379)
    predictions = labels + random.normal(size=1379)
    start = time.process_time()
    draws = s.bootstrap_spearman(predictions, labels, "stsb")
    assert time.process_time() - start < 1
    assert draws.mean() == pytest.approx(s.spearman(predictions, labels), abs=0.01)
    assert 0.010 < draws.std() < 0.022  # (1 - rho²)/sqrt(n) is .014 for Pearson
    assert np.isnan(s.bootstrap_spearman([np.nan, 1], [1, 2], "stsb")).all()


def test_estimate_by_hand():
    # values 1, 2, 3: sd 1, S 3. Draw means over seeds: (1, 3): variance 2.
    one = s.estimate([1.0, 2, 3], [[0, 4], [1, 2], [2, 3]])
    assert (one.value, one.df, one.seeds) == (2.0, 2, 3)
    assert one.se == pytest.approx(np.sqrt(2 + 1 / 3))
    assert one.se_pairs == pytest.approx(np.sqrt(2))
    # t(2) for the seeds, t(199) for the 200 draws that a record holds
    assert one.half_width() == pytest.approx(np.hypot(4.302653 / 3**0.5, 1.971957 * 2**0.5))
    low, high = one.interval(0.9)
    assert (low + high) / 2 == pytest.approx(2.0)
    assert (high - low) / 2 == pytest.approx(np.hypot(2.919986 / 3**0.5, 1.652547 * 2**0.5))


def test_one_seed_says_nothing_about_seeds():
    one = s.estimate([0.7], [[0.69, 0.71]])
    assert one.interval() == (-np.inf, np.inf)
    assert one.outcome() == "open"
    assert one.detectable() == np.inf


def test_pairing_cancels_what_both_share(refused):
    random = np.random.default_rng(2)
    shared = random.normal(size=(3, 200))
    apart = s.contrast([0.7, 0.72, 0.71], [0.6, 0.62, 0.61], shared, random.normal(size=(3, 200)))
    paired = s.contrast([0.7, 0.72, 0.71], [0.6, 0.62, 0.61], shared, shared)
    assert paired.value == pytest.approx(0.1)
    assert paired.se < 1e-9 < apart.se
    refused("both sides", s.contrast, [1, 2], [1, 2], shared[:2], None)
    refused("of one shape", s.contrast, [1, 2], [1, 2], shared[:2], shared[:1])


@pytest.mark.parametrize("level", [0.95, 0.998])
@pytest.mark.parametrize("seeds", [3, 5])
@pytest.mark.parametrize("share", [0.0, 0.25, 1.0, 4.0, 100.0])
def test_interval_covers_whichever_source_of_chance_is_the_larger(seeds, share, level):
    """The seeds' variance is `share` times that of the test pairs; level .998 is Holm's for 25."""
    random, n = np.random.default_rng(seeds), 40_000
    values = random.normal(0, np.sqrt(share * seeds), (n, seeds))
    missed = values.mean(axis=1) + random.normal(size=n)  # true value 0, pairs' deviation 1
    se_seeds = values.std(axis=1, ddof=1) / np.sqrt(seeds)
    quantiles = stats.t.ppf(0.5 + level / 2, [seeds - 1, s.DRAWS - 1])
    half = np.hypot(quantiles[0] * se_seeds, quantiles[1])
    assert half[0] == pytest.approx(
        s.Estimate(0.0, np.hypot(se_seeds[0], 1), seeds - 1, 1.0).half_width(level)
    )
    covered = (np.abs(missed) < half).mean()
    assert covered > level - 3 * np.sqrt(level * (1 - level) / n)
    if share == 0:  # no seed matters: as narrow as an interval over pairs alone
        assert covered < level + 0.003


def test_a_few_equal_numbers_are_no_certainty():
    right, wrong = [1.0] * 5, [0.0] * 5
    for kind, margin in (("greater", 0.0), ("equivalent", 0.5)):
        found = s.contrast(right, wrong if kind == "greater" else right)
        assert found.outcome(margin, kind) == "open"
        assert found.p_value(margin, kind) == 1.0
    draws = np.random.default_rng(0).normal(0.5, 0.1, (5, 200))
    assert s.contrast(right, right, draws, draws).outcome(0.5, "equivalent") == "holds", "one model"


@pytest.mark.parametrize(
    ("value", "se", "margin", "kind", "outcome"),
    [
        (0.05, 0.01, 0.0, "greater", "holds"),
        (-0.05, 0.01, 0.0, "greater", "fails"),
        (0.02, 0.01, 0.0, "greater", "open"),
        (0.05, 0.01, 0.05, "greater", "open"),
        (0.0, 0.01, 0.05, "equivalent", "holds"),
        (0.2, 0.01, 0.05, "equivalent", "fails"),
        (-0.2, 0.01, 0.05, "equivalent", "fails"),
        (0.04, 0.01, 0.05, "equivalent", "open"),
        (0.0, 0.10, 0.05, "equivalent", "open"),
        (float("nan"), 0.01, 0.0, "greater", "open"),
    ],
)
@pytest.mark.parametrize("share", [0.0, 0.3])
def test_verdict_of_a_contrast(value, se, margin, kind, outcome, share):
    one = s.Estimate(value, se, 4, share * se)
    assert one.outcome(margin, kind) == outcome
    assert (one.p_value(margin, kind) < 0.05) == (outcome != "open")


def test_known_p_values_and_the_difference_that_is_found_four_times_in_five():
    assert s.Estimate(0.0, 1.0, 10**6).detectable() == pytest.approx(1.959964 + 0.841621, abs=1e-4)
    assert s.Estimate(2.0, 1.0, 4).p_value() == pytest.approx(2 * stats.t.sf(2.0, 4))
    assert s.Estimate(2.0, 1.0, 4, 1.0).p_value() == pytest.approx(2 * stats.t.sf(2.0, 199))
    between = s.Estimate(2.0, 1.0, 4, 0.7).p_value()
    assert 2 * stats.t.sf(2.0, 199) < between < 2 * stats.t.sf(2.0, 4)
    assert s.Estimate(2.0, 1.0, 4, 0.7).half_width(1 - between) == pytest.approx(2.0)
    assert s.Estimate(0.0, 1.0, 4).p_value() == 1.0
    assert 0 < s.Estimate(1e9, 1.0, 4, 0.5).p_value() <= 1e-9


def holm(p):
    """Adjusted p-values, one step after the other: the oracle for the levels."""
    adjusted, largest = np.empty(len(p)), 0.0
    for k, place in enumerate(np.argsort(p, kind="stable")):
        largest = adjusted[place] = max(largest, min(1.0, (len(p) - k) * p[place]))
    return adjusted


def test_holms_levels_are_known_and_what_nobody_ran_counts_among_many():
    p = [0.01, 0.04, 0.03, 0.005]
    assert holm(p) == pytest.approx([0.03, 0.06, 0.06, 0.02]), "the oracle, by hand"
    assert 1 - s.holm_levels(p) == pytest.approx([0.05 / 3, 0.025, 0.025, 0.05 / 4])
    assert s.holm_levels([]).shape == (0,)
    clear, close = s.Estimate(0.5, 0.01, 4), s.Estimate(0.03, 0.01, 4)
    assert s.decide_together([(close, 0.0, "greater")])[0].outcome == "holds"
    first, second, nothing = s.decide_together(
        [(clear, 0.0, "greater"), (close, 0.0, "greater"), (None, 0.0, "greater")]
    )
    assert (first.outcome, second.outcome, nothing) == ("holds", "open", None)
    assert first.level == pytest.approx(1 - 0.05 / 3)
    assert (first.low, first.high) == clear.interval(first.level)


VALUES, ERRORS = st.floats(-0.2, 0.2), st.floats(0.001, 0.1)
KINDS, SHARES = st.sampled_from(["greater", "equivalent"]), st.sampled_from([0.0, 0.5, 1.0])


@settings(max_examples=100)
@given(st.lists(st.tuples(VALUES, ERRORS, KINDS, SHARES), min_size=1, max_size=8))
def test_intervals_at_holms_levels_decide_as_holm_does(contrasts):
    tests = [(s.Estimate(v, se, 4, share * se), 0.03, kind) for v, se, kind, share in contrasts]
    adjusted = holm([e.p_value(margin, kind) for e, margin, kind in tests])
    for one, p in zip(s.decide_together(tests), adjusted, strict=True):
        if abs(p - 0.05) > 1e-7:
            assert (one.outcome != "open") == (p < 0.05)


def test_seeds_and_pairs_shrink_their_own_share_of_the_error_alone():
    e = s.Estimate(0.05, 0.05, df=3, se_pairs=0.03)  # of the seeds 0.04
    more = e.with_seeds(16)
    assert (more.df, more.se_pairs, more.value) == (15, 0.03, 0.05)
    assert more.se == pytest.approx(np.hypot(0.02, 0.03))
    wider = e.with_pairs(9)
    assert (wider.df, wider.se_pairs) == (3, pytest.approx(0.01))
    assert wider.se == pytest.approx(np.hypot(0.04, 0.01))
    assert e.with_seeds(4) == pytest.approx(e)


def test_the_fewest_seeds_that_decide():
    e = s.Estimate(0.05, 0.04, df=3)
    needed = e.seeds_to_decide()
    assert e.with_seeds(needed).outcome() == "holds"
    assert e.with_seeds(needed - 1).outcome() == "open"
    assert e.seeds_to_decide(most=needed - 1) is None
    assert e.seeds_to_decide(margin=0.1) == needed, "as far below the margin"
    assert e.seeds_to_decide(margin=0.05) is None, "at the margin"
    by_pairs = s.Estimate(0.05, 0.04, df=3, se_pairs=0.04)
    assert by_pairs.seeds_to_decide(most=1000) is None
    assert by_pairs.with_pairs(4).seeds_to_decide() == 2
    assert s.Estimate(0.01, 0.01, df=3).seeds_to_decide(0.05, "equivalent") is not None
    assert s.estimate([1.0]).seeds_to_decide() is None, "one seed tells no spread"
