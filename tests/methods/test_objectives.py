import pytest
import torch

from stsutils.errors import UserError
from stsutils.methods.objectives import (
    OBJECTIVES,
    check_objective,
    exchange,
    make_objective,
    mask_tokens,
    shuffle_trigrams,
    states,
)
from stsutils.methods.pretrain import build


@pytest.fixture
def ids():
    torch.manual_seed(0)
    ids = torch.randint(5, 100, (400, 50))
    ids[:, 0], ids[:, -1] = 2, 3
    ids[::2, 30], ids[::2, 31:] = 3, 0
    return ids


def test_masking_follows_berts_shares(ids):
    words = ids >= 5
    corrupted, chosen = mask_tokens(ids, 0.3, 100)
    assert chosen[words].float().mean().item() == pytest.approx(0.3, abs=0.01)
    assert not chosen[~words].any()  # a special token is never chosen
    assert torch.equal(corrupted[~chosen], ids[~chosen])
    share = (corrupted[chosen] == 4).float().mean().item()
    kept = (corrupted[chosen] == ids[chosen]).float().mean().item()
    assert share == pytest.approx(0.8, abs=0.02)
    assert kept == pytest.approx(0.1, abs=0.02)


@pytest.mark.parametrize("corrupt", [shuffle_trigrams, exchange])
def test_moved_pieces_are_the_sentences_own(ids, corrupt):
    moved, places = corrupt(ids, 0.3)
    assert torch.equal(moved.sort(1)[0], ids.sort(1)[0])  # none lost, none new
    assert torch.equal(moved[~places], ids[~places])
    assert not places[ids < 5].any()
    assert places[ids >= 5].float().mean().item() == pytest.approx(0.3, abs=0.03)
    assert (moved != ids)[places].float().mean().item() > 0.7


def test_a_shuffled_trigram_stays_where_it_was(ids):
    numbered = torch.where(ids >= 5, torch.arange(50) + 5, ids)
    moved, places = shuffle_trigrams(numbered, 0.3)
    assert (moved - numbered)[places].abs().max() == 2
    far, places = exchange(numbered, 0.3)
    assert (far - numbered)[places].abs().max() > 10


def test_sentences_too_short_for_a_trigram_stay_as_they_are():
    ids = torch.tensor([[2, 7, 8, 3]])
    for _ in range(5):
        moved, places = shuffle_trigrams(ids, 1.0)
        assert torch.equal(moved, ids)
        assert not places.any()


@pytest.mark.parametrize("name", OBJECTIVES)
def test_every_weight_of_the_encoder_learns(ids, name):
    torch.manual_seed(0)
    model = build(100, 2, 16, 2, 64)
    task = make_objective(name, model, mask_rate=0.3, order_rate=0.2)
    task(ids).backward()
    idle = [n for n, p in model.bert.named_parameters() if p.grad is None or not p.grad.any()]
    assert idle == []


@pytest.mark.parametrize("name", OBJECTIVES)
def test_padding_changes_nothing(ids, name):
    model = build(100, 2, 16, 2, 64).eval()
    task = make_objective(name, model, mask_rate=0.3).eval()
    short = ids[::2, :31]
    wide = torch.nn.functional.pad(short, (0, 9))
    near, far = (states(model.bert, given, given != 0) for given in (short, wide))
    torch.testing.assert_close(far[:, :31], near, atol=1e-5, rtol=0)
    if name == "rebuild":  # the vector is the mean over real places only
        task.hide = 1.0
        monster = far.clone()
        monster[:, 31:] = 1e3
        found = []
        for given in (far, monster):
            torch.manual_seed(3)
            found.append(task.rebuild(given, wide != 0, wide))
        torch.testing.assert_close(*found)


def test_the_generator_shares_the_encoders_words():
    model = build(100, 2, 16, 2, 64)
    task = make_objective("detect", model, mask_rate=0.2)
    words = model.bert.embeddings.word_embeddings.weight
    assert task.generator.generator_lm_head.weight is words
    assert task.generator.electra.embeddings.word_embeddings.weight is words


SOME = {"mask_rate": 0.3}


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("guess", SOME),
        ("restore", {}),
        ("restore", {"mask_rate": 5.0}),
        ("restore", {"mask_rate": float("nan")}),
        ("restore", {"mask_rate": 0.1, "order": "sideways"}),
        ("detect", {"order_rate": 0.3}),
        ("rebuild", SOME | {"hide": 0.0}),
        ("rebuild", SOME | {"hide": float("nan")}),
    ],
)
def test_settings_that_cannot_work_are_refused(name, settings):
    with pytest.raises(UserError):
        check_objective({"name": name, **settings})
