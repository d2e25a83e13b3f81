import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest
import torch

import stsutils.losses as plain
from stsutils.losses.guards import refuse_labels
from stsutils.microscope import SUBJECTS
from stsutils.microscope.checks import one_check
from stsutils.microscope.properties import checks_of

MODULES = [module.name for module in pkgutil.walk_packages(plain.__path__, "stsutils.losses.")]
MODULES += [f"stsutils.microscope.{name}" for name in ("checks", "dual", "field")]


def test_the_shape_annotations_are_enforced_in_the_checked_copy(losses):
    """Canary: without the import hook these calls would broadcast or fail elsewhere."""
    assert losses.cosent is not plain.cosent
    assert importlib.import_module("stsutils.losses") is plain, "it stays in place"
    assert importlib.import_module("stsutils.losses.functions.cosent").cosent is plain.cosent
    for function, cosines, labels in (
        (losses.cosent, torch.zeros(3), torch.zeros(4)),
        (losses.cosine_mse, torch.zeros(3, 1), torch.zeros(3, 1)),
        (losses.cosine, torch.zeros(3, 4), torch.zeros(3, 5)),
        (losses.contrastive, torch.zeros(3, dtype=torch.int64), torch.zeros(3)),
    ):
        with pytest.raises(Exception, match="Type-check error"):
            function(cosines, labels)


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


@pytest.mark.parametrize("one", SUBJECTS.values(), ids=lambda one: one.name)
def test_the_checked_copy_takes_what_the_plain_one_does(losses, one):
    for inputs, settings in one.batches():
        seen = getattr(losses, one.name)(*inputs.values(), **settings)
        assert seen == one.function(*inputs.values(), **settings)
    for title in {"bfloat16", "label types", "one row"} & {*checks_of(one)}:
        result = one_check(title, getattr(losses, one.name), one)
        assert result.passed, result.detail


def test_off_the_cpu_a_refused_label_turns_its_cosine_into_nan(refused):
    """Only the labels' device decides; "meta" stands in for a GPU here."""
    cosines, allowed = torch.tensor([0.1, 0.2, 0.3]), torch.tensor([True, False, True])
    seen = refuse_labels("cosent", cosines, torch.zeros(3, device="meta"), allowed, "Mend.")
    assert seen.isnan().tolist() == [False, True, False]
    said = r"cosent: label 0 of pair 1 in the batch\. Mend\."
    refused(said, refuse_labels, "cosent", cosines, torch.zeros(3), allowed, "Mend.")


@pytest.mark.parametrize("name", MODULES)
def test_doctests(name):
    module = importlib.import_module(name)
    result = doctest.testmod(module)
    assert result.failed == 0
    if ".functions." in name or ".microscope." in name:
        assert result.attempted > 0


def test_all_docstrings_follow_one_schema():
    order = ["Formula", "Args", "Returns", "Raises", "Data", "Reference", "As written, as coded"]
    for function in (entry.function for entry in plain.LOSSES.values()):
        heads = [line.strip() for line in function.__doc__.splitlines()]
        wanted = [*order, "Relations", "Example"]
        places = [next(i for i, h in enumerate(heads) if h.startswith(w)) for w in wanted]
        assert places == sorted(places), function.__name__
