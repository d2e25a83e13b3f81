"""Premise and hypothesis with a label: contradiction 0, neutral 1, entailment 2."""

from dataclasses import replace

import pandas as pd

from demo_rows.frames import (
    Draw,
    Frame,
    change,
    draw_frame,
    is_mass,
    oppose,
    split_of,
    swap,
)
from demo_rows.lexicon import EVENTS, KIND_OF
from demo_rows.render import Renderer
from demo_rows.writing import collect
from stsutils.data.word_overlap import bag_cosine

SETTING = ("instrument", "place", "time")
CONTRADICTIONS = (
    "negation",
    "negation",
    "opposite",
    "role_swap",
    "changed_count",
    "changed_place",
    "changed_time",
    "changed_adjective",
    "changed_agent_adjective",
    "changed_goal",
)
DETAILS = ("adjective", "agent_adjective", *SETTING)


def generate_nli(n: int, seed: int, split: str = "train") -> pd.DataFrame:
    """n distinct premise-hypothesis pairs: sentence1, sentence2, label 0/1/2, operation, domain.

    Entailment drops details or generalises a noun; neutral adds details or specialises;
    contradiction changes a fact, denies it or takes the opposite action. As in SNLI both
    sentences are taken to speak of one event. One premise in four is itself negated, where
    dropping and adding change places, so that "not" alone does not give the label away.
    Splits as in `generate_pairs`.
    """
    draw = Draw(f"nli|{split}|{seed}")
    return collect(n, lambda: _triple(draw, split, draw.below(3)))


def _triple(draw: Draw, split: str, label: int) -> dict | None:
    make = _denied if draw.chance(0.25) else (_contradict, _neutral, _entail)[label]
    found = None
    while found is None or split_of(found[0]) != split or split_of(found[1]) != split:
        found = make(draw, split, label)
    premise, hypothesis, operation = found
    first = Renderer(draw)
    sentence1 = first.write(premise)
    # Two tries, the one with fewer shared words: dropping alone would leave a near copy.
    options = [Renderer(draw, first.chosen, draw.random()).write(hypothesis) for _ in range(2)]
    sentence2 = min(options, key=lambda text: bag_cosine(sentence1, text))
    if sentence1 == sentence2:
        return None
    return {
        "sentence1": sentence1,
        "sentence2": sentence2,
        "label": label,
        "operation": operation,
        "domain": premise.domain,
    }


def _filled(frame: Frame, slots: tuple[str, ...]) -> list[str]:
    return [slot for slot in slots if getattr(frame, slot)]


def _drop(draw: Draw, frame: Frame, slots: tuple[str, ...], least: int) -> Frame | None:
    """The frame without some of its details, at least `least` of them."""
    there = _filled(frame, slots)
    if len(there) < least:
        return None
    gone = [slot for slot in there if draw.chance(0.5)]
    if len(gone) < least:
        gone = [draw.pick(there)]
    return replace(frame, **dict.fromkeys(gone, ""))


def _generalise(draw: Draw, frame: Frame) -> Frame | None:
    """One noun replaced by a wider one: a carrot by a vegetable, a plumber by a person."""
    slot = draw.pick(("agent", "object"))
    key = getattr(frame, slot)
    if key not in KIND_OF or EVENTS[frame.event].kind == "compare":
        return None
    adjective = "agent_adjective" if slot == "agent" else "adjective"
    return replace(frame, **{slot: KIND_OF[key], adjective: ""})


def _entail(draw: Draw, split: str, label: int) -> tuple | None:
    premise = draw_frame(draw, split, rich=0.8)
    roll = draw.random()
    if roll < 0.35 and (wide := _generalise(draw, premise)):
        return premise, _drop(draw, wide, DETAILS, 0), "generalised"
    if roll < 0.5 and premise.count > 1 and not is_mass(premise):
        less = _drop(draw, premise, DETAILS, 0)
        return premise, replace(less, count=-1), "number_dropped"
    shorter = _drop(draw, premise, DETAILS, 1)
    return (premise, shorter, "dropped") if shorter else None


def _neutral(draw: Draw, split: str, label: int) -> tuple | None:
    full = draw_frame(draw, split, rich=0.8)
    roll = draw.random()
    if roll < 0.35 and (wide := _generalise(draw, full)):
        # The hypothesis names what the premise leaves open; other details may go.
        return wide, _drop(draw, full, DETAILS, 0), "specialised"
    if roll < 0.5 and full.count > 1 and not is_mass(full):
        return replace(full, count=-1), _drop(draw, full, DETAILS, 0), "number_added"
    there = _filled(full, DETAILS)
    if not there:
        return None
    new = draw.pick(there)
    others = tuple(slot for slot in DETAILS if slot != new)
    return replace(full, **{new: ""}), _drop(draw, full, others, 0), "added"


def _contradict(draw: Draw, split: str, label: int) -> tuple:
    operation = draw.pick(CONTRADICTIONS)
    slot, kind = "", ""
    if operation == "role_swap":
        kind = draw.pick(("compare", "carry"))
    elif operation.startswith("changed_"):
        slot = operation.removeprefix("changed_")
        kind = "carry" if slot == "goal" else ""
    need = (slot,) if slot not in ("", "goal") else ()
    other = None
    while other is None or split_of(other) != split:
        premise = draw_frame(draw, split, kind=kind, need=need, rich=0.8)
        if operation == "role_swap":
            other = swap(premise)
        elif operation == "negation":
            other = replace(premise, negated=True)
        elif operation == "opposite":
            other = oppose(premise)
        else:
            other = change(draw, premise, slot)
    return premise, _drop(draw, other, tuple(s for s in DETAILS if s != slot), 0), operation


def _denied(draw: Draw, split: str, label: int) -> tuple | None:
    """Rows whose premise is negated: "did not cut" entails "did not cut with a knife"."""
    full = draw_frame(draw, split, rich=0.8)
    bare = _drop(draw, full, SETTING, 1)
    if bare is None:
        return None
    no_bare, no_full = replace(bare, negated=True), replace(full, negated=True)
    if label == 2:
        return no_bare, no_full, "denied_added"
    if label == 1:
        return no_full, no_bare, "denied_dropped"
    return no_bare, draw.pick((bare, full)), "denied_affirmed"
