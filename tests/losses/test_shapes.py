import doctest
import importlib
import itertools
import pkgutil
import subprocess
import sys

import pytest
import torch

import stsutils.losses as plain
from stsutils.errors import UserError
from stsutils.losses.functions.softmax import FEATURES
from stsutils.losses.guards import refuse_labels
from stsutils.microscope import SUBJECTS
from stsutils.microscope.checks import one_check
from stsutils.microscope.properties import agree, checks_of
from stsutils.microscope.subject import embeddings, labelled


def grid(**choices: tuple) -> list[dict]:
    """Every combination of the settings' values."""
    return [dict(zip(choices, one, strict=True)) for one in itertools.product(*choices.values())]


MODULES = [module.name for module in pkgutil.walk_packages(plain.__path__, "stsutils.losses.")]


def test_the_shape_annotations_are_enforced_in_the_checked_copy(losses):
    """Canary: without the import hook these calls would broadcast or fail elsewhere."""
    assert losses.cosent is not plain.cosent
    with pytest.raises(Exception, match="Type-check error"):
        losses.cosent(torch.zeros(3), torch.zeros(4))
    with pytest.raises(Exception, match="Type-check error"):
        losses.cosine_mse(torch.zeros(3, 1), torch.zeros(3, 1))
    with pytest.raises(Exception, match="Type-check error"):
        losses.cosine(torch.zeros(3, 4), torch.zeros(3, 5))
    with pytest.raises(Exception, match="Type-check error"):
        losses.contrastive(torch.zeros(3, dtype=torch.int64), torch.zeros(3))


def test_names_of_the_package_are_functions_and_modules_are_modules():
    """In a fresh interpreter: nothing is imported before it is used."""
    code = (
        "import sys, stsutils\n"
        "assert 'torch' not in sys.modules\n"
        "loss = stsutils.losses.cosent\n"
        "assert callable(loss) and 'losses' in dir(stsutils)\n"
        "import stsutils.losses.functions.cosent as module\n"
        "assert module.cosent is loss\n"
        "assert not hasattr(stsutils, 'loses')\n"
        "import importlib.util\n"
        "assert importlib.util.find_spec('stsutils.losses.cosent') is None\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_checked_copy_leaves_the_plain_package_in_place(losses):
    assert importlib.import_module("stsutils.losses") is plain
    assert importlib.import_module("stsutils.losses.functions.cosent").cosent is plain.cosent


@pytest.mark.parametrize("one", SUBJECTS.values(), ids=lambda one: one.name)
def test_the_checked_copy_equals_the_loop(losses, one):
    for inputs, settings in one.batches():
        agree(getattr(losses, one.name), one, inputs, settings)
    for title in {"bfloat16", "label types", "one row", "all labels equal"} & {*checks_of(one)}:
        result = one_check(title, getattr(losses, one.name), one)
        assert result.passed, result.detail


FORMS, DISTANCES = ("as_written", "as_coded"), ("euclid", "cosine")
#: The papers' settings beyond those that every check is repeated with.
MORE = {
    "contrastive": grid(threshold=(-1.0, -0.5, 0.0, 0.5, 0.9), form=FORMS),  # Table I
    "triplet": grid(margin=(0.0, 0.5, 1.0, 5.0), distance=DISTANCES),
    "info_nce": grid(temperature=(0.01, 0.05, 1.0), denominator=("in_batch", "as_printed")),
}


@pytest.mark.parametrize(
    ("name", "settings"), [(n, one) for n, grid in MORE.items() for one in grid]
)
def test_it_equals_the_loop_at_the_papers_settings(losses, name, settings):
    one = SUBJECTS[name]
    for draw in {len(draw(2, torch.Generator())): draw for draw, _ in one.cases}.values():
        inputs = draw(30, torch.Generator().manual_seed(0))
        if settings.get("denominator") != "as_printed" or len(inputs) == 2:
            agree(getattr(losses, name), one, inputs, settings)


@pytest.mark.parametrize("width", [1, 2, 5, 6])
@pytest.mark.parametrize("cosine_weight", [0.0, 1.0])
def test_angle_equals_the_loop_at_odd_and_even_widths(losses, width, cosine_weight):
    inputs = labelled(embeddings("u", "v", width=width), (0, 2, 5))(20, torch.Generator())
    settings = {"scale": 3.0, "cosine_weight": cosine_weight}
    agree(losses.angle, SUBJECTS["angle"], inputs, settings)


@pytest.mark.parametrize("classes", [2, 6])
@pytest.mark.parametrize("features", FEATURES)
def test_softmax_equals_the_loop_at_other_numbers_of_classes(losses, classes, features):
    inputs = labelled(embeddings("u", "v", width=5), tuple(range(classes)))(40, torch.Generator())
    width = 5 * (features.count(",") + 1)
    inputs["weight"] = torch.randn(classes, width, dtype=torch.float64)
    inputs["bias"] = torch.randn(classes, dtype=torch.float64)
    agree(losses.softmax, SUBJECTS["softmax"], inputs, {"features": features})


def test_off_the_cpu_a_refused_label_turns_its_cosine_into_nan():
    """Only the labels' device decides; "meta" stands in for a GPU here."""
    cosines, allowed = torch.tensor([0.1, 0.2, 0.3]), torch.tensor([True, False, True])
    seen = refuse_labels("cosent", cosines, torch.zeros(3, device="meta"), allowed, "Mend.")
    assert seen.isnan().tolist() == [False, True, False]
    with pytest.raises(UserError, match=r"cosent: label 0 of pair 1 in the batch\. Mend\."):
        refuse_labels("cosent", cosines, torch.zeros(3), allowed, "Mend.")


@pytest.mark.parametrize("name", MODULES)
def test_doctests(name):
    module = importlib.import_module(name)
    result = doctest.testmod(module)
    assert result.failed == 0
    if ".functions." in name:
        assert result.attempted > 0


def test_all_docstrings_follow_one_schema():
    order = ["Formula", "Args", "Returns", "Raises", "Data", "Reference", "As written, as coded"]
    for function in (entry.function for entry in plain.LOSSES.values()):
        heads = [line.strip() for line in function.__doc__.splitlines()]
        wanted = [*order, "Relations", "Example"]
        places = [next(i for i, h in enumerate(heads) if h.startswith(w)) for w in wanted]
        assert places == sorted(places), function.__name__
