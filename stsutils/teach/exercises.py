"""The exercises of the book: who asks what, for how many points, and what is handed in.

The folder `solutions` holds, by label: points and minutes (`exercises.toml`), the solution that a
reader sees (`<label>.md`), and for graded exercises `<label>.py` with

- a docstring: what to hand in, with names in braces for what the seed draws;
- `HANDS_IN`: the names or signatures that are graded, one a line;
- for a loss: `LOSS`, its name in the microscope; `PLAIN`, its formula in words; `VARIANTS`, other
  forms in words, each with the code that takes the place of FORM in `REFERENCE`, so that a
  teacher's seed asks for a loss that stands neither in the book nor in the package;
- else `answers(**given)`, the right numbers by name, and `mistakes(**given)`, known wrong ones,
  or `check_<part>(hand, random, **given)`, which raises AssertionError with what is wrong;
- `PAGE`: the numbers of the chapter's text; `given(random)`: those that a teacher's seed draws;
- `TOLERANCE`: by part, how far a number may be off, where the usual allowance does not fit;
- `IMPORTS`: lines that the student's cell begins with; `EXAMPLES`: asserts that everybody sees;
- `HINTS`: what to try, and a step further (else a worked case is made);
- `REFERENCE`: code that earns all points, where the solution's own Python is no such code;
- `WRONG`: code of known mistakes, by their names.
"""

import ast
import functools
import random
import tomllib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from stsutils.checkout import find_in_checkout
from stsutils.errors import UserError, readable
from stsutils.teach.directives import python_in

#: The seed of the public student notebooks; a teacher's is secret.
PUBLIC = "public"


@dataclass(frozen=True)
class Exercise:
    """One exercise, as far as the folder `solutions` knows it."""

    label: str
    minutes: int
    worth: float | dict[str, float]
    source: str = ""
    solution: str = ""

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
        """The points of a graded one by part; equal parts, where the table says the sum only."""
        if isinstance(self.worth, dict):
            return self.worth
        checked = [one.removeprefix("check_") for one in vars(self.module) if one[:6] == "check_"]
        parts = self.names if self.kind == "number" else checked
        return {part: self.worth / len(parts) for part in parts}

    @functools.cached_property
    def module(self) -> ModuleType:
        """The graded exercise's `<label>.py`, made from its text."""
        return run(self.source, self.label)

    @property
    def names(self) -> list[str]:
        """The names that are handed in."""
        return [line.split("(")[0] for line in self.module.HANDS_IN.splitlines()]

    def given(self, seed: str) -> dict:
        """What the question gives: the page's numbers, or those that a teacher's seed draws."""
        if seed == PUBLIC and hasattr(self.module, "PAGE"):
            return self.module.PAGE
        draw = getattr(self.module, "given", None)
        return draw(random.Random(f"{seed} {self.label}")) if draw else {}

    def variant(self, seed: str) -> tuple[str, str] | None:
        """The words and the code of the loss that a teacher's seed asks for, if it is another."""
        if seed == PUBLIC or not hasattr(self.module, "VARIANTS"):
            return None
        chance = random.Random(f"{seed} {self.label}")
        words, form = chance.choice(self.module.VARIANTS)
        size = str(chance.choice([0.15, 0.25, 0.35]))
        code = self.module.REFERENCE.replace("FORM", form)
        return words.replace("SIZE", size), code.replace("SIZE", size)

    def task(self, seed: str = PUBLIC) -> str:
        """What to hand in, in words."""
        other = self.variant(seed)
        form = other[0] if other else getattr(self.module, "PLAIN", "")
        return str(self.module.__doc__).strip().format(**self.given(seed), form=form)

    def _start(self, seed: str) -> list[str]:
        lines = getattr(self.module, "IMPORTS", "").splitlines()
        return lines + [f"{name} = {value!r}" for name, value in self.given(seed).items()]

    def stub(self, seed: str = PUBLIC) -> str:
        """The code that a student begins with: what is given, and an ellipsis for each answer."""
        lines = self._start(seed)
        for what in self.module.HANDS_IN.strip().splitlines():
            lines.append(f"def {what}:\n    ..." if "(" in what else f"{what} = ...")
        return "\n".join(lines)

    def reference(self, seed: str = PUBLIC) -> str:
        """Code that earns all points: the solution's own, or the numbers worked out."""
        if self.kind == "number":
            right = self.module.answers(**self.given(seed))
            lines = [f"{name} = {_plain(one)!r}" for name, one in right.items()]
            return "\n".join(self._start(seed) + lines)
        if other := self.variant(seed):
            return other[1]
        own = "" if hasattr(self.module, "LOSS") else getattr(self.module, "REFERENCE", "")
        return "\n".join([*self._start(seed), own or python_in(self.solution)])


def _plain(value: object) -> object:
    """A number of numpy's as one of Python's, which is written without its type."""
    return value.item() if hasattr(value, "item") else value


def run(source: str, name: str) -> ModuleType:
    """Run the text of a file as a module of its own."""
    module = ModuleType(name.replace("-", "_"))
    with readable(place := f"solutions/{name}.py"):
        exec(compile(source, place, "exec"), vars(module))
    return module


def without_reference(source: str) -> str:
    """The text of a `<label>.py` as `mark` needs it: without the code that earns all points."""
    lines = source.splitlines()
    for node in reversed(ast.parse(source).body):
        if isinstance(node, ast.Assign) and node.targets[0].id in ("REFERENCE", "VARIANTS"):
            del lines[node.lineno - 1 : node.end_lineno]
    return "\n".join(lines) + "\n"


def find_solutions() -> Path:
    """The repository's folder `solutions`."""
    return find_in_checkout("solutions/exercises.toml").parent


@functools.cache
def exercises(folder: Path | None = None) -> dict[str, Exercise]:
    """All exercises by label, read from the folder `solutions`.

    A class gets that folder without the solutions (`<label>.md`): `mark` needs none. Raises
    UserError, with file and label, where points or minutes are missing.
    """
    folder = folder or find_solutions()
    table = folder / "exercises.toml"
    found = {}
    with readable(table):
        entries = tomllib.loads(table.read_text(encoding="utf-8"))
    for label, facts in entries.items():
        texts = [folder / f"{label}{ending}" for ending in (".py", ".md")]
        with readable(f"{table}, [{label}]"):
            texts = [text.read_text(encoding="utf-8") if text.is_file() else "" for text in texts]
            found[label] = Exercise(label, int(facts["minutes"]), facts["points"], *texts)
    return found


def exercise(label: str) -> Exercise:
    """The exercise with this label, or a UserError."""
    if label not in exercises():
        raise UserError(f"solutions/exercises.toml has no exercise called {label!r}")
    return exercises()[label]
