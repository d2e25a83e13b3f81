"""Reference solutions earn all points, empty cells none, and each mistake costs some."""

import re
import warnings
from pathlib import Path

import nbformat
import pytest

from stsutils.errors import UserError
from stsutils.microscope import MUTANTS, build
from stsutils.teach.awarding import marks
from stsutils.teach.directives import directives
from stsutils.teach.exercises import exercise, exercises, find_solutions

ROOT = Path(__file__).resolve().parents[2]
ALL = exercises()
GRADED = [one for one in ALL.values() if one.kind != "manual"]
NUMBERS = [one for one in GRADED if one.kind == "number"]
LOSSES = [one for one in GRADED if hasattr(one.module, "LOSS")]
SEED = "a teacher's own"


def run(code: str) -> dict:
    env = {"__name__": "handed_in"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(code, "handed in", "exec"), env)
    return env


def earned(one, env, seed=SEED) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return sum(mark.earned for mark in marks(one, env, seed))


def by_label(some):
    return pytest.mark.parametrize("one", some, ids=lambda one: one.label)


def test_most_exercises_are_graded_by_code():
    assert len(GRADED) >= 60
    assert len(NUMBERS) >= 30


def test_every_exercise_of_the_chapters_is_in_the_table():
    found = []
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                found += [one.options["label"] for one in directives(cell.source, "exercise")]
    assert len(found) == len(set(found))
    assert sorted(found) == sorted(ALL)


def test_the_folder_holds_no_file_that_no_exercise_names():
    stems = {p.stem for p in find_solutions().iterdir() if p.suffix in {".md", ".py"}}
    assert stems == set(ALL)


@by_label(GRADED)
def test_the_reference_earns_all_points(one):
    found = marks(one, run(one.reference(SEED)), SEED)
    assert [mark.said for mark in found if mark.said] == []
    assert sum(mark.earned for mark in found) == pytest.approx(one.total)


@by_label(GRADED)
def test_an_empty_cell_earns_nothing(one):
    assert earned(one, run(one.stub(SEED))) == 0
    assert earned(one, {}) == 0


@by_label([one for one in GRADED if one not in NUMBERS and one not in LOSSES])
def test_each_mistake_costs_points(one):
    assert one.module.WRONG
    given = "\n".join(f"{name} = {value!r}" for name, value in one.given(SEED).items())
    for code in one.module.WRONG:
        assert earned(one, run(f"{given}\n{code}")) < one.total, code


@by_label(NUMBERS)
def test_a_number_that_is_off_costs_its_points(one):
    right = run(one.reference(SEED))
    for name in one.points:
        value = right[name]
        wrong = "nothing" if isinstance(value, str) else [-9.0] if isinstance(value, list) else None
        wrong = value * 1.1 + 0.5 if wrong is None else wrong
        assert earned(one, right | {name: wrong}) < one.total, name


@by_label(NUMBERS)
def test_the_public_numbers_are_of_no_help(one):
    seeds = [f"secret {i}" for i in range(12)]
    public = run(one.reference())
    assert any(earned(one, public, seed) < one.total for seed in seeds)


@by_label(LOSSES)
def test_each_mutant_of_a_loss_costs_points(one):
    name = one.module.HANDS_IN.split("(")[0]
    for mutant in [m for m in MUTANTS if m.loss == one.module.LOSS]:
        assert earned(one, {name: build(mutant)}) < one.total, mutant.name


@by_label(GRADED)
def test_the_task_names_what_is_handed_in(one):
    task = one.task(SEED)
    for what in one.module.HANDS_IN.splitlines():
        assert f"`{what.split('(')[0]}" in task
    assert not re.search(r"[{}]", task)


@pytest.mark.parametrize("body", ["...", "pass", '"""Keys."""', '"""Keys."""\n    ...'])
def test_a_function_without_a_body_was_not_handed_in(body):
    said = {
        m.said for m in marks(exercise("sim-filter"), run(f"def loose_keys(a):\n    {body}"), SEED)
    }
    assert said == {"loose_keys was not handed in"}


@pytest.mark.parametrize("body", ["return 1", "return a", "return []", "a = 1"])
def test_a_function_with_a_body_was(body):
    said = {
        m.said for m in marks(exercise("sim-filter"), run(f"def loose_keys(a):\n    {body}"), SEED)
    }
    assert said != {"loose_keys was not handed in"}


def test_an_unknown_label_is_refused():
    with pytest.raises(UserError, match="no-such"):
        exercise("no-such")
