"""A class pack: exercises with a teacher's own numbers and forms, an autograder, a key.

What a pack asks is the same for every grader; `otter` and `nbgrader` only write it down in their
own way. The hidden tests carry their source with them, so that a grader needs the package alone.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from stsutils.errors import UserError
from stsutils.teach import nbgrader, otter
from stsutils.teach.book import facts_line
from stsutils.teach.cells import code_cell, source, text_cell
from stsutils.teach.exercises import Exercise, exercises
from stsutils.teach.question import Question
from stsutils.teach.student import Chapters
from stsutils.templates import render
from stsutils.writing import write_text

FORMATS = {"otter": otter, "nbgrader": nbgrader}
START = """\
from stsutils.teach.handed import limit_cells

limit_cells(60)  # ends a cell that runs for longer than a minute
"""


@dataclass(frozen=True)
class Pack:
    """What was written: the key, the questions, and the commands that come next."""

    key: Path
    questions: tuple[Question, ...]
    commands: str

    @property
    def points(self) -> float:
        """All points of the pack."""
        return sum(one.exercise.total for one in self.questions)


def write_pack(
    chapters: Chapters, wanted: list[str], form: str, seed: str, folder: Path, name: str
) -> Pack:
    """Write the pack of some chapters into an empty folder, and the key beside it.

    Args:
        chapters: the chapters of the checkout.
        wanted: names, numbers or parts of names of chapters; labels of single exercises.
        form: "otter" or "nbgrader".
        seed: the teacher's secret; it draws the numbers and the forms of the exercises.
        folder: where to write; it must not exist, or be empty.
        name: what the assignment is called, in letters, digits and hyphens.

    Raises:
        UserError: for an unknown chapter or form, a folder in use, chapters without exercises.
    """
    if form not in FORMATS:
        raise UserError(f"--format is one of {', '.join(FORMATS)}, not {form!r}")
    if not name.replace("-", "").isalnum():
        raise UserError(f"--name takes letters, digits and hyphens, not {name!r}")
    if folder.is_file():
        raise UserError(f"--out {folder} is a file; name a folder")
    if folder.exists() and any(folder.iterdir()):
        raise UserError(f"{folder} is not empty: name another folder with --out")
    whole = Path(os.path.abspath(folder))  # of links in a circle too
    place = whole.with_name(f"{whole.name}-key.md")
    if place.exists():
        raise UserError(f"{place} is there already: move it, or name another folder with --out")
    places = [(_chapter_of(chapters, one), one) for one in wanted]
    asked = {  # once, also where a chapter and an exercise of it are wanted
        question.exercise.label: question
        for chapter, one in places
        for question in questions_of(chapters, chapter)
        if one in (question.exercise.label, chapter) or one not in exercises()
    }
    questions = tuple(asked.values())
    if not questions:
        raise UserError(f"no exercise in {', '.join(dict.fromkeys(one for one, _ in places))}")
    start = [text_cell(f"# {name}", "title"), code_cell(START, "start")]
    commands = FORMATS[form].write(folder, name, questions, seed, start)
    write_text(place, key(questions, seed))
    return Pack(place, questions, commands)


def _chapter_of(chapters: Chapters, wanted: str) -> str:
    """The chapter called so, or the one that asks the exercise with this label."""
    if wanted not in exercises():
        return chapters.find(wanted)
    return next(name for name in chapters.paths if wanted in chapters.labels(name))


def questions_of(chapters: Chapters, name: str) -> list[Question]:
    """The exercises of a chapter, each with the text above it."""
    found, text = [], ""
    for cell in chapters.cells(name):
        if isinstance(cell, Exercise):
            at = text.rfind("### Exercise:")
            title = chapters.pages.titles[f"notebooks/{name}"]
            found.append(Question(cell, text[at:].strip(), title))
        else:
            text = source(cell)
    return found


def key(questions: tuple[Question, ...], seed: str) -> str:
    """The grading key: points, right answers for this seed, and what is graded by hand."""
    return render("class_key.md", questions=questions, seed=seed, facts_line=facts_line)
