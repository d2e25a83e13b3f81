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
    # once, also where a chapter and an exercise of it are wanted
    asked = {q.exercise.label: q for one in wanted for q in questions_of(chapters, one)}
    questions = tuple(asked.values())
    if not questions:
        raise UserError(f"no exercise in {', '.join(dict.fromkeys(wanted))}")
    start = [text_cell(f"# {name}", "title"), code_cell(START, "start")]
    commands = FORMATS[form].write(folder, name, questions, seed, start)
    write_text(place, render("class_key.md", questions=questions, seed=seed, facts_line=facts_line))
    return Pack(place, questions, commands)


def questions_of(chapters: Chapters, wanted: str) -> list[Question]:
    """The exercises of a chapter, or the one with this label, each with the text above it."""
    if wanted in exercises():
        name = next(one for one in chapters.paths if wanted in chapters.labels(one))
    else:
        name = chapters.find(wanted)
    found, text = [], ""
    for cell in chapters.cells(name):
        if not isinstance(cell, Exercise):
            text = source(cell)
        elif cell.label == wanted or wanted not in exercises():
            at = text.rfind("### Exercise:")
            title = chapters.pages.titles[f"notebooks/{name}"]
            found.append(Question(cell, text[at:].strip(), title))
    return found
