import pytest
import torch

from stsutils.methods.objectives import OBJECTIVES, make_objective, mask_tokens, states
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


@pytest.mark.parametrize("name", OBJECTIVES)
def test_every_weight_of_the_encoder_learns(ids, name):
    torch.manual_seed(0)
    model = build(100, 2, 16, 2, 64)
    task = make_objective(name, model, mask_rate=0.3)
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
            found.append(task.rebuild(given, wide))
        torch.testing.assert_close(*found)
