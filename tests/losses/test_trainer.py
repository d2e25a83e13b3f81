"""Our losses in sentence-transformers' Trainer: what `fit` does, in one process and in two."""

import runpy
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from stsutils.encoders import load_encoder
from stsutils.losses import LOSSES, for_sentence_transformers, make_loss

SCRIPT = Path(__file__).with_name("trainer_work.py")


@pytest.mark.filterwarnings("ignore")  # of their libraries
def test_two_processes_of_their_trainer_equal_one(torchrun, still_folder, tmp_path):
    torchrun(SCRIPT, still_folder, tmp_path)
    one = runpy.run_path(str(SCRIPT))["trainings"](str(still_folder), str(tmp_path))
    start = load_encoder(str(still_folder)).transformer.state_dict()
    for rank in (0, 1):
        two = load_file(tmp_path / f"{rank}.safetensors")
        assert two.keys() == one.keys()
        for name, weights in one.items():
            torch.testing.assert_close(two[name], weights, rtol=1e-4, atol=1e-5)
    for loss in ("cosent", "cosine_mse", "softmax", "info_nce"):
        own = {name: value for name, value in one.items() if name.startswith(f"{loss} ")}
        both = [(own[n], start[key]) for n in own for key in start if n.endswith(f".{key}")]
        assert max((a - b).abs().max() for a, b in both) > 1e-3, f"{loss} trained nothing"


@pytest.mark.parametrize("name", ["cosent", "cosine_mse", "contrastive", "softmax", "info_nce"])
def test_the_loss_is_the_one_of_fit(still_folder, name):
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(still_folder), device="cpu")
    encoder = load_encoder(str(still_folder))
    columns = [["a cat sat .", "two dogs run ."], ["a dog .", "the woman reads ."]]
    labels = torch.tensor([1, 0])
    inputs = [model.preprocess(column) for column in columns]
    found = for_sentence_transformers(model, LOSSES[name].title)(inputs, labels)
    vectors = [encoder(tokens) for tokens in encoder.prepare(columns)]
    torch.testing.assert_close(found, make_loss({"name": name}, 16)(vectors, labels))


def test_what_is_no_model_of_theirs_is_told(refused):
    other = torch.nn.Linear(1, 1)
    refused("takes a SentenceTransformer", for_sentence_transformers, other, "cosent")
    theirs = torch.nn.Module()
    theirs.get_embedding_dimension = lambda: 2
    refused("named by a text, such as 'cosent'; got 3", for_sentence_transformers, theirs, 3)
