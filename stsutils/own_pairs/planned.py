"""The plan of a comparison: made by a timed trial, kept in the folder, and read back."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from stsutils.errors import readable
from stsutils.own_pairs.folder import PLAN, same_question
from stsutils.own_pairs.plan import LONGEST, Cost, Plan, choose, enough, rates_for, usual_epochs
from stsutils.own_pairs.question import Question
from stsutils.own_pairs.trainings import measure
from stsutils.writing import write_text


@dataclass
class Planned:
    """A plan, the cost it reckons with, and in words what had to go of the wished one.

    ``enough`` are budgets, in minutes, that cut no ``rows`` or nothing at ``all``; ``seconds`` are
    left for the trainings.
    """

    plan: Plan
    cost: Cost
    notes: list[str]
    enough: dict[str, int]
    seconds: float


def plan_for(
    asked: Question, losses: int, question: dict, out: Path, say: Callable[[str], None]
) -> Planned:
    """The plan that an earlier call with this question left in the folder, else a new one.

    A new one fits the budget, by a timed trial. Raises UserError where another question's lies
    there, or where it can't be read.
    """
    kept = same_question(out, question, "comparison")
    if kept is None:
        say("timing a few steps …")
        started = time.process_time()
        cost = measure(asked.model, asked.parts["train"])
        sizes = [len(asked.parts[name]) for name in ("train", "validation", "test")]
        epochs = question["epochs"] or usual_epochs(sizes[0])
        wish = Plan(*sizes, epochs, rates_for(asked.model.dimension), question["seeds"])
        spent = (time.process_time() - started) / cost.cores
        seconds = max(0.0, 60 * question["budget"] - spent)
        longest = 0 if question["epochs"] else LONGEST
        plan, notes = choose(wish, cost, losses, seconds / 60, longest)
        new = Planned(plan, cost, notes, enough(wish, cost, losses, longest), seconds)
        kept = asdict(new) | {"question": question}
        write_text(out / PLAN, json.dumps(kept, indent=1))
    return read(kept, out / PLAN)


def read(kept: dict, where: Path) -> Planned:
    """What lies in ``plan.json``; UserError if it is odd."""
    with readable(where, "delete it to begin anew"):
        plan, cost = Plan(**kept["plan"]), Cost(**kept["cost"])
        return Planned(plan, cost, kept["notes"], kept["enough"], kept["seconds"])
