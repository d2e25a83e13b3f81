import numpy as np
import pytest

from stsutils.evaluation import retrieval
from stsutils.evaluation.retrieval import recall_at


def units(*angles):
    turned = np.deg2rad(angles)
    return np.stack([np.cos(turned), np.sin(turned)], axis=1)


def test_counted_by_hand():
    queries, answers = units(0, 90, 45, 10), units(5, 40, 80, 70)
    # nearest first, 0°: a (5), b (40), d (70), c (80); 90°: c (10), d (20), b (50), a (85)
    right = np.array([True, True, False, False])
    found = recall_at(queries, answers, "qrst", "abcd", right, ks=(1, 2, 3))
    assert found == {1: 0.5, 2: 0.5, 3: 1.0}


def test_one_sentence_in_several_pairs_is_searched_once_and_all_right_answers_are_right():
    queries, answers = units(0, 0, 90), units(10, 5, 10)
    for right, share in (([True, True, False], 1.0), ([True, False, False], 0.0)):
        found = recall_at(queries, answers, "qqr", "aba", np.array(right), ks=(1,))
        assert found == {1: share}


def test_equal_vectors_find_nothing_and_no_question_has_no_answer():
    same = units(*[0] * 20)
    texts = list("abcdefghijklmnopqrst")
    assert recall_at(same, same, texts, texts, np.ones(20, bool)) == {1: 0.0, 10: 0.0}
    assert recall_at(same, same, texts, texts, np.zeros(20, bool)) == {}
    assert recall_at(same, same, texts, ["a"] * 20, np.ones(20, bool)) == {}


def test_blocks_change_nothing(monkeypatch):
    random = np.random.default_rng(0)
    queries, answers = random.normal(size=(2, 50, 8))
    asked, texts = [str(i) for i in range(50)], [str(i % 40) for i in range(50)]
    right = random.random(50) < 0.5
    answers = answers[[i % 40 for i in range(50)]]
    whole = recall_at(queries, answers, asked, texts, right)
    monkeypatch.setattr(retrieval, "BLOCK", 3)
    assert recall_at(queries, answers, asked, texts, right) == pytest.approx(whole)
    assert 0 < whole[10] < 1
