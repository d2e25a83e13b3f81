"""An exercise as a question of an assignment: its words, its stub, its hidden tests."""

from dataclasses import dataclass
from pathlib import Path

from stsutils.teach.book import facts_line, hand_in
from stsutils.teach.exercises import Exercise
from stsutils.writing import write_atomically


@dataclass(frozen=True)
class Question:
    """One exercise with the text that a student reads, and the title of its chapter."""

    exercise: Exercise
    text: str
    chapter: str

    @property
    def name(self) -> str:
        """The label as a name that every grader takes."""
        return self.exercise.label.replace("-", "_")

    def words(self, seed: str) -> str:
        """Text, points, and what to hand in."""
        return f"{self.text}\n\n*{facts_line(self.exercise)}*{hand_in(self.exercise, seed)}"

    @property
    def graded(self) -> bool:
        """Whether code grades it."""
        return self.exercise.kind != "manual"

    def test(self, part: str, seed: str, env: str) -> str:
        """The hidden test of a part: it holds its source and seed, and reads the names of `env`."""
        one = self.exercise
        return (
            "from stsutils.teach.awarding import award\n\n"
            f"award({one.source!r}, {one.label!r}, {part!r}, {env}, {seed!r})"
        )


def put(path: Path, text: str) -> None:
    """Write a text file, whole or not at all."""
    write_atomically(path, lambda there: there.write_text(text, encoding="utf-8"))
