import numpy as np
import pytest
import torch

from stsutils.methods.contexts.discriminator import Discriminator, others
from stsutils.methods.contexts.text import Text


def made(form):
    torch.manual_seed(0)
    return Discriminator(50, 8, 6, form).double().eval()


def numbers(rows, seed):
    return torch.randint(5, 50, (rows, 7), generator=torch.Generator().manual_seed(seed))


@pytest.mark.parametrize("form", ["printed", "bilinear"])
def test_the_logits_are_eq_1(form):
    model = made(form)
    left, own, right = (model.read(numbers(3, seed)) for seed in (1, 2, 3))
    found = model.logits(left, own, right)
    weight, bias = model.line.weight[0], model.line.bias[0]
    for row in range(3):
        read = torch.cat([left[row], own[row], right[row]])
        wanted = bias + sum(weight[k] * x for k, x in enumerate(read))
        if form == "bilinear":
            a, b = model.left.weight, model.right.weight
            for i in range(12):
                for j in range(12):
                    met = a[i, j] * left[row, j] + b[i, j] * right[row, j]
                    wanted = wanted + met * own[row, i]
        assert found[row].item() == pytest.approx(wanted.item(), abs=1e-12)


@torch.no_grad()
def test_padding_changes_no_vector():
    model, own = made("bilinear"), numbers(2, 4)
    longer = torch.cat([own, torch.zeros(2, 3, dtype=torch.long)], dim=1)
    torch.testing.assert_close(model.read(own), model.read(longer))


def test_the_loss_is_binary_cross_entropy_of_both():
    model, parts = made("bilinear"), [numbers(4, seed) for seed in (1, 2, 3, 5)]
    yes, no = (torch.sigmoid(model(parts[0], p, parts[2])) for p in (parts[1], parts[3]))
    wanted = -0.5 * (yes.log().mean() + (1 - no).log().mean())
    assert model.loss(*parts).item() == pytest.approx(wanted.item(), abs=1e-12)


def test_half_of_the_wrong_sentences_are_of_the_document(text):
    centres = text.contexts
    wrong, inside = others(text, centres, seed=0)
    assert (np.abs(wrong - centres) > 1).all()
    same = text.documents[wrong] == text.documents[centres]
    assert same[inside].all()
    assert 0.4 < inside.mean() < 0.6
    assert same[~inside].mean() < 0.1
    assert (others(text, centres, 0)[0] == wrong).all()
    assert (others(text, centres, 1)[0] != wrong).any()


def test_another_form_and_a_text_without_a_sentence_outside_of_the_context_are_refused(refused):
    refused("form is printed or bilinear", Discriminator, 50, form="mean")
    short = Text(["One.", "Two.", "Three."], np.zeros(3, int), np.zeros(3, int))
    refused("a text of 3 sentences has none outside a context", others, short, np.array([1]), 0)
