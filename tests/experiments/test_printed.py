"""Sentences that a printed table decides: each kind of check can come out either way."""

import tomllib
from importlib import resources

import pytest

from stsutils.experiments.printed import CHECKS, _printed, claims

TABLE = {("I", "a", "x"): 3.0, ("I", "a", "y"): 5.0, ("I", "b", "x"): 2.0, ("I", "b", "y"): 3.5}
PAIR = {"text": "", "source": "", "table": "I", "a": ["a"], "b": ["b"], "columns": "both"}
LISTS = {"both": ["x", "y"]}


def decided(**own):
    claim = _printed(PAIR | own, LISTS)
    return claim.check(lambda *place: TABLE[place])


@pytest.mark.parametrize(
    ("own", "says"),
    [
        ({"check": "above"}, "2 of 2"),
        ({"check": "mostly above"}, "2 of 2"),
        ({"check": "range", "said": [1.0, 1.5]}, "the differences run from 1.00 to 1.50"),
        ({"check": "largest", "said": 1.5}, "differences 1.00, 1.50"),
        ({"check": "largest", "said": 1.5, "note": "[{}]"}, "[1.00, 1.50]"),
        ({"check": "mean", "said": 1}, "differences 1.00, 1.50, mean 1.25"),
        ({"check": "wins", "said": [2, 2]}, "2 of 2: x, y"),
        ({"check": "sets won by encoder", "said": [2]}, "2"),
        ({"check": "differences", "said": [1.0, 1.5]}, "differences 1.00, 1.50"),
        ({"check": "falling", "columns": ["y", "x"]}, "differences 1.50, 1.00"),
        ({"check": "above", "rising": ["b", "a"]}, "2 of 2"),
    ],
)
def test_a_sentence_is_true_of_one_table_and_not_of_another(own, says):
    assert decided(**own) == (True, says)
    turned = {"columns": "both"} if "columns" in own else {"a": ["b"], "b": ["a"]}
    turned |= {"rising": ["a", "b"]} if "rising" in own else {}
    assert not decided(**own | turned)[0]


def test_most_are_enough_for_what_is_said_in_general():
    one_below = {"models": ["a", "b"], "a": ["{model}"], "b": ["b"]}
    true, says = decided(check="mostly above", **one_below)
    assert (true, says[:6]) == (False, "2 of 4")
    assert says.endswith("not in x: b 2.00, b 2.00; y: b 3.50, b 3.50")


def test_an_unknown_check_is_named(refused):
    refused("no check is called 'bigger'", _printed, PAIR | {"check": "bigger"}, LISTS)


def test_every_check_decides_a_sentence():
    text = resources.files("stsutils.experiments").joinpath("printed.toml").read_text("utf-8")
    used = {one["check"] for one in tomllib.loads(text)["claim"]}
    assert used == set(CHECKS)
    assert len({claim.text for claim in claims()}) == len(claims()) == 35


def test_max_pooling_below_another_is_an_exception_and_a_tie_is_named():
    low, same = "RoBERTa-base | in-domain | CoSENT | CLS", "BERT-base | in-domain | CoSENT | mean"

    def printed(other):
        found = {(low, "PAWS"): other, (same, "STS-B"): 1.0}
        return lambda _, row, column: found.get((row, column), 1.0 if row.endswith("max") else 2.0)

    check = CHECKS["max pooling worst"]
    true, says = check(printed(2.0), {})
    assert (true, says) == (True, "other exceptions: none; ties: STS-B: mean of BERT-base")
    assert check(printed(0.5), {})[0] is False
