"""Exercises as the book's pages show them: a line of facts above, the solution below, or not."""

from collections.abc import Mapping

from stsutils.teach.directives import Directive, split
from stsutils.teach.exercises import PUBLIC, Exercise

GRADED = {"auto": "graded by tests", "number": "graded by its numbers", "manual": "graded by hand"}


def facts_line(one: Exercise) -> str:
    """Points, minutes and kind of grading in one line of words."""
    points = "1 point" if one.total == 1 else f"{one.total:g} points"
    return f"{points}, about {one.minutes} minutes, {GRADED[one.kind]}"


def hand_in(one: Exercise, seed: str = PUBLIC) -> str:
    """What a class hands in, with the seed's numbers; nothing where a person marks it."""
    if one.kind == "manual":
        return ""
    task = one.task(seed)
    named = task.removeprefix("Hand in ")
    return f"\n\n**Hand in** {named}" if named != task else f"\n\n**Hand in.** {task}"


def with_solutions(text: str, known: Mapping[str, Exercise], shown: bool = True) -> str:
    """A cell's Markdown with facts in each exercise and, where `shown`, its solution below it."""
    pieces = []
    for one in split(text):
        if isinstance(one, str) or one.kind != "exercise":
            pieces.append(one if isinstance(one, str) else one.written)
            continue
        label = one.options["label"]
        pieces.append(_exercise(one, known[label]))
        if shown:
            solution = known[label].solution.strip()
            pieces.append(f"\n`````{{solution}} {label}\n:class: dropdown\n\n{solution}\n`````\n")
    return "".join(pieces)


def _exercise(one: Directive, facts: Exercise) -> str:
    options = "".join(f":{name}: {value}\n" for name, value in one.options.items())
    body = f"{options}\n*{facts_line(facts)}.*\n\n{one.text}{hand_in(facts)}\n"
    return f"`````{{exercise}} {one.argument}".rstrip() + f"\n{body}`````\n"
