import pandas as pd
import pytest

from stsutils.data import check_rows
from stsutils.data.label_kinds import label_kind
from stsutils.errors import UserError


def rows(column, values):
    n = len(values)
    first, second = [f"a {i}" for i in range(n)], [f"b {i}" for i in range(n)]
    return check_rows(pd.DataFrame({"sentence1": first, "sentence2": second, column: values}))


@pytest.mark.parametrize(
    ("column", "values", "kind", "middle", "positive"),
    [
        ("label", [0, 1, 1], "binary", 0.5, "label 1"),
        ("score", [-1.0, 1.0], "binary", 0.0, "score 1"),
        ("label", [0, 1, 2], "classes", 1.0, "label 2 (entailment)"),
        ("label", [0, 1, 2, 3], "graded", 1.5, "label above 1.5, the middle of the scale"),
        ("score", [0, 1, 2], "graded", 1.0, "score above 1, the middle of the scale"),
        ("score", [1.0, 3.3, 5.0], "graded", 3.0, "score above 3, the middle of the scale"),
    ],
)
def test_the_kind_the_middle_and_the_words(column, values, kind, middle, positive):
    found = label_kind(rows(column, values))
    assert (found.kind, found.column, found.middle) == (kind, column, middle)
    assert found.positive == positive


def test_snlis_missing_label_is_named_with_its_row():
    with pytest.raises(UserError, match=r"f.csv, row 3, column 'label'.*drop the rows"):
        label_kind(rows("label", [0, 1, -1, 2]), "f.csv")


def test_only_pairs():
    triplets = pd.DataFrame({"anchor": ["a"], "positive": ["b"], "negative": ["c"]})
    with pytest.raises(UserError, match="these rows are triplets"):
        label_kind(triplets)
