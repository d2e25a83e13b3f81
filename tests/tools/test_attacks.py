"""The campaign on a small scale; and that it would see a fault."""

import os
import subprocess
import sys
import time
from pathlib import Path

import forks
import pytest

from stsutils.errors import UserError

CAMPAIGN = Path(__file__).resolve().parents[2] / "tools" / "attacks" / "campaign.py"
pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are forked and killed")


def test_a_small_campaign_ends_well():
    done = subprocess.run([sys.executable, str(CAMPAIGN), "0.05"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 19
    assert all(int(number) == 0 for line in lines[1:] for number in line.split()[-4:])


def test_it_would_see_a_traceback_a_hang_and_a_long_error(monkeypatch, tmp_path):
    def fail(error):
        raise error

    monkeypatch.setattr(forks, "PATIENCE", 1)
    assert forks.forked(lambda: None) == "well"
    assert forks.forked(lambda: fail(UserError("one line"))) == "clear"
    assert forks.forked(lambda: fail(UserError("two\nlines"))) == "traceback"
    assert forks.forked(lambda: fail(KeyError("a"))) == "traceback"
    assert forks.forked(lambda: time.sleep(9)) == "hang"
    (tmp_path / "mine").touch()
    assert forks.judged((tmp_path / "mine").unlink, tmp_path, lambda said: True) == "lost"
    assert forks.judged(lambda: None, tmp_path, lambda said: False) == "wrong"
