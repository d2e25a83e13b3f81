"""What every loss is to `fit`, whatever makes it from its function: one table for all of them."""

import inspect
import pickle

import pytest
import torch

from stsutils.losses import LOSSES, OnCosines, OnScores, make_loss

ALL, WIDTH = list(LOSSES), 32
#: Columns of embeddings that a loss takes and those that it needs no labels beside, where not two.
COLUMNS = {"triplet": 3}
UNLABELLED = {"triplet", "info_nce"}
BY_TEACHER = [name for name, entry in LOSSES.items() if entry.data == ("teacher scores",)]


@pytest.fixture(params=ALL)
def name(request):
    """Each loss."""
    return request.param


def made(name: str, **settings):
    return make_loss({"name": name, **settings}, WIDTH)


def batch(name: str, rows: int = 64) -> tuple[list[torch.Tensor], torch.Tensor]:
    """Columns as `fit` hands them over, and labels that fit this loss."""
    generator = torch.Generator().manual_seed(0)
    number, width = COLUMNS.get(name, 2), WIDTH
    if type(made(name)) is OnScores:
        number, width = 1, 1
    columns = [torch.randn(rows, width, generator=generator) for _ in range(number)]
    labels = torch.arange(rows) % 2
    if name in BY_TEACHER:
        labels = torch.randn(rows, 5, generator=generator)
    return [column.requires_grad_() for column in columns], labels


def test_made_by_name_it_moves_every_column_and_pickles(name):
    loss, (columns, labels) = made(name), batch(name)
    value = loss(columns, labels)
    assert loss.name == name
    assert value.shape == ()
    assert value > 0
    assert all(gradient.abs().sum() > 0 for gradient in torch.autograd.grad(value, columns))
    again = pickle.loads(pickle.dumps(loss))
    assert repr(again) == repr(loss)
    assert again(columns, labels) == value


def test_its_settings_are_written_down_with_the_defaults_and_no_other_is_taken(refused, name):
    loss, function = made(name), LOSSES[name].function
    parameters = inspect.signature(function).parameters.values()
    defaults = {p.name: p.default for p in parameters if p.default is not p.empty}
    defaults.pop("negatives", None)  # a column that may be left out
    assert loss.settings.items() >= defaults.items()
    assert name in repr(loss) or name == "softmax"
    assert all(f"{key}={value!r}" in repr(loss) for key, value in loss.settings.items())
    has = ", ".join(key for key in loss.settings if key != "features" or name == "softmax")
    said = f"{name} has no setting lambda_. Its settings: {has or 'none'}."
    assert refused("no setting lambda_", made, name, lambda_=20) == said


def test_autocast_does_not_touch_it_and_half_precision_is_lifted(name):
    """Canary first: under this autocast a matrix product does come back as bf16."""
    loss, (columns, labels) = made(name), batch(name)
    half = [column.detach().bfloat16().requires_grad_() for column in columns]
    wanted = [loss(c, labels) for c in (columns, [column.detach().float() for column in half])]
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert (columns[0] @ columns[0].T).dtype == torch.bfloat16
        seen = [loss(c, labels) for c in (columns, half)]
    assert [value.dtype for value in seen] == [torch.float32] * 2
    assert seen == wanted
    for gradient in torch.autograd.grad(seen[1], half):
        assert gradient.dtype == torch.bfloat16
        assert gradient.abs().sum() > 0


@pytest.mark.parametrize("name", BY_TEACHER)
def test_no_gradient_goes_to_the_teacher(name):
    columns, teacher = batch(name, rows=6)
    made(name)(columns, teacher.requires_grad_()).backward()
    assert teacher.grad is None or teacher.grad.abs().sum() == 0
    scores, taught = torch.rand(2, 6, 6).unbind()
    LOSSES[name].function(scores.requires_grad_(), taught.requires_grad_()).backward()
    assert taught.grad is None or taught.grad.abs().sum() == 0
    assert scores.grad.abs().sum() > 0


def test_an_epochs_last_batch_may_be_one_row(name):
    columns, labels = batch(name, rows=1)
    value = made(name)(columns, labels)
    value.backward()
    assert value.isfinite()
    assert all(column.grad is not None and column.grad.isfinite().all() for column in columns)
    if name in BY_TEACHER and not getattr(made(name), "diagonal", True):
        assert value == 0  # there are no others to rank


def test_labels_that_are_missing_are_asked_for(refused, name):
    columns, labels = batch(name)
    loss = made(name)
    if name in UNLABELLED:
        assert loss(columns, None) == loss(columns, labels)
    else:
        refused(rf"^{name} (needs|takes) .*(label|class|teacher's)", loss, columns, None)


def test_columns_that_do_not_fit_are_refused(refused, name):
    columns, labels = batch(name)
    first, last = columns[0], columns[-1]
    wrong = [[*columns, first, first], [first[:, :1, None]] * len(columns)]
    if len(columns) > 1:
        wrong += [[*columns[:-1], last[:3]], [column[:, 0] for column in columns]]
    if not isinstance(made(name), OnCosines) and name not in BY_TEACHER and len(columns) > 1:
        wrong.append([first])
    for given in wrong:
        refused(rf"^{name} (needs|takes) ", made(name), given, labels)
