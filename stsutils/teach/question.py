"""An exercise as a question of an assignment: its words, what all may run, its hidden tests."""

import re
from dataclasses import dataclass

from stsutils.teach.book import facts_line, hand_in
from stsutils.teach.exercises import PUBLIC, Exercise
from stsutils.teach.handed import kind_of

LOOK = "from stsutils.teach.marking import look\n"


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

    @property
    def graded(self) -> bool:
        """Whether code grades it."""
        return self.exercise.kind != "manual"

    def words(self, seed: str) -> str:
        """Text, points, and what to hand in; the task alone if its numbers differ."""
        numbers = seed != PUBLIC and hasattr(self.exercise.module, "PAGE")
        own = numbers or self.exercise.variant(seed)
        text = self.text.partition("\n")[0] if own else self.text
        text = re.sub(r"\[([^\]]+)\]\(\d\w*\.ipynb\)", r"*\1*", text)  # chapters are not enclosed
        return f"{text}\n\n*{facts_line(self.exercise)}*{hand_in(self.exercise, seed)}"

    def hidden(self, seed: str) -> str:
        """Code that makes the hidden tests, which hold source and seed."""
        one = self.exercise
        return f"Hidden({one.label!r}, {one.worth!r}, {one.source!r}, {seed!r})"


def look(one: Exercise, seed: str) -> str:
    """The call that everybody may run: what was handed in, of which kind, and two examples."""
    right = one.module.answers(**one.given(seed)) if one.kind == "number" else {}
    kinds = {name: kind_of(right[name]) if right else "" for name in one.names}
    examples = getattr(one.module, "EXAMPLES", "")
    if hasattr(one.module, "LOSS"):
        from stsutils.teach.losses import examples as known

        examples = known(one, seed)
    return f"look(globals(), {kinds!r}" + (f', """\n{examples}""")' if examples else ")")
