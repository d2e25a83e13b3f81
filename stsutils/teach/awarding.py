"""Mark what was handed in: part by part, against numbers, properties, or the microscope."""

import math
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING

from stsutils.teach.exercises import PUBLIC, Exercise, drawn, exercise, module_of

if TYPE_CHECKING:
    import pandas as pd

RELATIVE = 0.01


@dataclass(frozen=True)
class Mark:
    """What one part of an exercise earned, of how much, and why not all."""

    label: str
    part: str
    points: float
    earned: float
    said: str = ""


def marks(one: Exercise, env: Mapping[str, object], seed: str) -> list[Mark]:
    """Mark every part of an exercise; whatever the code that was handed in raises costs the part.

    Args:
        one: a graded exercise.
        env: the names of what was handed in, such as a notebook's globals.
        seed: the seed that drew what was given.
    """
    found = []
    for part, points in one.points.items():
        try:
            award(one.source, one.label, part, env, seed)
            found.append(Mark(one.label, part, points, points))
        except Exception as error:
            kind = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
            said = (str(error).strip().splitlines() or ["not right"])[0]
            found.append(Mark(one.label, part, points, 0.0, kind + said))
    return found


def mark(label: str, env: Mapping[str, object], seed: str = PUBLIC) -> "pd.DataFrame":
    """The points that each part of an exercise earns, as a table: for a student's own use.

    Example:
        >>> mark("nce-chance", {"alone": 0.0, "hard": 0.0}).earned.sum()
        0.0
    """
    import pandas as pd

    return pd.DataFrame([asdict(one) for one in marks(exercise(label), env, seed)])


def award(source: str, label: str, part: str, env: Mapping[str, object], seed: str) -> None:
    """Raise AssertionError unless this part of what was handed in is right.

    Takes the text of a `<label>.py`, so that a grader's hidden test needs nothing but the package.
    """
    module = module_of(source, label)
    hand = Hand(env)
    if hasattr(module, "LOSS"):
        _mark_loss(module.LOSS, getattr(hand, module.HANDS_IN.split("(")[0]), part)
    elif hasattr(module, "answers"):
        wanted = module.answers(**drawn(module, label, seed))[part]
        assert _agrees(getattr(hand, part), wanted, _tolerance(module, part)), (
            f"{part} is not {_shown(getattr(hand, part))}"
        )
    else:
        chance = random.Random(f"{seed} {label} {part}")
        getattr(module, f"check_{part}")(hand, chance, **drawn(module, label, seed))


class Hand:
    """What was handed in, by name; a name that is missing, or still an ellipsis, is no answer."""

    def __init__(self, env: Mapping[str, object]) -> None:
        """Look names up in `env`, such as a notebook's globals."""
        self._env = env

    def __getattr__(self, name: str) -> object:
        """Return the answer called so, or raise AssertionError with a student's words."""
        answer = self._env.get(name, ...)
        empty = answer is ... or _is_stub(answer)
        assert not empty, f"{name} was not handed in"
        return answer


def _stub(): ...


def _is_stub(answer: object) -> bool:
    """Whether this is a function with nothing in its body but an ellipsis or a docstring."""
    if not isinstance(answer, FunctionType):
        return False
    own, empty = answer.__code__, _stub.__code__
    same_steps = own.co_code[::2] == empty.co_code[::2]  # every second byte is an argument
    return same_steps and set(own.co_consts) <= {None, answer.__doc__}


def _mark_loss(loss: str, candidate: Callable, part: str) -> None:
    from stsutils.microscope import check

    def handed_in(*inputs: object, **settings: object) -> object:
        found = candidate(*inputs, **settings)
        assert found is not None, "it returns nothing"
        return found

    failed = [result for result in check(loss, candidate=handed_in, part=part) if not result.passed]
    assert not failed, f"{failed[0].name}: {failed[0].detail}"


def _tolerance(module: ModuleType, part: str) -> float | None:
    """The absolute tolerance of a number, where the exercise sets one."""
    return getattr(module, "TOLERANCE", {}).get(part)


def _agrees(seen: object, wanted: object, absolute: float | None) -> bool:
    """Whether an answer is right: words and whole numbers exactly, others within a tolerance."""
    if isinstance(wanted, (list, tuple)):
        if not isinstance(seen, Iterable) or isinstance(seen, str):
            return False
        seen = list(seen)
        return len(seen) == len(wanted) and all(
            _agrees(a, b, absolute) for a, b in zip(seen, wanted, strict=True)
        )
    if isinstance(wanted, (str, bool)):
        return type(wanted)(seen) == wanted and not callable(seen)
    seen = float(seen)  # a tensor or an array of one number too
    if isinstance(wanted, int) and absolute is None:
        return seen == wanted
    most = RELATIVE * abs(wanted) if absolute is None else absolute
    return math.isfinite(seen) and abs(seen - wanted) <= most + 1e-12


def _shown(answer: object) -> str:
    text = repr(answer)
    return text if len(text) <= 40 else text[:37] + "..."
