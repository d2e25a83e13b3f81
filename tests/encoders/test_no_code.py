"""A model's own code must not run, not even where someone at a terminal would answer yes."""

import json
import os
import subprocess
import sys

import pytest

from stsutils.encoders import load_encoder, load_interaction, save

EVIL = """
import pathlib
from transformers import BertConfig, BertModel, BertTokenizerFast
pathlib.Path({marker!r}).write_text("this ran")
class EvilConfig(BertConfig):
    model_type = "evil"
class EvilModel(BertModel):
    config_class = EvilConfig
class EvilTokenizer(BertTokenizerFast):
    pass
"""
MAPS = {"AutoConfig": "evil.EvilConfig", "AutoModel": "evil.EvilModel"}
MAPS["AutoTokenizer"] = [None, "evil.EvilTokenizer"]
#: Which settings of a saved encoder are changed, by file; "type" is the model type.
WAYS = {
    "another type": {"config.json": {"model_type": "evil", "auto_map": MAPS}},
    "a known type": {"config.json": {"auto_map": MAPS}},
    "the tokenizer": {
        "tokenizer_config.json": {"auto_map": MAPS, "tokenizer_class": "EvilTokenizer"}
    },
    "code elsewhere": {"config.json": {"auto_map": {"AutoModel": "acme/evil--evil.EvilModel"}}},
}
ASK = """
import sys
from stsutils.encoders import load_encoder, load_interaction
from stsutils.errors import UserError
assert sys.stdin.isatty()
for folder in sys.argv[1:]:
    for load in (load_encoder, load_interaction):
        try:
            load(folder)
            print("LOADED", folder)
        except UserError as error:
            print("REFUSED", error)
"""


@pytest.fixture
def evil(tiny, tmp_path):
    """A function that makes a folder with code of its own, and the file that the code writes."""
    marker = tmp_path / "it-ran"

    def make(way):
        folder = save(tiny(), tmp_path / way.replace(" ", "-"))
        (folder / "evil.py").write_text(EVIL.format(marker=str(marker)))
        for name, new in WAYS[way].items():
            file = folder / name
            file.write_text(json.dumps(json.loads(file.read_text()) | new))
        return folder

    return make, marker


@pytest.mark.parametrize("way", WAYS)
def test_code_of_its_own_is_refused_in_one_line(refused, evil, way):
    make, marker = evil
    for load in (load_encoder, load_interaction):
        refused("auto_map", load, str(make(way)))
    assert not marker.exists()


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_a_yes_at_the_terminal_runs_nothing(evil, tmp_path):
    import pty

    make, marker = evil
    folders = [str(make(way)) for way in WAYS]
    ours, theirs = pty.openpty()
    os.write(ours, b"yes\n" * 20)
    done = subprocess.run(
        [sys.executable, "-c", ASK, *folders],
        stdin=theirs,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "HF_HUB_OFFLINE": "1", "HF_MODULES_CACHE": str(tmp_path / "modules")},
    )
    os.close(theirs)
    os.close(ours)
    lines = done.stdout.splitlines()
    assert not marker.exists()
    assert [line.split()[0] for line in lines] == ["REFUSED"] * 2 * len(folders), done.stderr
    assert "[y/N]" not in done.stdout + done.stderr  # nobody was asked
