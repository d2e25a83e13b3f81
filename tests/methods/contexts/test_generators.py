import pytest
import torch

from stsutils.methods.contexts.generators import TARGETS, Generator, log_unigram


def made(target, dtype=torch.float64):
    torch.manual_seed(0)
    return Generator(40, target, 9, width=16, heads=2).to(dtype).eval()


def sentences(rows=3):
    draw = torch.Generator().manual_seed(7)
    found = torch.randint(5, 40, (3, rows, 9), generator=draw)
    found[:, 0, 6:] = 0
    found[:, :, 0] = 2
    return list(found)


@torch.no_grad()
@pytest.mark.parametrize("target", TARGETS)
def test_the_probability_is_a_product_over_pieces(target):
    """Each factor, read from a sentence that ends there, multiplies to the whole."""
    model, parts = made(target), sentences()
    whole, count = model(*parts)
    assert count.tolist() == [5, 8, 8]
    place = TARGETS[target]
    before = torch.zeros(3, dtype=torch.float64)
    for length in range(2, 10):
        cut = list(parts)
        cut[place] = parts[place][:, :length]
        now, _ = model(*cut)
        assert (now - before <= 1e-12).all(), "a factor is at most 1"
        before = now.double()
    torch.testing.assert_close(before.float(), whole.float())


@torch.no_grad()
def test_the_next_pieces_probabilities_sum_to_one():
    model, (left, own, right) = made("sentence", torch.float32), sentences(1)
    start = own[:, :3]
    total = 0.0
    for piece in range(40):
        longer = torch.cat([start, torch.tensor([[piece]])], dim=1)
        if piece:  # 0 is padding, which is no piece to be written
            total += (model(left, longer, right)[0] - model(left, start, right)[0]).exp().item()
    assert total < 1
    assert total == pytest.approx(1, abs=0.1)


@torch.no_grad()
@pytest.mark.parametrize("target", TARGETS)
def test_padding_and_the_target_itself_are_not_read(target):
    model, parts = made(target), sentences()
    wanted = model(*parts)[0]
    alone = [p[:1, :6] for p in parts]
    torch.testing.assert_close(model(*alone)[0], wanted[:1])
    other = [p.clone() for p in parts]
    for place in range(3):
        if place != TARGETS[target]:
            other[place][1, 3] = 39 if other[place][1, 3] != 39 else 38
    assert (model(*other)[0] != wanted).tolist() == [False, True, False]


@torch.no_grad()
def test_it_starts_at_the_unigram_model():
    model, parts = made("sentence", torch.float32), sentences()
    frequency = log_unigram(parts[1], 40)
    assert frequency.exp().sum().item() == pytest.approx(1, abs=1e-5)
    model.words.weight.zero_()
    model.start_from(frequency)
    summed, _ = model(*parts)
    wanted = (frequency[parts[1][:, 1:]] * (parts[1][:, 1:] != 0)).sum(1)
    torch.testing.assert_close(summed, wanted)


def test_sentence_positions_matter():
    model, (left, own, right) = made("sentence"), sentences()
    assert (model(left, own, right)[0] != model(right, own, left)[0]).all()
    assert model.loss(left, own, right).item() == pytest.approx(
        -(model(left, own, right)[0].sum() / 21).item()
    )
