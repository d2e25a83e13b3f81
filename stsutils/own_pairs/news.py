"""What a comparison says of the file and of the plan, before it takes any time."""

import pandas as pd

from stsutils.data import summary
from stsutils.data.label_kinds import Labels, lonely
from stsutils.encoders.loading import SHIPPED
from stsutils.own_pairs.plan import BATCH, Cost, Plan
from stsutils.report.markup import counted
from stsutils.templates import lines


def of_file(labels: Labels, cuts: dict, rows: pd.DataFrame) -> list[str]:
    """What was found in the file, and how it was cut."""
    wrong = wrong_loss(labels, cuts["positives"]["train"], cuts["rows"]["train"])
    same = int((rows["sentence1"] == rows["sentence2"]).sum())
    facts = {"lonely": lonely(labels, rows), "wrong_loss": wrong, "same": same, "rows": len(rows)}
    facts |= {"both": {"score", "label"} <= set(rows), "found": dict(summary(rows))}
    return lines("news.txt", "of_file", labels=labels, cuts=cuts, **facts)


def wrong_loss(labels: Labels, positives: int, pairs: int) -> list[str]:
    """A line where CoSENT finds little to order: most batches hold one of two labels only."""
    share = positives / pairs
    both = 1 - share**BATCH - (1 - share) ** BATCH
    if labels.kind != "binary" or both >= 0.5:
        return []
    return lines("news.txt", "one_label", share=share, alone=1 - both, batch=BATCH)


def of_encoder(name: str) -> list[str]:
    """A line where the encoder is one to learn with."""
    return lines("news.txt", "to_learn_with") if name in SHIPPED else []


def of_course(plan: Plan, loss: str, patience: int) -> list[str]:
    """How the trainings with one loss go, in one line."""
    steps, told = -(-plan.rows // plan.batch_size), {"loss": loss, "patience": patience}
    return lines("news.txt", "of_course", plan=plan, steps=steps, counted=counted, **told)


def of_plan(plan: Plan, losses: int, cost: Cost, minutes: float) -> list[str]:
    """What every loss gets, in one line; one more where other processes take the processor."""
    once = plan.minutes(cost, losses * len(plan.rates))
    told = {"losses": losses, "cost": cost, "minutes": minutes, "counted": counted}
    return lines("news.txt", "of_plan", plan=plan, once=once, **told)
