"""A class pack: exercises with a teacher's own numbers, chapters to read, an autograder, a key.

What a pack asks is the same for every grader; `otter` and `nbgrader` only write it down in their
own way. The hidden tests carry their source with them, so that a grader needs the package alone.
"""

from dataclasses import dataclass
from pathlib import Path

from stsutils.errors import UserError
from stsutils.teach import nbgrader, otter
from stsutils.teach.book import facts_line
from stsutils.teach.cells import as_json, notebook, source, text_cell
from stsutils.teach.exercises import Exercise, exercises
from stsutils.teach.question import Question, put
from stsutils.teach.student import Chapters

FORMATS = {"otter": otter, "nbgrader": nbgrader}


@dataclass(frozen=True)
class Pack:
    """What was written: where, how many points, and the commands that come next."""

    folder: Path
    questions: tuple[Question, ...]
    commands: tuple[str, ...]

    @property
    def points(self) -> float:
        """All points of the pack."""
        return sum(one.exercise.total for one in self.questions)


def write_pack(
    chapters: Chapters, wanted: list[str], form: str, seed: str, folder: Path, name: str
) -> Pack:
    """Write the pack of some chapters into an empty folder.

    Args:
        chapters: the chapters of the checkout.
        wanted: names, numbers or parts of names of chapters; labels of single exercises.
        form: "otter" or "nbgrader".
        seed: the teacher's secret; it draws the numbers of the exercises.
        folder: where to write; it must not exist, or be empty.
        name: what the assignment is called, in letters, digits and hyphens.

    Raises:
        UserError: for an unknown chapter or form, a folder in use, chapters without exercises.
    """
    if form not in FORMATS:
        raise UserError(f"--format is one of {', '.join(FORMATS)}, not {form!r}")
    if not name.replace("-", "").isalnum():
        raise UserError(f"--name takes letters, digits and hyphens, not {name!r}")
    if folder.exists() and any(folder.iterdir()):
        raise UserError(f"{folder} is not empty: name another folder with --out")
    places = [(_chapter_of(chapters, one), one) for one in wanted]
    names = list(dict.fromkeys(name for name, _ in places))
    questions = tuple(
        question
        for name, one in dict.fromkeys(places)
        for question in questions_of(chapters, name, seed)
        if one in (question.exercise.label, name) or one not in exercises()
    )
    if not questions:
        raise UserError(f"no exercise in {', '.join(names)}")
    commands = FORMATS[form].write(folder, name, questions, seed)
    for one in names:
        put(folder / "chapters" / f"{one}.ipynb", as_json(reading(chapters, one)))
    put(folder / "key.md", key(questions, seed))
    return Pack(folder, questions, commands)


def _chapter_of(chapters: Chapters, wanted: str) -> str:
    """The chapter called so, or the one that asks the exercise with this label."""
    if wanted not in exercises():
        return chapters.find(wanted)
    return next(name for name in chapters.paths if wanted in chapters.labels(name))


def questions_of(chapters: Chapters, name: str, seed: str) -> list[Question]:
    """The exercises of a chapter, each with the text above it."""
    found, text = [], ""
    for cell in chapters.cells(name, seed):
        if isinstance(cell, Exercise):
            at = text.rfind("### Exercise:")
            found.append(
                Question(cell, text[at:].strip(), chapters.pages.titles[f"notebooks/{name}"])
            )
        else:
            text = source(cell)
    return found


def reading(chapters: Chapters, name: str) -> dict:
    """A chapter as a notebook to read and run, without its exercises."""
    cells = []
    for cell in chapters.cells(name):
        if isinstance(cell, Exercise):
            continue
        text = source(cell)
        if cell["cell_type"] == "markdown" and "### Exercise:" in text:
            text = text[: text.index("### Exercise:")].rstrip().removesuffix("## Exercises").strip()
            if text:
                cells.append(text_cell(text, cell["id"]))
            continue
        cells.append(cell)
    return notebook(cells)


def key(questions: tuple[Question, ...], seed: str) -> str:
    """The grading key: points, right answers for this seed, and what is graded by hand."""
    lines = ["# Key", "", f"Keep it secret, and its seed: `{seed}`.", ""]
    for one in questions:
        exercise = one.exercise
        lines += [f"## {exercise.label}", "", f"{one.chapter}: {facts_line(exercise)}.", ""]
        if exercise.kind != "manual":
            parts = ", ".join(f"{part} {points:g}" for part, points in exercise.points.items())
            lines += [
                f"Points: {parts}.",
                "",
                "```python",
                exercise.reference(seed).strip(),
                "```",
                "",
            ]
        else:
            lines += [HAND.format(points=f"{exercise.total:g}"), ""]
        if exercise.kind != "auto":
            lines += ["The book's solution:", "", exercise.solution.strip(), ""]
    return "\n".join(lines)


HAND = (
    "By hand, of {points} points: all for the finding with a reason or a run that shows it; a "
    "third less where the reason is missing; a third for a run without a finding; none for a guess."
)
