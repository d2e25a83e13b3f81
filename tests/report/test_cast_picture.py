"""The picture of the cast says each pair, what we say of it, and each method's cosine."""

import html
import re

import matplotlib
import pytest

from stsutils import report
from stsutils.data import load
from stsutils.errors import UserError

matplotlib.use("agg")


def test_the_cast_has_a_row_a_pair_and_a_dot_a_method_said_in_words():
    pairs = load("cast")
    cosines = {"no <training>": pairs["score"] / 5, "turned": [-c / 5 for c in pairs["score"]]}
    [words] = re.findall(r'alt="([^"]*)"', report.cast(cosines))
    assert "<" not in words
    told = html.unescape(words).split(" to 0. ")[1].split("; ")
    assert [re.match(r"(.*) \(", one)[1] for one in told] == pairs["kind"].tolist()
    assert told[0] == "synonym (5): no <training> 1.00, turned -1.00"
    assert told[6] == "number (2.5): no <training> 0.50, turned -0.50"
    with pytest.raises(UserError, match="'short' has 11 cosines for 12 pairs"):
        report.cast({"short": [0.5] * 11})
    with pytest.raises(UserError, match="no method"):
        report.cast({})
