import numpy as np
import pytest
from torch import Generator

from stsutils.microscope import SUBJECTS, gradient_field
from stsutils.microscope.dual import sqrt, value_and_gradient
from stsutils.microscope.field import softmax_field


def by_the_loop(one, cosines, label, settings):
    """The loss of a row and its slopes, by the naive loop on dual numbers."""

    def loss(cosines):
        if len(one.inputs) == 2:
            return one.naive(cosines, [1, 0] if one.ranks else [label], **settings)
        start, turned = [1.0, 0.0], [[c, sqrt(1 - c * c)] for c in cosines]
        if "labels" in one.inputs:
            return one.naive([start, start], turned, [1, 0], **settings)
        return one.naive([start], turned[:1], turned[1:], **settings)

    return value_and_gradient(loss, {"cosines": list(cosines)}, {})


def whole(one):
    """The settings of a loss under which it takes all of its inputs."""
    return [own for draw, own in one.cases if len(draw(2, Generator())) == len(one.inputs)]


FIELDS = [one for one in SUBJECTS.values() if one.labels or one.name in ("angle", "triplet")]
FIELDS.append(SUBJECTS["info_nce"])
ENDS = {"cosine": (-1, 1), "cos_pos": (-1, 1), "prediction": (-1, 3), "score": (-4, 4)}


@pytest.mark.parametrize("one", FIELDS, ids=lambda one: one.name)
def test_a_field_is_what_the_naive_loop_gives_at_each_place(one):
    for settings in whole(one):
        field = gradient_field(one.name, steps=16, **settings)  # no place is a kink
        place, pairs = field.columns[0], "cos_pos" in field
        assert (field[place].min(), field[place].max()) == pytest.approx(ENDS[place], abs=1e-5)
        assert pairs or set(field.label) == set(one.labels)
        assert "error" not in field or (field.error == field.prediction - field.label).all()
        for row in field.to_dict("records"):
            at = [row["cos_pos"], row["cos_neg"]] if pairs else [row[place]]
            loss, slopes = by_the_loop(one, at, row.get("label"), settings)
            names = ["gradient_pos", "gradient_neg"] if pairs else ["gradient"]
            found = [row["loss"], *(row[name] for name in names)]
            assert found == pytest.approx([loss, *slopes["cosines"]], rel=1e-5, abs=1e-6)


def test_softmax_field_depends_on_where_the_pair_lies():
    field = gradient_field("softmax", steps=21)
    assert set(field.label) == {0, 1}
    similar = field[field.label == 1]
    u, v = [1.0, 0.0], [0.0, 1.0]
    at_zero = similar.iloc[(similar.cosine.abs()).argmin()]
    head = [[1.0, 1.0], [-1.0, -1.0]], [-1.0, 1.0]
    wanted = SUBJECTS["softmax"].naive([u], [v], [1], *head, features="|u-v|")
    assert at_zero.loss == pytest.approx(wanted)
    turned = softmax_field(21, turned=30)
    assert (turned.cosine == field.cosine).all()
    assert (turned.loss - field.loss).abs().max() > 0.1


def test_softmax_field_is_the_slope_of_its_loss():
    field = softmax_field(401, turned=90)
    one = field[field.label == 0].iloc[40:-40]
    slope = np.gradient(one.loss, one.cosine)
    assert one.gradient.to_numpy()[1:-1] == pytest.approx(slope[1:-1], abs=1e-3)


def test_a_loss_that_is_no_function_of_cosines_or_unknown_has_no_field(refused):
    names = [name for name, one in SUBJECTS.items() if "teacher_scores" in one.inputs]
    assert "list_net" in names
    for name, words in (
        {n: f"{n} has no field" for n in names} | {"cosinus": "no loss called"}
    ).items():
        refused(words, gradient_field, name)
