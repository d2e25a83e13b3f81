"""Attacks on class packs and on markings: seeds, names, folders, and what students hand in.

Packs are read again with the standard library, and their hidden tests are run: the reference must
earn all, an empty notebook nothing.
"""

import ast
import contextlib
import io
import json
import os
import random
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from forks import ROOT, WRONG, command, forked, judged, place_for, shown, spoiled

LABELS = ("how-to-cosine", "sim-crowd", "mse-write", "cosent-chance", "cosent-order", "cases-side")
SEEDS = ("a secret", 'it\'s "quoted"', "two\nlines", "### END HIDDEN TESTS", "\x1b[31mred")
SEEDS += ("``` `x`", "", " ", "{{ name }}", "%s", "\\", "é猫", "x" * 5000, "$(reboot)", "-1")
SEEDS += ('"""', "'''", "\0")
SEEDS += ("### BEGIN SOLUTION", "\u2028", "{seed}", "null", "### END SOLUTION\n1/0")
BOOK = ("solutions", "notebooks", "book", "_config.yml")


def class_packs(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """Packs for both graders, with odd seeds, names, folders and checkouts."""
    from stsutils.teach import otter

    otter.write_wheel = lambda folder: Path("stsutils-0.whl")  # it takes seconds
    moments = random.Random(11)
    attacks = [odd_seed, odd_seed, odd_name, out_in_use, odd_label, checkout_damaged]
    for i in range(number):
        place = place_for(folder)
        for name in BOOK:
            (place / name).symlink_to(ROOT / name)
        form = moments.choice(("otter", "nbgrader"))
        labels = moments.sample(LABELS, 2)
        words = ["class", *labels, "--format", form, "--out", str(place / "pack")]
        case = {"seed": "a secret", "name": "week-1", "must": "well", "say": words}
        attacks[i % len(attacks)](place, case, moments)
        words = [*case["say"], "--seed", case["seed"], "--name", case["name"]]
        right = partial(packed, place / "pack", case, form)
        outcome = judged(partial(command, words), place, right, case["must"])
        yield shown(outcome, words)


def packed(pack: Path, case: dict, form: str, said: str) -> bool:
    """Whether the pack's tests pay for the reference alone, and tell students no seed."""
    import nbformat

    seed, name = case["seed"], case["name"]
    path = pack / (f"{name}.ipynb" if form == "otter" else f"source/{name}/exercises.ipynb")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    nbformat.validate(nbformat.read(path, as_version=4))
    key = pack.with_name("pack-key.md").read_text(encoding="utf-8")
    if form == "otter":
        raw = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "raw"]
        kinds = ("QUESTION", "SOLUTION", "TESTS")
        return "secret" in said and all(
            sum(f"# BEGIN {kind}" in text for text in raw)
            == sum(f"# END {kind}" in text for text in raw)
            for kind in kinds
        )
    told = seed.strip() and (repr(seed)[1:-1] in key or seed in key)
    return bool(told or not seed.strip()) and _nbgrader_pays(cells, seed)


def _nbgrader_pays(cells: list[dict], seed: str) -> bool:
    """Run the cells as nbgrader does: what the hidden tests give, and what students see of them."""
    right, empty = {"__name__": "a"}, {"__name__": "b"}
    hidden = re.compile(r"### BEGIN HIDDEN TESTS\n.*?### END HIDDEN TESTS\n", re.DOTALL)
    solved = re.compile(r"### BEGIN SOLUTION.*?### END SOLUTION", re.DOTALL)
    for cell in cells:
        facts, text = cell["metadata"].get("nbgrader", {}), "".join(cell["source"])
        if cell["cell_type"] != "code" or cell["id"] == "start":
            continue
        if facts["solution"]:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(text, right)
                exec(solved.sub("", text), empty)
        elif facts["grade"]:
            shown = hidden.sub("", text, count=1)
            if len(seed) > 3 and (seed in shown or repr(seed) in shown):
                return False
            if _earned(text, right) != facts["points"] or _earned(text, empty) != 0:
                return False
    return True


def _earned(code: str, env: dict):
    *before, last = ast.parse(code).body
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(ast.Module(before, []), "cell", "exec"), env)
        return eval(compile(ast.Expression(last.value), "cell", "eval"), env)


def odd_seed(place: Path, case: dict, moments: random.Random) -> None:
    """A seed with quotes, marks of the graders, commands."""
    case["seed"] = moments.choice(SEEDS)
    case["must"] = "" if re.search(r"[\0\n\r\x1b\u2028]", case["seed"]) else "well"


def odd_name(place: Path, case: dict, moments: random.Random) -> None:
    """A name that leads out of the folder, or that no grader takes."""
    odd = ("..", "a/b", "", "-", "é猫", "=cmd", "x" * 300, "a b", "\x1b[1m", "CON", "a\n", "--name")
    case["name"], case["must"] = moments.choice(odd), ""


def out_in_use(place: Path, case: dict, moments: random.Random) -> None:
    """Something of the teacher's lies where pack or key should be written."""
    pack, what = place / "pack", moments.randrange(6)
    case["must"] = "clear"
    if what == 0:
        pack.write_text("mine")
    elif what == 1:
        pack.mkdir()
        (pack / "mine.txt").write_text("mine")
    elif what == 2:
        (place / "elsewhere").mkdir()
        (place / "elsewhere" / "mine.txt").write_text("mine")
        pack.symlink_to("elsewhere")
    elif what == 3:
        pack.symlink_to("pack")
    else:
        key = place / "pack-key.md"
        key.mkdir() if what == 4 else key.write_text("marks by hand, and the seed of last week")


def odd_label(place: Path, case: dict, moments: random.Random) -> None:
    """Labels and chapters that are none, or are named twice."""
    odd = ("nothing", "", "\x1b[1m", "0", "../x", "35_where", "_", "cosent chance", "*")
    label = moments.choice((*odd, "mse-write", "07"))
    case["say"] = [case["say"][0], label, label, *case["say"][3:]]
    case["must"] = "" if label not in odd[:4] else "clear"


def checkout_damaged(place: Path, case: dict, moments: random.Random) -> None:
    """A checkout one of whose files was cut or changed, or is a folder."""
    part = moments.choice(("solutions", "solutions", "notebooks", "_config.yml"))
    (place / part).unlink()
    if part == "_config.yml":
        shutil.copy(ROOT / part, place)
        path = place / part
    else:
        shutil.copytree(ROOT / part, place / part)
        paths = sorted(p for p in (place / part).iterdir() if p.is_file())
        asked = [p for p in paths if p.stem in case["say"] or p.suffix in (".toml", ".ipynb")]
        path = moments.choice(asked)
    content = path.read_bytes()
    path.unlink()
    if moments.random() < 0.2:
        path.mkdir()
    else:
        path.write_bytes(spoiled(content, moments))
    case["must"] = ""


# the hunt


def hunts(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """Files that teams hand in and that are no notebook: said so, and nothing is waited for."""
    sys.path.insert(0, str(ROOT / "book"))
    import leaderboard

    for i in range(number):
        path = place_for(folder) / "team \x1b[1m.ipynb"
        ODD_FILES[i % len(ODD_FILES)](path)

        def hunted(path=path):
            found = leaderboard.hunted(path, "a secret", 9)
            if found != ([], [], "no notebook") or "\x1b" in leaderboard.page({path.stem: found}):
                print(found)
                os._exit(WRONG)

        yield forked(hunted)


def _giant(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(10**12)


ODD_FILES = (
    os.mkfifo,
    _giant,
    Path.mkdir,
    lambda path: path.symlink_to("/dev/zero"),
    lambda path: path.symlink_to(path.name),
    lambda path: path.write_text("[" * 99_999),
    lambda path: path.write_text('{"cells": [{"cell_type": "code", "source": [1]}]}'),
    lambda path: path.write_bytes(b"\xff\xfe{"),
)


# markings


def markings(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """What students hand in, marked: only what is right earns, and nothing stops the marking."""
    from stsutils.teach.exercises import PUBLIC, exercises

    os.chdir(folder)
    graded = [one for one in exercises(ROOT / "solutions").values() if one.kind != "manual"]
    answers = list(WRONG_ANSWERS.items())
    moments = random.Random(12)
    for i in range(number):
        one, (what, wrong) = moments.choice(graded), answers[i % len(answers)]
        seed = moments.choice((PUBLIC, "another"))
        outcome = forked(lambda o=one, w=wrong, s=seed: marked(o, w, s))
        yield shown(outcome, one.label, what, seed)


def marked(one, wrong: Callable, seed: str) -> None:
    """Mark the reference, then a wrong answer for each of its names; leave with WRONG if unjust."""
    from stsutils.teach.marking import in_words, marks

    env: dict = {"__name__": "__main__"}
    exec(one.reference(seed), env)
    if any(mark.earned != mark.points for mark in marks(one, env, seed)):
        print("the reference does not earn all")
        os._exit(WRONG)
    for name in one.names:
        env[name] = wrong(env[name])
    found = marks(one, env, seed)
    words = in_words(found)
    if any(mark.earned for mark in found) or len(words) > 20_000 or "\x1b" in words:
        print(words[:1000].replace("\x1b", "ESC"))
        os._exit(WRONG)


class Odd:
    """It can neither be compared nor printed."""

    def __eq__(self, other: object) -> bool:
        """Nobody knows."""
        raise KeyError("equal")

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        """No words."""
        raise RuntimeError("no \x1b[1m words")


def raising(error: BaseException) -> Callable:
    """Hand in a function that raises this, whatever it is given."""

    def handed_in(*args, **kwargs):
        raise error

    return lambda answer: handed_in


def as_asked(value: object) -> Callable:
    """Hand in the value, or where a function is asked for, one that gives it."""
    return lambda answer: (lambda *a, **k: value) if callable(answer) else value


def deep(*args, **kwargs):
    """Call itself without an end."""
    return deep(*args, **kwargs)


def no_numbers(answer: object) -> object:
    """Hand in a tensor without a number."""
    import torch

    return as_asked(torch.empty(0))(answer)


ENDLESS: list = []
ENDLESS.append(ENDLESS)
WRONG_ANSWERS = {
    "nothing": lambda answer: None,
    "no number": as_asked(float("nan")),
    "what can neither be compared nor printed": as_asked(Odd()),
    "a function that leaves Python": raising(SystemExit(0)),
    "an error that commands a terminal for pages": raising(ValueError("\x1b[31m" + "no " * 9000)),
    "an error without words": raising(AssertionError()),
    "several errors": raising(ExceptionGroup("several", [ValueError("a"), KeyError("b")])),
    "a word that commands a terminal for pages": as_asked("\x1b[31m" + "x" * 99_999),
    "more digits than Python prints": as_asked(10**9999),
    "a list that holds itself": as_asked(ENDLESS),
    "a function that calls itself": lambda answer: deep,
    "an imaginary number": as_asked(1j),
    "a tensor of nothing": no_numbers,
}
