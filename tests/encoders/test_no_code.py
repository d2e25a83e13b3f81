"""A model's own code must not run, not even where someone at a terminal would answer yes."""

import json
import os
import subprocess
import sys

import pytest

from stsutils.encoders import save

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


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_code_of_its_own_is_refused_in_one_line_and_a_yes_at_the_terminal_runs_nothing(
    tiny, tmp_path
):
    import pty

    marker, folders = tmp_path / "it-ran", [tmp_path / way.replace(" ", "-") for way in WAYS]
    for folder, files in zip(folders, WAYS.values(), strict=True):
        (save(tiny(), folder) / "evil.py").write_text(EVIL.format(marker=str(marker)))
        for name, new in files.items():
            file = folder / name
            file.write_text(json.dumps(json.loads(file.read_text()) | new))
    ours, theirs = pty.openpty()
    os.write(ours, b"yes\n" * 20)
    env = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_MODULES_CACHE": str(tmp_path / "modules")}
    options = {"stdin": theirs, "capture_output": True, "text": True, "timeout": 300}
    done = subprocess.run([sys.executable, "-c", ASK, *folders], env=env, **options)
    os.close(theirs)
    os.close(ours)
    lines = done.stdout.splitlines()
    assert not marker.exists()
    assert len(lines) == 2 * len(folders), done.stderr
    assert all(line.startswith("REFUSED ") and "auto_map" in line for line in lines)
    assert "[y/N]" not in done.stdout + done.stderr  # nobody was asked
