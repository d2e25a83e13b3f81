import subprocess
import sys

import pytest

from stsutils import cli
from stsutils.errors import UserError


@pytest.mark.parametrize(
    ("words", "said"), [("", "pretrain"), ("compare", "all [the usual ones]"), ("data show", "")]
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
    def fail():
        raise error

    monkeypatch.setattr(cli, "app", fail)
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 2
    shown = capsys.readouterr().err
    assert words in shown
    assert len(shown.strip().splitlines()) == 1


def test_version_similarity_and_evaluate(said, call):
    assert said("--version").startswith("stsutils ")
    done = call("similarity", "A man plays a guitar.", "A man plays a guitar.")
    assert float(done.stdout) == pytest.approx(1.0, abs=1e-4)
    assert "demo:validation" in call("evaluate", "demo:validation").stdout
    for words in (("similarity", " ", "x"), ("evaluate", "demo_stories")):
        with pytest.raises(UserError):
            call(*words)


def test_pretrain_from_the_command_line(call, tmp_path):
    out = tmp_path / "encoder"
    options = "--corpus demo:train --most 40 --tokens 500 --pieces 200 --layers 1 --width 16"
    call("pretrain", out, *options.split())
    card = (out / "README.md").read_text(encoding="utf-8")
    assert "demo:train, 40 of each at most" in card
    assert "| layers × width | 1 × 16 |" in card
    done = call("similarity", "a cat", "a cat", "--encoder", out)
    assert float(done.stdout) == pytest.approx(1.0, abs=1e-3)
