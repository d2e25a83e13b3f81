"""The command line: what it loads, what the terminal can show, and what a user typed."""

import json
import os
import subprocess
import sys
from unittest.mock import Mock

import pytest

from stsutils import cli
from stsutils.data import load
from stsutils.errors import UserError


def test_a_tilde_behind_out_is_the_home_folder_and_nowhere_else(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["stsutils", "--out=~/x", "--prompt=~/x"])
    monkeypatch.setattr(cli, "app", lambda: None)
    cli.main()
    assert sys.argv[1:] == [f"--out={os.path.expanduser('~')}/x", "--prompt=~/x"]


@pytest.mark.parametrize(
    ("words", "said"),
    [("", "pretrain"), ("compare", "all: each that fits [three"), ("data show", "")],
)
def test_help_loads_nothing_heavy(words, said):
    code = (
        f"import sys; sys.argv = 'stsutils {words} --help'.split()\n"
        "from stsutils.cli import main\n"
        "try:\n    main()\nexcept SystemExit: pass\n"
        "heavy = {'torch', 'transformers', 'datasets', 'pandas', 'scipy', 'matplotlib', 'numpy'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("[]")
    assert said in " ".join(done.stdout.replace("│", " ").split())


def test_a_log_file_is_not_filled_by_progress_bars():
    code = (
        "import sys, time; from stsutils import cli\n"
        "def work():\n"
        "    from tqdm import tqdm\n"
        "    for _ in tqdm(range(100)): time.sleep(0.005)\n"
        "cli.app = work; cli.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stderr.count(b"\r") <= 2, "the start and the end, for half a second of work"
    assert b"100/100" in done.stderr


DENIED = "Permission denied: 'points.csv' (is it open in another program, such as Excel?"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (UserError("rows.csv, row 3: no label"), "error: rows.csv, row 3: no label"),
        (PermissionError(13, "Permission denied", "points.csv"), DENIED),
    ],
)
def test_a_users_mistake_is_one_line(monkeypatch, capsys, error, words):
    monkeypatch.setattr(cli, "app", Mock(side_effect=error))
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 2
    shown = capsys.readouterr().err
    assert words in shown
    assert len(shown.strip().splitlines()) == 1


def test_the_version_and_what_is_no_pair(refused, said, call):
    assert said("--version").startswith("stsutils ")
    refused("empty", call, "similarity", " ", "x")
    refused("pairs", call, "evaluate", "demo_stories")


def stsutils(*words, encoding="utf-8"):
    command = [sys.executable, "-m", "stsutils", *words]
    env = os.environ | {"PYTHONIOENCODING": encoding}
    return subprocess.run(command, capture_output=True, env=env)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_help_on_a_terminal_that_lacks_letters(encoding):
    done = stsutils("ranks", "--help", encoding=encoding)
    assert done.returncode == 0, done.stderr
    assert b"\\u03bb of Eq." in done.stdout


def test_text_on_a_terminal_that_lacks_its_letters(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text("sentence1,sentence2,猫 😀\na,b,c\n", encoding="utf-8")
    done = stsutils("data", "check", path, encoding="cp1252")
    assert done.returncode == 0, done.stderr
    assert b"sentence1, sentence2, \\u732b \\ud83d\\ude00" in done.stdout
    done = stsutils("data", "check", path, "--json", encoding="cp1252")
    assert json.loads(done.stdout)["columns"] == "sentence1, sentence2, 猫 😀"
    done = stsutils("data", "check", tmp_path / "猫.txt", encoding="cp1252")
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: ")
    assert b"\\u732b.txt: " in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are text")
def test_a_word_that_is_not_utf_8(tmp_path):
    for words in (("similarity", b"a caf\xe9", "b"), ("encode", "demo.txt", b"caf\xe9")):
        done = stsutils(*words)
        assert done.returncode == 2
        assert done.stderr.startswith(b"error: word ")
        assert b"is not UTF-8" in done.stderr
        assert done.stderr.count(b"\n") == 1
    path = os.path.join(os.fsencode(tmp_path), b"caf\xe9.csv")
    with open(path, "w") as file:
        file.write("sentence1,sentence2,score\na,b,1\nc,d,2\n")
    assert stsutils("data", "check", path).returncode == 0


SMALL = "--most 40 --tokens 500 --pieces 200 --layers 1 --width 16"


@pytest.mark.skipif(os.name != "posix", reason="limits of a process")
@pytest.mark.parametrize(
    ("words", "sizes", "out"),
    [
        ("compare mine.csv --losses cosent --seeds 1 --epochs 1", (200, 30_000), "mine-compare"),
        (f"pretrain out --corpus demo:train {SMALL}", (9_000,), "out"),
    ],
)
def test_a_full_disk_is_one_line_and_the_same_command_goes_on(tmp_path, words, sizes, out):
    rows = load("demo", "train").head(40)[["sentence1", "sentence2", "score"]]
    rows.to_csv(tmp_path / "mine.csv", index=False)
    code = (
        "import resource, sys\n"
        "from stsutils.cli import main\n"
        f"sys.argv = 'stsutils {words}'.split()\n"
        f"for size in (*{sizes}, resource.RLIM_INFINITY):\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))\n"
        "    try:\n"
        "        main()\n"
        "    except SystemExit as left:\n"
        "        print('left with', left.code, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    lines = [one for one in done.stderr.splitlines() if one.startswith(("error", "left"))]
    told = ["error: ", "left with 2"] * len(sizes) + ["left with 0"]
    assert [one.partition(out)[0] for one in lines] == told, done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / out).is_dir()
