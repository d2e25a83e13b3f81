"""A name of rows is read and written back."""

import pytest

from stsutils.data import RowsName
from stsutils.ledger import Ledger


def test_every_part_has_its_place():
    name = RowsName.parse("stsb:validation@choose@400|binary>2.5#wmean")
    assert name == RowsName("stsb", "validation", ("choose", 400), "binary>2.5", "wmean")
    assert name.place == "stsb:validation@choose@400"
    assert RowsName.parse("mr:all") == RowsName("mr", "all")


def test_every_name_in_the_records_is_written_back():
    names = set()
    for record in Ledger().records("finetune-1"):
        settings = record.run.settings
        names |= {settings["train"], settings["validation"], *settings["test"]}
    assert len(names) > 30
    assert all(str(RowsName.parse(name)) == name for name in names)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("stsb", "named set:split"),
        (":test", "named set:split"),
        ("stsb:@20", "named set:split"),
        ("stsb:test@dev", "after @ comes train, choose"),
        ("stsb:test@1", "a number of rows"),
        ("stsb:test#median", "mean or wmean"),
    ],
)
def test_what_is_no_name_is_refused(refused, wrong, says):
    refused(says, RowsName.parse, wrong)
