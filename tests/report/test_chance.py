"""Draws of old records are spread, draws of new ones are not, and the two never cancel."""

import numpy as np
import pytest

from stsutils import statistics
from stsutils.data import RowsName
from stsutils.data.components import linked_groups
from stsutils.ledger import Ledger, Record, Result, Run
from stsutils.recipes import raw
from stsutils.recipes.rows import gold, rows_of
from stsutils.recipes.scoring import DRAWN, FEWEST
from stsutils.report.chance import drawn_alike, drawn_singly, draws_of, factor, widenings

FACTORS = {"stsb:test": 1.5, "stsb:test@1000": 1.3}


def test_the_factor_is_that_of_the_longest_name():
    assert factor("stsb:test", FACTORS) == 1.5
    assert factor("stsb:test|binary>2.5", FACTORS) == 1.5
    assert factor("stsb:test@1000 auc", FACTORS) == 1.3
    assert factor("stsb:test#mean", FACTORS) == 1.5
    assert factor("stsb:testing", FACTORS) == factor("paws:test", FACTORS) == 1.0
    # groups of pairs have the factor of the set they are of
    assert factor("high third by ranks", FACTORS, "stsb:test") == 1.5
    assert factor("fifth 5 gain", FACTORS, "stsb:test") == 1.5
    assert factor("alignment of ranks", FACTORS, "stsb:test") == 1.5
    assert factor("uniformity", FACTORS, "stsb:test") == 1.0, "of sentences, not of pairs"
    assert factor("high third", FACTORS) == factor("high third", FACTORS, "paws:test") == 1.0
    assert factor("stsb:test@1000 by ranks", FACTORS, "stsb:test") == 1.3, "the set that is named"


def test_old_draws_are_spread_about_the_value(ledger):
    draws, metrics = {"stsb:test": np.array([0.5, 0.7])}, {"stsb:test": 0.6}
    old, new = Run("raw-1", 0, {"a": 1}), Run("raw-1", 0, {"a": 2})
    ledger.write(old, Result(metrics, draws))
    ledger.write(new, Result(metrics, draws, extra={"drawn": "linked"}))
    audit = Run("audit-1", 0, {"linked": "stsb:test"})
    ledger.write(audit, Result({"widening": 1.5, "pairs": 10}))
    ledger.write(Run("audit-1", 0, {"set": "stsb", "split": "test"}), Result({"rows": 10}))
    assert widenings() == {"stsb:test": 1.5}
    record = ledger.read(old)
    assert draws_of(record, "stsb:test", FACTORS) == pytest.approx([0.45, 0.75])
    assert draws_of(ledger.read(new), "stsb:test", FACTORS) == pytest.approx([0.5, 0.7])
    known = {"stsb:test by head": 0.6, "stsb:test accuracy": 0.6, "stsb:test leaked": 0.6}
    for metric, value in known.items():  # numbers that draw singly, beside tests that do not
        run = Run("siamese-1", 0, {"b": metric})
        own = Result({metric: value}, {metric: np.array([0.5, 0.7])}, extra={"drawn": "linked"})
        ledger.write(run, own)
        assert draws_of(ledger.read(run), metric, FACTORS) == pytest.approx([0.45, 0.75])
    assert draws_of(record, "stsb:test", {}) == pytest.approx([0.5, 0.7])


def test_folds_triplets_and_pearsons_r_are_spread_in_new_records_too():
    settings = {"triplets": ["wiki:test"], "folds": {"train": "ukp:all"}}
    metrics = dict.fromkeys(("folds", "wiki:test", "a:test", "a:test pearson", "b pearson"), 0.5)
    draws = {name: np.array([0.4, 0.6]) for name in metrics} | {"a:test": np.array([0.3, 0.7])}
    record = Record(Run("surrogate-1", 0, settings), metrics, draws, [], {}, {"drawn": "linked"})
    factors = {"wiki:test": 1.5, "ukp:all": 3.0, "a:test": 9.0}
    wanted = {"folds": 0.3, "wiki:test": 0.15, "a:test": 0.2, "a:test pearson": 0.2}
    for metric, far in wanted.items():
        assert draws_of(record, metric, factors) == pytest.approx([0.5 - far, 0.5 + far]), metric
    assert draws_of(record, "b pearson", factors) == pytest.approx([0.4, 0.6]), "nothing is known"
    run = Run("clusters-1", 0, {"encoder": "mini-3", "test": "stsb:test"})
    record = Record(run, {"cosine": 0.5}, {"cosine": np.array([0.4, 0.6])}, [], {}, {})
    spread = draws_of(record, "cosine", {"stsb:test": 1.5, "paws:test": 3.0})
    assert spread == pytest.approx([0.35, 0.65]), "of one set, whatever its metrics are called"


def test_one_tangled_test_widens_no_other():
    """Its own numbers are spread, and those of a gold or of classes that go by its name."""
    names = ("a:test", "a:test#mean", "a:test#mean auc", "low third", "low third gain", "b:test")
    metrics = dict.fromkeys(names, 0.5)
    draws = {name: np.array([0.4, 0.6]) for name in names}
    made = {"drawn": "linked", "singly": ["a:test#mean", "low third"]}
    run = Run("rank-vectors-1", 0, {"study": "a:test"})
    record = Record(run, metrics, draws, [], {}, made)
    far = {name: draws_of(record, name, {"a:test": 3.0, "b:test": 9.0})[1] - 0.5 for name in names}
    assert far == pytest.approx(dict(zip(names, (0.1, 0.3, 0.3, 0.3, 0.3, 0.1), strict=True)))


def test_the_links_of_what_is_drawn_singly_are_counted():
    """No interval of pairs or triplets stays too narrow for want of an audit."""
    counted = widenings()
    for record in Ledger().records():
        for metric in record.draws if record.run.recipe != "bench-1" else ():
            if ":" in metric and drawn_singly(record, metric):
                place = RowsName.parse(metric.split(" ")[0]).place
                assert place in counted, f"{record.run.recipe} {record.run.id}: {metric}"


def test_two_kinds_of_draws_do_not_cancel_in_a_mean():
    single, linked = np.random.default_rng(0).normal(0, 0.02, (2, 200))
    values = dict.fromkeys(range(4), 0.5)
    draws = {0: 0.5 + single, 1: 0.5 + single, 2: 0.5 + single, 3: 0.5 + linked}
    alike = drawn_alike(draws, values, {0: None, 1: None, 2: None, 3: "linked"})
    one = statistics.estimate([0.5] * 4, np.stack([alike[s] for s in range(4)]))
    assert one.se_pairs == pytest.approx(single.std(ddof=1))
    mixed = statistics.estimate([0.5] * 4, np.stack([draws[s] for s in range(4)]))
    assert mixed.se_pairs < 0.9 * one.se_pairs, "what is avoided"
    assert drawn_alike(draws, values, dict.fromkeys(range(4))) == draws


def test_new_records_draw_linked_pairs_together(tiny_encoders):
    name = "demo_hard:test@60"
    settings = {"encoder": "tiny", "pooling": "mean", "max_length": 32, "test": [name]}
    result = raw({**settings, "distributions": True}, 0)
    assert result.extra["drawn"] == "linked"
    for what in DRAWN:
        draws = result.draws[f"{name} {what}"]
        assert draws.shape == (200,)
        assert abs(draws.mean() - result.metrics[f"{name} {what}"]) < 4 * draws.std() + 1e-9
    rows = rows_of(name)
    groups = linked_groups(rows, FEWEST)[0]
    assert len(groups) == len(rows)
    wanted = statistics.bootstrap_spearman(
        result.predictions[name], gold(rows), name, groups=groups
    )
    assert result.draws[name] == pytest.approx(wanted)


def test_pearson_and_spearman_of_the_same_pairs_have_intervals_of_like_width():
    """Over all records of the book: they are two correlations of the same numbers."""
    factors, seen = widenings(), 0
    for record in Ledger().records():
        for metric in [name for name in record.draws if name.endswith(" pearson")]:
            other = metric.removesuffix(" pearson")
            widths = [np.std(draws_of(record, m, factors)) for m in (metric, other)]
            assert 1 / 3 < widths[0] / widths[1] < 3, (record.run.id, metric)
            seen += 1
    assert seen >= 10
