"""Reference solutions earn all points, empty cells none, and each mistake costs some."""

import itertools
import re
from pathlib import Path

import nbformat
import pytest

from stsutils.microscope import MUTANTS, build
from stsutils.microscope.properties import NUMERICS
from stsutils.teach.directives import directives
from stsutils.teach.exercises import PUBLIC, exercise, exercises, find_solutions, without_reference
from stsutils.teach.handed import NotRight
from stsutils.teach.marking import Hidden, marks
from stsutils.teach.question import LOOK, look

ROOT = Path(__file__).resolve().parents[2]
ALL = exercises()
GRADED = [one for one in ALL.values() if one.kind != "manual"]
NUMBERS = [one for one in GRADED if one.kind == "number"]
LOSSES = [one for one in GRADED if hasattr(one.module, "LOSS")]
OTHERS = [one for one in GRADED if one not in NUMBERS and one not in LOSSES]
KEYS = exercise("sim-filter")
SEED = "a teacher's own"
SEEDS = [PUBLIC, SEED, "S3CRET", "autumn", "0"]

pytestmark = pytest.mark.filterwarnings("ignore")  # of what is handed in


def run(code: str, env: dict | None = None) -> dict:
    env = {"__name__": "handed_in"} if env is None else env
    exec(compile(code, "handed in", "exec"), env)
    return env


def earned(one, env, seed=SEED) -> float:
    return sum(mark.earned for mark in marks(one, env, seed))


def by_label(some):
    return pytest.mark.parametrize("one", some, ids=lambda one: one.label)


def on_pages():
    """The exercises as the chapters ask them."""
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                yield from directives(cell.source, "exercise")


def test_every_exercise_of_the_chapters_is_in_the_table():
    found = [page.options["label"] for page in on_pages()]
    assert len(found) == len(set(found))
    assert sorted(found) == sorted(ALL)


def test_each_exercise_has_a_solution_and_no_file_is_left_over():
    files = {p.name for p in find_solutions().iterdir()} - {"__pycache__"}
    code = {f"{one.label}.py" for one in GRADED}
    assert files == {"exercises.toml"} | {f"{label}.md" for label in ALL} | code
    assert all(one.solution for one in ALL.values())
    assert len(GRADED) >= 55
    assert len(NUMBERS) >= 28


@pytest.mark.parametrize("seed", SEEDS)
def test_all_references_in_one_notebook_earn_all_points(seed):
    """Each exercise is marked with the names as they are after its own cell, in either order."""
    env = {"__name__": "handed_in"}
    for one in GRADED if SEEDS.index(seed) % 2 else GRADED[::-1]:
        run(one.reference(seed), env)
        found = marks(one, env, seed)
        assert [mark.said for mark in found if mark.said] == [], one.label
        assert sum(mark.earned for mark in found) == pytest.approx(one.total)


@pytest.mark.parametrize("seed", SEEDS)
def test_of_two_exercises_with_a_name_in_common_either_may_come_first(seed):
    def names(one):
        return {*one.names, *one.given(seed)}

    pairs = [pair for pair in itertools.permutations(GRADED, 2) if names(pair[0]) & names(pair[1])]
    assert len(pairs) > 20
    for first, second in pairs:
        env = run(second.reference(seed), run(first.reference(seed)))
        assert earned(second, env, seed) == pytest.approx(second.total), (first.label, second.label)


def test_within_a_chapter_no_exercise_overwrites_what_another_hands_in():
    """So that a student may run all cells, and then those that mark."""
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        labels = re.findall(r":label: ([\w-]+)\\n", path.read_text(encoding="utf-8"))
        chapter = [ALL[label] for label in labels if ALL[label].kind != "manual"]
        for one, other in itertools.permutations(chapter, 2):
            shared = {*one.names} & {*other.names, *other.given(PUBLIC)}
            assert not shared, (one.label, other.label, shared)


@by_label(GRADED)
def test_an_empty_cell_earns_nothing_and_has_hints(one):
    for env in (run(one.stub(SEED)), {}):
        found = marks(one, env, SEED)
        assert {mark.earned for mark in found} == {0}
        assert all("was not handed in" in mark.said for mark in found)
    first = found[0]
    assert len(first.hints) + hasattr(one.module, "LOSS") * 2 >= 1
    assert one.kind == "auto" or first.hints
    assert one not in OTHERS or len(first.hints) == 2


@by_label(OTHERS)
def test_each_mistake_costs_points(one):
    assert one.module.WRONG
    given = "\n".join(f"{name} = {value!r}" for name, value in one.given(SEED).items())
    for words, code in one.module.WRONG.items():
        assert earned(one, run(f"{given}\n{code}")) < one.total, words


@by_label(NUMBERS)
def test_a_number_that_is_off_costs_its_points(one):
    right = run(one.reference(SEED))
    for name in one.points:
        value = right[name]
        wrong = "nothing" if isinstance(value, str) else [-9.0] if isinstance(value, list) else None
        wrong = value * 1.1 + 0.5 if wrong is None else wrong
        assert earned(one, right | {name: wrong}) < one.total, name


@pytest.mark.parametrize("seed", SEEDS)
def test_each_known_mistake_costs_its_point_and_is_named(seed):
    """Where a draw makes a mistake come out right (as 0 = 0), it is none."""
    count = 0
    for one in NUMBERS:
        given = one.given(seed)
        right = run(one.reference(seed))
        known = getattr(one.module, "mistakes", lambda **_: {})(**given)
        for part, wrong in known.items():
            for words, value in wrong.items():
                (mark,) = (m for m in marks(one, right | {part: value}, seed) if m.part == part)
                if mark.earned:
                    assert value == pytest.approx(right[part], rel=2e-3, abs=0.06), (part, words)
                    continue
                assert "that is " in mark.said, (one.label, part, words)
                count += words in mark.said
    assert count > 60


@by_label(NUMBERS)
def test_the_public_numbers_are_of_no_help(one):
    seeds = [f"secret {i}" for i in range(12)]
    public = run(one.reference())
    assert any(earned(one, public, seed) < one.total for seed in seeds)


def test_the_public_task_asks_with_the_numbers_of_the_page():
    words = {0: "0", 1: "one", 2: "two", 3: "three", 4: "four", 8: "eight", 10: "ten", 0.5: "half"}
    for page in on_pages():
        one = ALL[page.options["label"]]
        if one.kind == "manual" or one.label in STATED_IN_WORDS:
            continue
        text = page.text.lower().replace("{,}", ",")
        for name, value in getattr(one.module, "PAGE", {}).items():
            value = value[-1] if isinstance(value, list) else value
            forms = {str(value).lower(), words.get(value, "?")}
            if not isinstance(value, str):
                forms |= {f"{value:,}", f"{value:g}".removeprefix("0"), f"{100 * value:g}"}
            assert any(form in text for form in forms), (one.label, name, value)


#: Pages that say it in words: *all to one side*, *does not divide by two*, Table I, and the like.
STATED_IN_WORDS = {
    "cases-side", "pooling-half", "contrastive-margin", "ctx-unigram", "dist-width",
    "chinese-ceilings", "fast-bins", "ctx-jaccard", "cosent-chance",
}  # fmt: skip


@by_label(LOSSES)
@pytest.mark.parametrize("seed", [PUBLIC, SEED])
def test_each_mutant_of_a_loss_costs_points(one, seed):
    """But for those of the numerics, where these are not asked for, and for a loss in float16."""
    asked = "numerics" in one.points
    numeric = {*NUMERICS, "all labels equal", "label types", "one row"}
    right = run(one.reference(seed))[one.names[0]]
    for mutant in [m for m in MUTANTS if m.loss == one.module.LOSS]:
        if (mutant.check in numeric and not asked) or mutant.name == "computed in float16":
            continue
        if mutant.change or seed == PUBLIC:
            form = mutant.change(right) if mutant.change else build(mutant)
            assert earned(one, {one.names[0]: form}, seed) < one.total, mutant.name


@by_label(LOSSES)
def test_each_variant_of_a_loss_is_right_and_is_not_the_books(one):
    seen, book = set(), run(one.reference())
    for seed in range(40):
        words, code = one.variant(str(seed))
        if words in seen:
            continue
        seen.add(words)
        assert words in " ".join(one.task(str(seed)).split())
        assert earned(one, run(code), str(seed)) == one.total, words
        assert "the loss of the book" in marks(one, book, str(seed))[0].said, words
    assert len(seen) >= 3


@by_label(GRADED)
def test_the_task_names_what_is_handed_in(one):
    for seed in (SEED, PUBLIC):
        task = one.task(seed)
        for name in one.names:
            assert f"`{name}" in task
        assert not re.search(r"[{}]", task)


@by_label(GRADED)
def test_what_everybody_sees_passes_for_the_reference_and_fails_for_an_empty_cell(one):
    for seed in (SEED, PUBLIC):
        code = f"{LOOK}{look(one, seed)}"
        run(code, run(one.reference(seed)))
        with pytest.raises(NotRight, match="was not handed in"):
            run(code, run(one.stub(seed)))


@by_label(GRADED)
def test_the_files_that_mark_may_lie_on_a_students_disk(one):
    """They lack the code that earns all points, and mark as before."""
    bare = without_reference(one.source)
    assert "REFERENCE" not in bare
    assert "VARIANTS" not in bare
    found = Hidden(one.label, one.worth, bare, PUBLIC).grade(run(one.reference()))
    assert found == pytest.approx(one.total)


EMPTY = ["...", "pass", '"""Keys."""', '"""Keys."""\n    ...']


@pytest.mark.parametrize("body", [*EMPTY, "return 1", "return a", "return []", "a = 1"])
def test_a_function_without_a_body_was_not_handed_in(body):
    said = [m.said for m in marks(KEYS, run(f"def loose_keys(a):\n    {body}"), SEED)]
    if body in EMPTY:
        assert set(said) == {"loose_keys was not handed in: the function is still empty"}
    else:
        assert "handed in" not in said[0]


def test_all_parts_of_the_hunt_have_one_draw():
    one = exercise("cosent-hunt")
    code = """
import torch

def my_checks(loss):
    c, y = torch.tensor([.5, .1, .3]), torch.tensor([1., 0., 0.])
    assert abs(loss(c, y).item() - 0.0185) < 0.001"""
    env = run(code)
    for seed in map(str, range(6)):
        got = [mark.earned > 0 for mark in marks(one, env, seed)]
        assert got == sorted(got, reverse=True), f"80 %, but not half, with the seed {seed}"


def test_an_unknown_label_is_refused(refused):
    refused("no-such", exercise, "no-such")
