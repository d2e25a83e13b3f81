"""The commands run, claims and ledger."""

import subprocess
import sys
import types

import pytest
from typer.testing import CliRunner

from stsutils import experiments
from stsutils.claims import Claim, Contrast
from stsutils.cli.experiments import app
from stsutils.errors import UserError
from stsutils.experiments import Cell, Experiment
from stsutils.ledger import Ledger, Result, Run

A, B = ("a", "set"), ("b", "set")
FAKE = Experiment(
    "fake-one",
    "A fake table",
    lambda tier: {c: Cell({"loss": c[0], "tier": tier}, "test") for c in (A, B)},
    (Claim("a beats b", "Table I", [Contrast(A, B)]),),
    seeds=3,
)


@pytest.fixture
def root(tmp_path, monkeypatch):
    def recipe(settings, seed, device=None):
        if device == "stop":
            raise KeyboardInterrupt
        value = (0.7 if settings["loss"] == "a" else 0.5) + 0.001 * seed * seed
        return Result({"test": value}, {"test": [value - 0.01, value + 0.01]})

    table, recipes = types.ModuleType("fake_table"), types.ModuleType("stsutils.recipes")
    table.EXPERIMENT, recipes.RECIPES = FAKE, {"finetune-1": recipe}
    monkeypatch.setitem(sys.modules, "fake_table", table)
    monkeypatch.setitem(sys.modules, "stsutils.recipes", recipes)
    monkeypatch.setattr(experiments, "MODULES", {"fake-one": "fake_table"})
    monkeypatch.setenv("STSUTILS_RESULTS", str(tmp_path / "results"))
    return tmp_path


def call(*words, code=0):
    result = CliRunner().invoke(app, list(words))
    if isinstance(result.exception, UserError):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.output


def test_run_lists_runs_and_goes_on(root):
    assert call("run").split(maxsplit=1) == ["fake-one", "A fake table\n"]
    assert "6 to run, 0 recorded" in call("run", "fake-one", "--tier", "lab", "--dry-run")
    assert "2 run, 0 were recorded before" in call(
        "run", "fake-one", "--tier", "lab", "--seeds", "1"
    )
    assert "4 run, 2 were recorded before" in call("run", "fake-one", "--tier", "lab")
    assert "0 run, 6 were recorded before" in call("run", "fake-one", "--tier", "lab")


def test_ctrl_c_says_how_to_go_on(root):
    text = call("run", "fake-one", "--device", "stop", code=130)
    assert "Go on with: stsutils run fake-one --tier demo" in text


def test_near_names(root):
    with pytest.raises(UserError, match="Did you mean fake-one"):
        call("run", "fake_on")
    with pytest.raises(UserError, match="i/n"):
        call("run", "fake-one", "--shard", "3/2")
    assert "--tier" in call("run", "fake-one", "--tier", "large", code=2)


def test_claims(root):
    assert call("claims").startswith("Not run")
    assert "Contradicted by its table" in call("claims")
    call("run", "fake-one", "--tier", "lab")
    assert call("claims", "--tier", "lab").startswith("Reproduced ")
    call("run", "fake-one", "--tier", "demo")
    assert call("claims", "fake-one", "--tier", "demo").startswith("Illustration: reproduced")


def test_ledger_commands(root):
    assert "0 records" in call("ledger", "show")
    call("run", "fake-one", "--tier", "lab", "--seeds", "1")
    run = Run("finetune-1", 0, {"loss": "a", "tier": "lab"})
    assert "2 records" in call("ledger", "show")
    assert "0 records" in call("ledger", "show", "--recipe", "other-1")
    assert '"loss": "a"' in call("ledger", "show", run.id[:12])
    with pytest.raises(UserError, match="0 records begin with 'zz'"):
        call("ledger", "show", "zz")
    assert "2 records, 0.0 MB" in call("ledger", "verify")

    other = Ledger(root / "other")
    other.write(run, Result({"test": 0.1}))
    assert "1 in conflict" in call("ledger", "import", str(other.root), code=1)
    assert "1 replaced" in call("ledger", "import", str(other.root), "--replace")
    assert Ledger().read(run).metrics == {"test": 0.1}

    Ledger().path(run).write_text("{")
    assert "run it again" in call("ledger", "verify", code=1)


def test_help_is_light():
    program = (
        "import sys; import stsutils.cli.experiments; "
        "heavy = {'torch', 'numpy', 'scipy', 'pandas', 'matplotlib'} & set(sys.modules); "
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
