"""A rebuild of the declarations or of the rule changes no cell, no run id and no verdict."""

import json
import runpy
from pathlib import Path
from types import SimpleNamespace

golden = SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name("golden.py"))))
ANEW = "if that is meant, run tests/experiments/golden.py, look at the difference, and commit it"


def test_every_table_declares_the_same_cells():
    written, now = json.loads(golden.TABLES.read_text("utf-8")), golden.tables()
    assert list(now) == list(written)
    assert now == written, ANEW


def test_every_verdict_is_the_same():
    written = golden.VERDICTS.read_text("utf-8").splitlines()
    assert golden.verdicts() == written, ANEW
