"""What each loss refuses, and what it says: one table for all of them."""

import inspect
import math
import re

import pytest
import torch

from stsutils.errors import UserError
from stsutils.losses import LOSSES
from stsutils.microscope import SUBJECTS

UNIT, BINARY = 'relabel(rows, "unit")', 'relabel(rows, "binary>2.5")'
MISSING, NOTHING = "a label that is missing has no rank", "there is nothing to predict"
#: Labels that a loss can't take, and how its message ends.
LABELS = [
    ("angle", [math.nan], MISSING),
    ("binary_cross_entropy", [1.2, -0.1, math.nan], UNIT),
    ("contrastive", [3.5, math.nan], BINARY),
    ("cosent", [math.nan], MISSING),
    ("cosine_mse", [4.2, -1.5, math.nan], UNIT),
    ("direct_linear", [3.5, math.nan], BINARY),
    ("direct_squared", [3.5, 0.5], BINARY),
    ("l1", [math.nan, math.inf], NOTHING),
    ("linear_threshold", [3.5, 0.5], BINARY),
    ("margin_mse", [4.2, math.nan], UNIT),
    ("online_contrastive", [3.5, 0.5], BINARY),
    ("pairwise_hinge", [math.nan], MISSING),
    ("pearson", [math.nan, math.inf], "lies on no line"),
    ("rank_gap", [math.nan], MISSING),
    ("rank_net", [math.nan], MISSING),
    ("soft_spearman", [math.nan], MISSING),
    ("smooth_k2", [math.nan, -math.inf], NOTHING),
    ("softmax", [3.0, -1.0, 0.5, math.nan], "The classes are 0 to 2"),
    ("translated_relu", [math.nan, math.inf], NOTHING),
]
#: Settings that make no sense, and what is said of them.
SETTINGS = [
    ("contrastive", {"form": "squared"}, 'choose "as_written" or "as_coded"'),
    ("info_nce", {"chunk": 0}, "chunk is 0; it must be above 0"),
    ("info_nce", {"denominator": "printed"}, "'printed' with 2 columns"),
    ("list_mle", {"form": "mean"}, "form is 'mean'"),
    ("rank_cse", {"ranking": "lambda_rank"}, "one of list_net, list_mle, cosent_rows"),
    ("rank_encoder", {"form": "hinge"}, "form is 'hinge'"),
    ("softmax", {"features": "u*v"}, "choose one of u,v"),
    ("translated_relu", {"tolerance": -0.1}, "tolerance -0.1"),
    ("translated_relu", {"boundary": "clamp"}, "none, as_coded, both_ends, own_end"),
    ("translated_relu", {"boundary": "own_end", "ends": (2.0, 0.0)}, "from a lower to a higher"),
    ("triplet", {"distance": "manhattan"}, 'choose "euclid" or "cosine"'),
]
#: Settings that must be above 0, by loss.
ABOVE_0 = [
    (name, setting)
    for name, entry in LOSSES.items()
    for setting in inspect.signature(entry.function).parameters
    if setting in ("scale", "temperature", "teacher_temperature", "slope", "gap")
]
ABOVE_0.append(("pairwise_hinge", "margin"))
TEACHER = [name for name, one in SUBJECTS.items() if "teacher_scores" in one.inputs]
SQUARE = ("rank_cse", "rank_encoder")  # each sentence with each


def batch(name: str, rows: int = 3) -> dict[str, torch.Tensor]:
    """A batch that the loss takes, by the names of its inputs."""
    return SUBJECTS[name].cases[0][0](rows, torch.Generator().manual_seed(0))


def refused(name: str, inputs: dict, said: str, **settings: object) -> None:
    with pytest.raises(UserError, match=re.escape(said)):
        LOSSES[name].function(*inputs.values(), **settings)


@pytest.mark.parametrize(
    ("name", "label", "mend"), [(name, x, mend) for name, xs, mend in LABELS for x in xs]
)
def test_a_label_it_can_not_take_is_named_with_the_mend(name, label, mend):
    inputs = batch(name)
    assert LOSSES[name].function(*inputs.values()).isfinite()
    inputs["labels"][1] = label
    said = name if name != "angle" else "cosent"  # whose order of labels it is
    refused(name, inputs, f"{said}: label {label:g} of pair 1 in the batch. ")
    refused(name, inputs, mend)


def test_a_teacher_score_that_is_missing_is_refused():
    refused("cosent_rows", {"s": torch.zeros(1, 2), "t": torch.tensor([[0.0, math.nan]])}, MISSING)


@pytest.mark.parametrize(("name", "settings", "said"), SETTINGS)
def test_a_setting_that_makes_no_sense_is_refused(name, settings, said):
    refused(name, batch(name), said, **settings)


@pytest.mark.parametrize(("name", "setting"), ABOVE_0)
@pytest.mark.parametrize("value", [0, -1.0, math.nan])
def test_a_setting_that_must_be_above_0_is_named_with_its_value(name, setting, value):
    refused(name, batch(name), f"{setting} is {value}", **{setting: value})


@pytest.mark.parametrize("name", [name for name, one in SUBJECTS.items() if one.labels])
def test_labels_as_a_column_are_refused(name):
    flat, column = torch.zeros(3), torch.zeros(3, 1)
    first = "prediction" if "predictions" in SUBJECTS[name].inputs else "cosine"
    first = "score" if "scores" in SUBJECTS[name].inputs else first
    said = f"{name} needs one {first} and one label for each pair, as two vectors of one length"
    refused(name, {"x": flat, "y": column}, said)
    refused(name, {"x": flat, "y": column}, f"got {first}s (3,) and labels (3, 1). Flatten them")
    refused(name, {"x": column, "y": column}, f"got {first}s (3, 1) and labels (3, 1). Flatten")


@pytest.mark.parametrize("one", SUBJECTS.values(), ids=lambda one: one.name)
def test_a_row_too_few_is_refused(one):
    inputs = batch(one.name)
    first = next(iter(inputs))
    inputs[first] = inputs[first][:2]
    with pytest.raises(UserError, match=rf"{one.name} needs .*\(2,.*\(3,"):
        one.function(*inputs.values())


@pytest.mark.parametrize("name", TEACHER)
def test_rows_and_their_teachers_are_two_matrices_of_one_shape(name):
    said = f"{name} needs one teacher score for each score, as two matrices of one shape"
    for scores, teacher in (((2, 3), (3, 2)), ((3,), (3,)), ((0, 0), (0, 0))):
        refused(name, {"s": torch.zeros(scores), "t": torch.zeros(teacher)}, said)
    if name in SQUARE:
        refused(name, {"s": torch.zeros(2, 3), "t": torch.zeros(2, 3)}, "m×m")


def test_columns_and_weights_that_do_not_fit():
    softmax, angle = batch("softmax", 40), batch("angle")
    one_column = {"labels": softmax["labels"][:, None]}
    refused("softmax", softmax | one_column, "labels (40, 1) for 40 pairs")
    width = softmax["u"].shape[1]
    said = f"weight must be (3, {width}); got (3, {3 * width})"
    refused("softmax", softmax, said, features="|u-v|")
    said = "angle needs one score and one label"
    refused("angle", angle | {"labels": angle["labels"][:, None]}, said)
    u, v, w = (torch.randn(3, 6) for _ in range(3))
    refused("info_nce", {"u": u, "v": v, "w": w[1:]}, "negatives (2, 6)")
    said = "Eq. 3 has no third"
    refused("info_nce", {"u": u, "v": v, "w": w}, said, denominator="as_printed")


@pytest.mark.parametrize("boundary", ["as_coded", "both_ends", "own_end"])
@pytest.mark.parametrize("name", ["translated_relu", "smooth_k2"])
def test_labels_outside_the_ends_are_refused_where_ends_count(name, boundary):
    inputs = {"predictions": torch.zeros(3), "labels": torch.tensor([1.0, 3.5, 2.0])}
    assert LOSSES[name].function(*inputs.values()) > 0
    said = "label 3.5 of pair 1 in the batch. It is outside ends=(0, 2)"
    refused(name, inputs, said, boundary=boundary)
