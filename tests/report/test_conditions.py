"""What a table says of similarity from contexts, which has no training of its own kind."""

import pytest

from stsutils.experiments import Cell, load
from stsutils.report.conditions import cut, told


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("contexts-text", "mini-3; models trained on 1,600 to 40,000 contexts; 6 seeds"),
        ("contexts-trained", "models trained on 1,600 to 40,000 contexts; 3 seeds"),
        (
            "contexts-pairs",
            "mini-3; models trained on 40,000 contexts; 400 to 4,000 harvested pairs; 3 seeds; "
            "large test sets cut to 500 pairs",
        ),
        (
            "contexts-sections",
            "mini-3; models trained on 40,000 contexts; 4,000 harvested pairs; then 2,000 training "
            "rows; 3 seeds; large test sets cut to 2,000 pairs",
        ),
    ],
)
def test_what_was_learned_from(name, words):
    table = load(name)
    assert told(table.at("lab").values(), table.seeds) == words


def test_other_tables_say_nothing_of_contexts():
    table = load("stsb-cosent-mse")
    assert "contexts" not in told(table.at("lab").values(), table.seeds)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rankencoder", "1,000 pairs of STS12, STS13, STS14, STS15, SICK-R"),
        ("contexts-construction", "all pairs"),
        ("stsb-cosent-mse", "all pairs"),
        ("raw-poolings", "all pairs"),
    ],
)
def test_which_test_sets_are_cut(name, words):
    assert cut(load(name).at("lab")) == words


def test_a_number_is_cut_by_the_name_of_its_rows():
    cells = {("row", "STS-B"): Cell({}, "stsb:test"), ("row", "SICK-R"): Cell({}, "folds")}
    assert cut(cells) == "all pairs"
    ranked = cells | {("row", "STS-B"): Cell({}, "stsb:test@1000 by ranks")}
    assert cut(ranked) == "1,000 pairs of STS-B"


def test_rows_of_which_only_a_part_is_at_hand_are_called_local():
    def words(name):
        return told(load(name).at("lab").values(), 5)

    assert "; all training pairs; 2 epochs; 5 seeds" in words("stsb-cosent-mse")
    paws = {n: c for n, c in load("supervised").at("lab").items() if n[1] == "PAWS"}
    assert told(paws.values(), 5).endswith("; all local training pairs; 2 epochs; 5 seeds")
    assert "local" not in told(load("supervised").at("paper").values(), 5)


def test_a_test_set_that_only_the_settings_name_may_be_cut_too():
    assert cut(load("blog-clusters").at("lab")).startswith("5,000 pairs of ATEC, BQ")
