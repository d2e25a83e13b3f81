"""What a table says of similarity from contexts, which has no training of its own kind."""

import pytest

from stsutils.experiments import Cell, load
from stsutils.report.conditions import conditions_of


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
    assert conditions_of(table.at("lab").values(), table.seeds) == words


def test_rows_of_which_only_a_part_is_at_hand_are_called_local():
    def words(name):
        return conditions_of(load(name).at("lab").values(), 5)

    assert "; all training pairs; 2 epochs; 5 seeds" in words("stsb-cosent-mse")
    assert "contexts" not in words("stsb-cosent-mse")
    paws = {n: c for n, c in load("supervised").at("lab").items() if n[1] == "PAWS"}
    assert conditions_of(paws.values(), 5).endswith("; all local training pairs; 2 epochs; 5 seeds")
    assert "local" not in conditions_of(load("supervised").at("paper").values(), 5)


@pytest.mark.parametrize(
    ("metric", "test", "words"),
    [
        ("stsb:test@1000 by ranks", [], "; large test sets cut to 1,000 pairs"),
        ("cosine", "atec:test@5000", "; large test sets cut to 5,000 pairs"),
        ("stsb:test", ["sick_r:test@1000"], ""),
        ("folds", [], ""),
    ],
)
def test_a_test_set_is_cut_by_the_name_of_its_rows(metric, test, words):
    cell = Cell({"encoder": "mini-3", "test": test}, metric)
    assert conditions_of([cell]) == f"mini-3; no training{words}"
