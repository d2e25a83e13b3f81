"""The exercises of the book: who asks what, for how many points, and what is handed in.

The folder `solutions` holds, by label: points and minutes (`exercises.toml`), the solution that a
reader sees (`<label>.md`), and for graded exercises `<label>.py` with

- a docstring: what to hand in, with names in braces for what the seed draws;
- `HANDS_IN`: the names or signatures that are graded, one a line;
- for a loss: `LOSS`, its name in the microscope, which then marks it;
- else `check_<part>(hand, random, **given)`, which raises AssertionError with what is wrong,
  or `answers(**given)`, the right numbers by name, which `awarding` compares;
- `given(random)`: what a teacher's seed draws, so that published numbers are of no help;
- `REFERENCE`: code that earns all points, where the solution's own Python is no such code;
- `WRONG`: code of mistakes that must cost points.
"""

import functools
import random
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from stsutils.errors import UserError
from stsutils.teach.directives import python_in

#: The seed of the public student notebooks; a teacher's is secret.
PUBLIC = "public"


@dataclass(frozen=True)
class Exercise:
    """One exercise, as far as the folder `solutions` knows it."""

    label: str
    minutes: int
    worth: float | dict[str, float]
    solution: str
    source: str = ""

    @property
    def kind(self) -> str:
        """How it is graded: "auto" (a function), "number" (drawn by the seed) or "manual"."""
        if not self.source:
            return "manual"
        return "number" if hasattr(self.module, "answers") else "auto"

    @property
    def total(self) -> float:
        """All its points."""
        return sum(self.worth.values()) if isinstance(self.worth, dict) else self.worth

    @property
    def points(self) -> dict[str, float]:
        """Its points by part; equal parts, where the table says the sum only."""
        if isinstance(self.worth, dict) or not self.source:
            return self.worth if isinstance(self.worth, dict) else {"all": self.worth}
        parts = parts_of(self.module)
        return {part: self.worth / len(parts) for part in parts}

    @functools.cached_property
    def module(self) -> ModuleType:
        """The graded exercise's `<label>.py`, made from its text."""
        return module_of(self.source, self.label)

    def given(self, seed: str) -> dict:
        """What the seed draws for this exercise."""
        return drawn(self.module, self.label, seed)

    def task(self, seed: str = PUBLIC) -> str:
        """What to hand in, in words."""
        return str(self.module.__doc__).strip().format(**self.given(seed))

    def stub(self, seed: str = PUBLIC) -> str:
        """The code that a student begins with: what is given, and an ellipsis for each answer."""
        lines = [f"{name} = {value!r}" for name, value in self.given(seed).items()]
        for what in self.module.HANDS_IN.strip().splitlines():
            lines.append(f"def {what}:\n    ..." if "(" in what else f"{what} = ...")
        return "\n".join(lines)

    def reference(self, seed: str = PUBLIC) -> str:
        """Code that earns all points: the solution's own, or the numbers worked out."""
        lines = [f"{name} = {value!r}" for name, value in self.given(seed).items()]
        if self.kind == "number":
            right = self.module.answers(**self.given(seed))
            return "\n".join(lines + [f"{name} = {_plain(one)!r}" for name, one in right.items()])
        return "\n".join([*lines, getattr(self.module, "REFERENCE", python_in(self.solution))])


def _plain(value: object) -> object:
    """A number of numpy's as one of Python's, which is written without its type."""
    return value.item() if hasattr(value, "item") else value


def parts_of(module: ModuleType) -> list[str]:
    """What is marked apart: each number, each `check_`, or a loss's formula and numerics."""
    if hasattr(module, "LOSS"):
        return ["formula", "numerics"]
    if hasattr(module, "answers"):
        return module.HANDS_IN.split()
    return [name.removeprefix("check_") for name in vars(module) if name.startswith("check_")]


def module_of(source: str, label: str) -> ModuleType:
    """Run the text of a `<label>.py` as a module of its own."""
    module = ModuleType(label.replace("-", "_"))
    exec(compile(source, f"solutions/{label}.py", "exec"), vars(module))
    return module


def drawn(module: ModuleType, label: str, seed: str) -> dict:
    """What the seed draws; nothing for an exercise that is the same for all."""
    draw: Callable | None = getattr(module, "given", None)
    return draw(random.Random(f"{seed} {label}")) if draw else {}


def find_solutions(here: Path | None = None) -> Path:
    """The folder `solutions`, upward from the working directory, else beside the package."""
    here = here or Path.cwd()
    for folder in (here, *here.parents, Path(__file__).resolve().parents[2]):
        if (folder / "solutions" / "exercises.toml").is_file():
            return folder / "solutions"
    raise UserError(
        f"no folder 'solutions' with an exercises.toml upward from {here}. "
        "Work inside the repository of the book."
    )


@functools.cache
def exercises(folder: Path | None = None) -> dict[str, Exercise]:
    """All exercises by label, read from the folder `solutions`.

    Raises UserError, with file and label, where points, minutes or the solution are missing.
    """
    folder = folder or find_solutions()
    table = folder / "exercises.toml"
    facts = tomllib.loads(table.read_text(encoding="utf-8"))
    return {label: _read(folder, label, fact) for label, fact in facts.items()}


def exercise(label: str) -> Exercise:
    """The exercise with this label, or a UserError."""
    if label not in exercises():
        raise UserError(f"solutions/exercises.toml has no exercise called {label!r}")
    return exercises()[label]


def _read(folder: Path, label: str, fact: dict) -> Exercise:
    where = f"{folder / 'exercises.toml'}, [{label}]"
    try:
        points, minutes = fact["points"], int(fact["minutes"])
        solution = (folder / f"{label}.md").read_text(encoding="utf-8")
    except KeyError as missing:
        raise UserError(f"{where}: {missing} is missing") from None
    except FileNotFoundError:
        raise UserError(f"{where}: there is no solution {label}.md") from None
    code = folder / f"{label}.py"
    source = code.read_text(encoding="utf-8") if code.is_file() else ""
    return Exercise(label, minutes, points, solution, source)
