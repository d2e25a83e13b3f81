import pytest
import torch

from stsutils.losses.functions.translated_relu import BOUNDARIES
from stsutils.losses.functions.translated_relu import translated_relu as plain

SETTINGS = {"slope": 2.0, "tolerance": 0.25}


def gradient(function, predictions, labels, **settings):
    leaf = torch.tensor(predictions, dtype=torch.float64, requires_grad=True)
    (found,) = torch.autograd.grad(function(leaf, torch.tensor(labels), **settings), leaf)
    return (len(labels) * found).tolist()  # as if each pair were alone


def test_the_papers_figure_2(losses):
    """k = 2, x0 = 0.25: 0 up to 0.25, then a line of slope 2."""
    for miss, wanted in ((0.0, 0.0), (0.2, 0.0), (0.25, 0.0), (0.5, 0.5), (1.0, 1.5)):
        for sign in (1, -1):
            seen = losses.translated_relu(
                torch.tensor([1 + sign * miss]), torch.tensor([1]), **SETTINGS
            )
            assert seen.item() == pytest.approx(wanted)


def test_the_zone_has_no_gradient_its_edge_neither():
    for predictions in ([1.1], [0.9], [1.25], [0.75], [1.0]):
        assert gradient(plain, predictions, [1], **SETTINGS) == [0.0]
    assert gradient(plain, [1.2500001, 0.7499999], [1, 1], **SETTINGS) == [2.0, -2.0]


@pytest.mark.parametrize("boundary", BOUNDARIES)
def test_inside_the_range_all_readings_are_one(boundary):
    predictions = torch.tensor([0.0, 0.4, 1.9, 2.0, 0.9])
    labels = torch.tensor([2, 1, 0, 1, 1])
    assert plain(predictions, labels, boundary=boundary) == plain(predictions, labels)


# one prediction beyond each end, with each of the labels 0, 1, 2
BELOW, ABOVE = [-0.5, -0.5, -0.5], [2.5, 2.5, 2.5]


@pytest.mark.parametrize(
    ("boundary", "below", "above"),
    [
        ("none", (0.5, 1.5, 2.5), (2.5, 1.5, 0.5)),
        ("as_coded", (0.0, 1.0, 2.0), (2.5, 1.5, 0.5)),
        ("both_ends", (0.0, 1.0, 2.0), (2.0, 1.0, 0.0)),
        ("own_end", (0.0, 1.5, 2.5), (2.5, 1.5, 0.0)),
    ],
)
def test_the_four_readings_beyond_the_ends(losses, boundary, below, above):
    for predictions, misses in ((BELOW, below), (ABOVE, above)):
        for prediction, label, miss in zip(predictions, (0, 1, 2), misses, strict=True):
            seen = losses.translated_relu(
                torch.tensor([prediction]), torch.tensor([label]), boundary=boundary, **SETTINGS
            )
            assert seen.item() == pytest.approx(2 * max(0, miss - 0.25)), label


@pytest.mark.parametrize(
    ("boundary", "below", "above"),
    [
        ("none", [-2, -2, -2], [2, 2, 2]),
        ("as_coded", [0, 0, 0], [2, 2, 2]),  # stuck below 0, even with the label 2
        ("both_ends", [0, 0, 0], [0, 0, 0]),  # stuck beyond both ends
        ("own_end", [0, -2, -2], [2, 2, 0]),  # free only where the label is that end
    ],
)
def test_where_the_readings_have_dead_zones(boundary, below, above):
    if boundary == "none":
        below = [-2, -2, -2]
    assert gradient(plain, BELOW, [0, 1, 2], boundary=boundary, **SETTINGS) == below
    assert gradient(plain, ABOVE, [0, 1, 2], boundary=boundary, **SETTINGS) == above


def test_a_wrong_pair_in_the_dead_zone_costs_most_and_learns_nothing():
    """The finding: as coded, ŷ = −0.01 for an entailment pair costs 4.4 and has no gradient."""
    loss = plain(torch.tensor([-0.01]), torch.tensor([2]), boundary="as_coded")
    assert loss.item() == pytest.approx(2.5 * 1.75)
    assert gradient(plain, [-0.01], [2], boundary="as_coded") == [0.0]
    assert gradient(plain, [-0.01], [2], boundary="own_end") == [-2.5]


def test_as_coded_is_the_code():
    """The code multiplies predictions by 1[ŷ ≥ 0]."""
    generator = torch.Generator().manual_seed(1)
    predictions = torch.randn(40, generator=generator, dtype=torch.float64)
    labels = torch.randint(0, 3, (40,), generator=generator)
    ours, theirs = predictions.clone().requires_grad_(), predictions.clone().requires_grad_()
    masked = theirs * (theirs >= 0).double()
    wanted = 2.5 * torch.relu((masked - labels).abs() - 0.25).mean()
    seen = plain(ours, labels, boundary="as_coded")
    torch.testing.assert_close(seen, wanted)
    torch.testing.assert_close(torch.autograd.grad(seen, ours), torch.autograd.grad(wanted, theirs))


def test_other_ends_for_scores(losses):
    predictions, labels = torch.tensor([5.6, -1.0]), torch.tensor([5.0, 4.6])
    seen = losses.translated_relu(predictions, labels, 1.0, 0.5, "own_end", (0.0, 5.0))
    assert seen.item() == pytest.approx(5.1 / 2)
