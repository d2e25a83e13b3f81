import numpy as np
import pytest
import torch

from stsutils.encoders.tokens import Tokens, check_texts, distinct

CPU = torch.device("cpu")
TEXTS = [[7, 1, 2], [9], [], [4, 5, 6, 3]]
BREAKS = [2, 1, 0, 1]


def test_texts_come_back_as_they_went_in():
    tokens = Tokens.of(TEXTS, CPU)
    assert (list(tokens), tokens[-1], tokens.lengths.tolist()) == (TEXTS, TEXTS[3], [3, 1, 0, 4])
    assert list(Tokens.of([], CPU)) == []
    with pytest.raises(IndexError):
        tokens[4]


def test_a_part_shares_the_tensor():
    tokens = Tokens.of(TEXTS, CPU, BREAKS)
    part = tokens.take(np.array([3, 0, 3]))
    assert part.flat is tokens.flat
    assert list(part) == [TEXTS[3], TEXTS[0], TEXTS[3]]
    assert part.breaks.tolist() == [1, 2, 1]
    assert list(tokens[1:]) == TEXTS[1:]


def test_texts_are_joined_with_and_without_a_shared_tensor():
    tokens = Tokens.of(TEXTS, CPU, BREAKS)
    shared = tokens[2:] + tokens[:1]
    assert shared.flat is tokens.flat
    assert list(shared) == [*TEXTS[2:], TEXTS[0]]
    assert shared.breaks.tolist() == [0, 1, 2]
    other = tokens[:2] + Tokens.of([[8, 8]], CPU, [1])
    assert list(other) == [*TEXTS[:2], [8, 8]]
    assert other.breaks.tolist() == [2, 1, 1]


def test_a_strip_says_which_token_is_which():
    strip = Tokens.of(TEXTS, CPU, BREAKS).take(np.array([3, 2, 0])).strip()
    assert strip.ids.tolist() == [4, 5, 6, 3, 7, 1, 2]
    assert strip.texts.tolist() == [0] * 4 + [2] * 3
    assert strip.places.tolist() == [0, 1, 2, 3, 0, 1, 2]
    assert strip.segments.tolist() == [0, 1, 1, 1, 0, 0, 1]
    assert strip.starts.tolist() == [0, 4, 4]
    assert strip.lengths.tolist() == [4, 0, 3]
    assert Tokens.of(TEXTS, CPU).strip().segments is None


def test_what_is_no_text_is_told_with_its_row(refused):
    refused("give a list of texts", check_texts, "a cat")
    refused("text 2 is None, no text", check_texts, ["a", None])
    check_texts(text := iter(["a"]))
    assert list(text) == ["a"]


def test_each_item_once_and_where_it_is():
    items, rows = distinct("abcab")
    assert items == ["a", "b", "c"]
    assert rows.tolist() == [0, 1, 2, 0, 1]
    assert distinct([])[0] == []
