"""Mark what was handed in, part by part: practice, not an exam, since the solutions are public.

`mark` serves a student, `Hidden` the graders; both say what happened, which known mistake it
equals, and give hints in three steps.
"""

import io
import random
import traceback
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, replace

from stsutils.teach.exercises import PUBLIC, Exercise, exercise
from stsutils.teach.handed import Hand, NotRight, kind_of, limited
from stsutils.teach.naming import RELATIVE, near
from stsutils.teach.naming import name as name_of

#: How long one part may be marked: a loop that never ends costs its exercise, no more.
SECONDS = 20.0


@dataclass(frozen=True)
class Mark:
    """What one part of an exercise earned, of how much, what was wrong, and two hints more."""

    label: str
    part: str
    points: float
    earned: float
    said: str = ""
    hints: tuple[str, ...] = ()


def marks(one: Exercise, env: Mapping[str, object], seed: str = PUBLIC) -> list[Mark]:
    """Mark every part of an exercise; whatever the code that was handed in raises costs the part.

    Args:
        one: a graded exercise.
        env: the names as they are after the exercise's own cell, such as a notebook's globals.
        seed: the seed that drew what was given.
    """
    found, late = [], None
    for part, points in one.points.items():
        try:
            if late:  # another part would take as long
                raise late
            # what the code prints and warns is dropped: nbgrader takes a warning for a failed test
            ends, unseen = limited(SECONDS, ", ".join(one.names)), io.StringIO()
            with ends, redirect_stdout(unseen), redirect_stderr(unseen):
                _award(one, part, env, seed)
            found.append(Mark(one.label, part, points, points))
        except (Exception, SystemExit) as error:
            late = error if isinstance(error, TimeoutError) else None
            said, *hints = error.args if isinstance(error, NotRight) else [_told(error, env)]
            known = [*getattr(one.module, "HINTS", ())]
            hints = tuple([*hints, *known[len(hints) :], *_case(one, seed)][:2])
            said = str(said) + _known_mistake(one, part, said, seed)
            found.append(Mark(one.label, part, points, 0.0, said, hints))
    return found


def mark(label: str, env: Mapping[str, object], hint: int = 1) -> None:
    """Print what each part of an exercise earns, and where it fails a hint: 1, 2 or 3 go further.

    Example:
        >>> mark("nce-chance", {"alone": 0.0, "hard": 0.0})
        nce-chance: 0 of 2 points
        - alone 0 of 1: 0.0 is not right
        - hard 0 of 1: as above
        More help: mark("nce-chance", globals(), hint=2)
    """
    found = marks(exercise(label), env)
    print(in_words(found, hint))
    if hint < 3 and any(len(one.hints) >= hint for one in found):
        print(f'More help: mark("{label}", globals(), hint={hint + 1})')


def in_words(found: list[Mark], hint: int = 2) -> str:
    """The marks of an exercise in words; what two parts share is said once."""
    earned, points = (sum(getattr(one, what) for one in found) for what in ("earned", "points"))
    lines, before = [f"{found[0].label}: {earned:g} of {points:g} points"], set()
    for one in found:
        said = "as above" if one.said in before else one.said
        lines.append(f"- {one.part} {one.earned:g} of {one.points:g}" + (said and f": {said}"))
        lines += [f"  {step}" for step in one.hints[: max(0, hint - 1)] if step not in before]
        before |= {one.said, *one.hints}
    return "\n".join(lines)


@dataclass(frozen=True)
class Hidden:
    """The hidden tests of one exercise: with its source and seed they need the package alone."""

    label: str
    worth: float | dict[str, float]
    source: str
    seed: str

    def grade(self, env: Mapping[str, object]) -> float:
        """Print the marks; return the points earned."""
        found = marks(Exercise(self.label, 0, self.worth, self.source), env, self.seed)
        print(in_words(found))
        return float(sum(one.earned for one in found))

    def award(self, part: str, env: Mapping[str, object]) -> None:
        """Raise NotRight with the words of the mark, unless this part is right."""
        one = Exercise(self.label, 0, self.worth, self.source)
        with_part = replace(one, worth={part: one.points[part]})
        (found,) = marks(with_part, env, self.seed)
        if found.said:
            raise NotRight("\n".join([found.said, *found.hints[:1]]))


def look(env: Mapping[str, object], kinds: Mapping[str, str], examples: str = "") -> None:
    """Raise NotRight unless each name was handed in, is of its kind, and the examples hold.

    This is what a class may run before it hands in; `kind_of` names the kinds.
    """
    for name, kind in kinds.items():
        seen = kind_of(getattr(Hand(env), name))
        if kind and seen != kind:
            raise NotRight(f"{name} is {seen}; {kind} is wanted")
    lines = examples.strip().splitlines()
    try:
        exec(compile("\n".join(lines), "an example", "exec"), dict(env))
    except Exception as error:
        steps = traceback.walk_tb(error.__traceback__)
        place = [line for frame, line in steps if frame.f_code.co_filename == "an example"]
        raise NotRight(f"this example fails: {lines[place[-1] - 1].strip()}\n{error}") from None


def _award(one: Exercise, part: str, env: Mapping[str, object], seed: str) -> None:
    module, hand, given = one.module, Hand(env), one.given(seed)
    if hasattr(module, "LOSS"):
        from stsutils.teach.losses import award_loss

        award_loss(one, part, getattr(hand, one.names[0]), seed)
    elif hasattr(module, "answers"):
        wrong = getattr(module, "mistakes", lambda **_: {})(**given).get(part, {})
        absolute = getattr(module, "TOLERANCE", {}).get(part)
        _compare(getattr(hand, part), module.answers(**given)[part], absolute, wrong)
    else:
        chance = random.Random(f"{seed} {one.label}")  # the same draw for every part
        getattr(module, f"check_{part}")(hand, chance, **given)


def _compare(seen: object, wanted: object, absolute: float | None, wrong: dict) -> None:
    """Raise NotRight, with the mistake's name, unless an answer is right.

    Words and whole numbers are compared exactly, others within a thousandth, or the exercise's
    own tolerance.
    """
    shown = f"{repr(seen)[:60]} is not right"
    if isinstance(wanted, str):
        if seen != wanted:
            raise NotRight(shown)
        return
    many = isinstance(wanted, (list, tuple))
    right = list(wanted) if many else [wanted]
    try:
        values = [float(x) for x, _ in zip(seen if many else [seen], right, strict=True)]
    except (TypeError, ValueError):  # no numbers, or not as many
        raise NotRight(f"{shown}: {kind_of(wanted)} is wanted") from None
    for a, b in zip(values, right, strict=True):
        exact = isinstance(b, int) and absolute is None
        if not (a == b if exact else near(a, b, RELATIVE, absolute)):
            forms = {words: x if many else [x] for words, x in wrong.items()}
            words = name_of(values, right, forms)
            raise NotRight(shown + (f": that is {words}" if words else ""))


def _told(error: BaseException, env: Mapping[str, object]) -> str:
    """What a student's code raised, in one line, and where."""
    said = (str(error).strip().splitlines() or ["no message"])[0][:300]
    said = "".join(c if c.isprintable() else "�" for c in said)  # no commands for a terminal
    if isinstance(error, (AssertionError, TimeoutError)):
        return said
    home = env.get("__name__", "__main__")
    steps = [
        f", in line {line} of the cell with {frame.f_code.co_name}"
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_globals.get("__name__") == home
    ]
    where = [", where the answer is used", *steps][-1]
    likely = {
        NameError: ": is a name misspelt, or an import missing?",
        TypeError: ": does it take what the task says, in that order?",
    }
    return f"it stops with {type(error).__name__}: {said}{where}{likely.get(type(error), '')}"


def _known_mistake(one: Exercise, part: str, said: str, seed: str) -> str:
    """The one known mistake that fails with the very same words, where they hold a number."""
    wrong = getattr(one.module, "WRONG", {})
    if hasattr(one.module, "LOSS") or not any(c.isdigit() for c in str(said)):
        return ""
    same = []
    for words, code in wrong.items():
        with suppress(Exception):
            env = dict(one.given(seed))
            exec(code, env)
            try:
                _award(one, part, env, seed)
            except AssertionError as error:
                same += [words] if str(error) == str(said) else []
    return f" (as from {same[0]})" if len(same) == 1 else ""


def _case(one: Exercise, seed: str) -> list[str]:
    """A worked case of a question with numbers: another draw, with its answers."""
    if one.kind != "number" or not one.given("a case"):
        return []
    draws = (one.given(f"case {place}") for place in range(20))
    for given in (other for other in draws if other != one.given(seed)):
        right = {n: _short(x) for n, x in one.module.answers(**given).items()}
        known, wanted = (", ".join(f"{n} = {x}" for n, x in d.items()) for d in (given, right))
        return [f"With {known} it would be {wanted}."]
    return []


def _short(value: object) -> object:
    if isinstance(value, list):
        return [_short(x) for x in value]
    return value if isinstance(value, (str, int)) else float(f"{value:.4g}")
