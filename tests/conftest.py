"""Fixtures that several rooms share."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest
from hypothesis import settings

# A loaded machine must not turn a test red.
settings.register_profile("book", deadline=None)
settings.load_profile("book")

SENTENCES = [
    "a cat sat on the mat .",
    "the cat sleeps on a warm mat in the sun today .",
    "two dogs run .",
    "a man plays the guitar on the street while people listen to the old song .",
    "the woman reads .",
    "一只 猫 在 睡觉",
]


def pytest_collection_modifyitems(items):
    """Two long files first: begun last, they would be waited for alone."""
    items.sort(key=lambda item: item.path.name not in ("test_graders.py", "test_attacks.py"))


@pytest.fixture
def sentences():
    """Five English sentences of different lengths and a Chinese one."""
    return list(SENTENCES)


@pytest.fixture(scope="session")
def tiny_parts():
    """A tokenizer and the settings of a two-layer BERT, small enough for any test."""
    from stsutils.methods.wordpieces import train_tokenizer

    return train_tokenizer(SENTENCES * 3, 120, 32)


def tiny_bert(parts, dropout):
    """Two layers of random weights, always the same."""
    import torch

    from stsutils.methods.pretrain import build

    with torch.random.fork_rng():
        torch.manual_seed(5)
        return build(len(parts), 2, 16, 2, 32, dropout).bert


def saved(parts, folder, dropout=0.1):
    """A tiny encoder's folder."""
    from stsutils.encoders import BiEncoder, save

    return save(BiEncoder(tiny_bert(parts, dropout), parts, max_length=32), folder)


@pytest.fixture
def tiny(tiny_parts):
    """A function that makes a fresh tiny encoder, always with the same weights."""
    from stsutils.encoders import BiEncoder

    def make(pooling="mean", dropout=0.1, **kwargs):
        bert = tiny_bert(tiny_parts, dropout)
        return BiEncoder(bert, tiny_parts, pooling=pooling, max_length=32, **kwargs).eval()

    return make


@pytest.fixture(scope="session")
def encoder(tiny_parts, tmp_path_factory):
    """The folder of a tiny encoder with random weights."""
    return str(saved(tiny_parts, tmp_path_factory.mktemp("tiny5")))


@pytest.fixture(scope="session")
def still_folder(tiny_parts, tmp_path_factory):
    """The folder of the tiny encoder without dropout: processes that load it train alike."""
    return saved(tiny_parts, tmp_path_factory.mktemp("encoder"), dropout=0.0)


@pytest.fixture(scope="session")
def call():
    """A function that runs a command and gives its result; what it raises is raised."""
    from typer.testing import CliRunner

    from stsutils import cli

    def run(*words, code=0):
        done = CliRunner().invoke(cli.app, [str(word) for word in words], catch_exceptions=False)
        assert done.exit_code == code, done.output
        return done

    return run


@pytest.fixture(scope="session")
def said(call):
    """A function that runs a command and gives all that it says."""
    return lambda *words, code=0: call(*words, code=code).output


@pytest.fixture(scope="session")
def trained(call, encoder, tmp_path_factory):
    """A tiny encoder after `stsutils train`: rows, the command's words, its folder and output."""
    from stsutils.data import load

    folder = tmp_path_factory.mktemp("trained")
    file, out = folder / "pairs.csv", folder / "out"
    load("demo", "train").head(60)[["sentence1", "sentence2", "score"]].to_csv(file, index=False)
    words = ["train", file, "--encoder", encoder, "--epochs", 1, "--seeds", 2]
    words += ["--loss", "CoSENT", "--set", "scale=10"]
    return _trained(call, file, words, out)


@pytest.fixture(scope="session")
def trained_on_all(call, trained, tmp_path_factory):
    """The same with ``--all-rows``."""
    out = tmp_path_factory.mktemp("all") / "out"
    shutil.copytree(trained.out, out)
    return _trained(call, trained.file, [*trained.words, "--all-rows"], out)


def _trained(call, file, words, out):
    said, model = call(*words, "--out", out).stdout, out / "model"
    return SimpleNamespace(file=file, words=words, out=out, model=model, said=said)


@pytest.fixture
def tiny_encoders(tiny, monkeypatch):
    """Whatever encoder a recipe asks for, it gets the tiny one; so does a model of pairs."""
    from stsutils.encoders import Interaction
    from stsutils.recipes import models

    def pair_model(name, max_length, download, seed):
        encoder = tiny()
        return Interaction(encoder.transformer, encoder.tokenizer, 32, seed).eval()

    def encoder(name, pooling, max_length, download):
        return tiny(pooling or "mean")

    monkeypatch.setattr(models, "load_encoder", encoder)
    monkeypatch.setattr(models, "load_interaction", pair_model)


@pytest.fixture
def pairs():
    """Twelve scored pairs of the tiny encoder's words."""
    first = (SENTENCES[:4] * 3)[:12]
    second = SENTENCES[1:5] + SENTENCES[2:6] + SENTENCES[:4]
    scores = [float(i % 6) for i in range(12)]
    return pd.DataFrame({"sentence1": first, "sentence2": second, "score": scores})


@pytest.fixture(scope="session")
def refused():
    """A function that makes a call, which is refused with these words in one line; the line."""
    from stsutils.errors import UserError

    def call(words, function, *args, **options):
        with pytest.raises(UserError, match=words) as error:
            function(*args, **options)
        assert "\n" not in str(error.value)
        return str(error.value)

    return call


@pytest.fixture(scope="session")
def meets():
    """A function that makes a loss which meets something at a call; to `fit` it is the same."""

    def make(loss, at, what):
        def meeting(embeddings, labels):
            calls.append(1)
            if len(calls) == at:
                what()
            return loss(embeddings, labels)

        calls = []
        vars(meeting).update(vars(loss))
        return meeting

    return make


@pytest.fixture(scope="session")
def torchrun():
    """A function that runs a script in two processes, as `accelerate launch` does too."""

    def run(*words):
        launch = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
        alone = {"OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
        options = {"capture_output": True, "text": True, "timeout": 900}
        command = [*launch, "--nproc-per-node=2", *words]
        done = subprocess.run(command, env=os.environ | alone, **options)
        assert done.returncode == 0, done.stderr[-3000:]

    return run


@pytest.fixture
def ledger(tmp_path, monkeypatch):
    """An empty ledger, which is read and written in place of the book's."""
    from stsutils.ledger import Ledger

    monkeypatch.setenv("STSUTILS_RESULTS", str(tmp_path / "results"))
    return Ledger()


@pytest.fixture
def git(tmp_path):
    """A function that runs git in the test's folder and gives what it says."""

    def run(*words):
        who = ("-c", "user.name=a", "-c", "user.email=a@b")
        done = subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)
        return done.stdout.decode().strip()

    return run


class HubCache:
    """A miniature of the hub's local cache, laid out as huggingface_hub does."""

    commit = "0123456789abcdef0123456789abcdef01234567"

    def __init__(self, folder: Path):
        self.folder = folder

    def put(self, name, files, kind="datasets"):
        """Add a repository, owner/name or owner/name@revision: rows or text by the files' names."""
        repository, _, revision = name.partition("@")
        pinned = re.fullmatch("[0-9a-f]{40}", revision)
        root = self.folder / f"{kind}--{repository.replace('/', '--')}"
        snapshot = root / "snapshots" / (revision if pinned else self.commit)
        snapshot.mkdir(parents=True)
        if not pinned:
            branch = root / "refs" / (revision or "main")
            branch.parent.mkdir(parents=True)
            branch.write_text(self.commit)
        for file, rows in files.items():
            path = snapshot / file
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(rows, str):
                path.write_text(rows)
            elif file.endswith(".parquet"):
                rows.to_parquet(path)
            else:
                rows.to_json(path, orient="records", lines=True)
        return snapshot


@pytest.fixture
def hub_cache(tmp_path, monkeypatch):
    """An empty `HubCache`; no network, and no data folder."""
    import huggingface_hub.constants

    cache = tmp_path / "hub"
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(cache))
    monkeypatch.setenv("HF_HUB_CACHE", str(cache))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "arrow"))
    monkeypatch.delenv("STSUTILS_DATA", raising=False)
    monkeypatch.delenv("STSUTILS_DOWNLOAD", raising=False)
    return HubCache(cache)
