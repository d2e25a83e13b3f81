"""What a comparison says of the file and of the plan, before it takes any time."""

import pandas as pd

from stsutils.data import summary
from stsutils.data.label_kinds import Labels
from stsutils.data.rows import place
from stsutils.own_pairs.plan import BATCH, Cost, Course, Plan
from stsutils.report.markup import counted

BUSY = 0.8  # a smaller share of the processor is told


def of_file(labels: Labels, cuts: dict, rows: pd.DataFrame) -> list[str]:
    """What was found in the file, and how it was cut."""
    sizes = " / ".join(f"{n:,}" for n in cuts["rows"].values())
    leaks = "no sentence is on two sides"
    if cuts["apart"] == "pairs":
        shared = f"{cuts['shared_sentences']:,}" if cuts["shared_sentences"] else "no"
        leaks = f"no pair is on two sides; {shared} test pairs have a sentence that is trained on"
    if cuts["apart"] == "groups":
        leaks = "no group is on two sides"
    lines = [
        f"{labels.kind} labels in the column {labels.column}, {labels.low:g} to {labels.high:g}; "
        f"{sizes} pairs to train / choose / test; {leaks}"
    ]
    found = dict(summary(rows))
    lines += [f"{what}: {fact}" for what, fact in found.items() if what == "left out"]
    lines += lonely(labels, rows)
    repeats, end = found["duplicates"], "they neither choose nor test"
    if leaked := cuts.get("leaked"):
        end = f"of these {leaked:,} are left out: their pair stands in another of your files, too"
    if repeats != "0":
        lines.append(f"rows that repeat an earlier pair: {repeats}; {end}")
    if positives := cuts.get("positives"):
        lines += wrong_loss(labels, positives["train"], cuts["rows"]["train"])
    same = int((rows["sentence1"] == rows["sentence2"]).sum())
    if same > len(rows) / 2:
        lines.append(f"the two sentences are the same in {same:,} of {len(rows):,} rows: is it so?")
    return lines


def lonely(labels: Labels, rows: pd.DataFrame) -> list[str]:
    """A line for a single label that lies further off than all others reach: a slip of the hand?

    One 50 among grades from 0 to 5 moves the middle of the scale, above which pairs count as
    positive, beyond every other label.
    """
    values = rows[labels.column]
    grades = sorted(values.unique())
    if labels.kind != "graded" or len(grades) < 4:
        return []
    for end, others in ((grades[0], grades[1:]), (grades[-1], grades[:-1])):
        low, high = others[0], others[-1]
        away = min(abs(end - low), abs(end - high))
        if (values == end).sum() == 1 and away > high - low:
            where, row = "one row", int((values == end).to_numpy().argmax())
            if "source" in rows.attrs:  # rows of several files have no place of their own
                where = place("", row, rows.attrs.get("lines")).removeprefix(", ")
            return [
                f"{where}: the {labels.column} {end:g} is far from all others, {low:g} to "
                f"{high:g}. Is it a slip? It moves the middle of the scale to {labels.middle:g}"
            ]
    return []


def wrong_loss(labels: Labels, positives: int, pairs: int) -> list[str]:
    """A line where CoSENT finds little to order: most batches hold one of two labels only."""
    share = positives / pairs
    both = 1 - share**BATCH - (1 - share) ** BATCH
    if labels.kind != "binary" or both >= 0.5:
        return []
    return [
        f"{share:.1%} of the training pairs are positive: {1 - both:.0%} of the batches of {BATCH} "
        "hold no two labels, so CoSENT has nothing to order there. InfoNCE learns from positive "
        "pairs alone: name it, too, with --losses cosent,info_nce"
    ]


def of_course(course: Course, lr: float, rows: int, seeds: int) -> str:
    """How one training goes, in one line."""
    steps = -(-rows // course.batch_size)
    return (
        f"{course.loss}: {counted(course.epochs, 'epoch')} of {steps:,} steps at most, batches of "
        f"{course.batch_size}, learning rate {lr:g}, {counted(seeds)}; it stops after "
        f"{counted(course.patience, 'epoch')} without a better one"
    )


def of_plan(plan: Plan, losses: int, cost: Cost, minutes: float) -> list[str]:
    """What every loss gets, in one line; one more where other processes take the processor."""
    once = plan.minutes(cost, losses * len(plan.rates))
    rates = ", ".join(f"{rate:g}" for rate in plan.rates)
    line = (
        f"{losses} loss{'es' * (losses != 1)} with {plan.rows:,} pairs, "
        f"{counted(plan.epochs, 'epoch')}, learning rate{'s' * (len(plan.rates) != 1)} {rates}: "
        f"about {once:.1f} minutes; then up to {counted(plan.seeds)} while {minutes:g} minutes last"
    )
    if cost.share > BUSY:
        return [line]
    return [
        line,
        f"other processes are at work, this one gets {cost.share:.0%} of its processor; minutes "
        f"count what it computes, so {minutes:g} may take {minutes / cost.share:.0f} by the clock",
    ]
