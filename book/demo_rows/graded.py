"""Graded pairs: the score is decided by which slots of two frames agree."""

from dataclasses import replace

from demo_rows.frames import (
    Draw,
    Frame,
    agreement,
    apart,
    change,
    draw_core,
    draw_frame,
    fill,
    split_of,
    swap,
)
from demo_rows.lexicon import DOMAINS, EVENTS
from demo_rows.writing import write_pair

# What each score means; `agreement` (share of equal slots) is measured beside it.
LEVELS = {
    5: "the same event in other words",
    4: "one minor detail differs or is left out: time or adjective",
    3: "one important detail differs: place, number, instrument, start or goal",
    2: "another event with the same action or the same participants",
    1: "the same domain only",
    0: "nothing in common",
}


def graded_pair(draw: Draw, split: str) -> dict:
    """One row: the level is drawn first and kept until two frames for it are found."""
    level, found = draw.below(6), None
    while found is None or found[1] is None or split_of(found[1]) != split:
        found = _two_frames(draw, split, level)
    a, b, operation = found
    # Overlap is only a little higher for related events, so that words alone rank roughly.
    low, high = (0.25, 0.9) if level >= 2 else (0.2, 0.8)
    one, two = write_pair(draw, a, b, low + (high - low) * draw.random(), tries=4)
    return {
        "sentence1": one,
        "sentence2": two,
        "score": float(level),
        "operation": operation,
        "agreement": agreement(a, b),
        "domain": a.domain,
    }


def _two_frames(draw: Draw, split: str, level: int) -> tuple | None:
    """Two frames that agree as the level says, and the operation's name; None: try again."""
    if level == 5:
        a = draw_frame(draw, split, kind="compare" if draw.chance(0.06) else "")
        return a, a, "paraphrase"
    if level >= 3:
        minor = ("time", "time", "adjective", "agent_adjective")
        slot = draw.pick(minor if level == 4 else ("place", "count", "instrument", "goal"))
        kind, need = ("carry", ()) if slot == "goal" else ("", (slot,))
        a = draw_frame(draw, split, kind=kind, need=need)
        if level == 3 or draw.chance(0.65):
            return a, change(draw, a, slot), f"changed_{slot}"
        b = replace(a, **{slot: ""})
        return (a, b, f"dropped_{slot}") if draw.chance(0.5) else (b, a, f"dropped_{slot}")
    a = draw_frame(draw, split)
    if level == 2:
        return a, *_other_event(draw, a, split)
    domain = a.domain if level else draw.other(DOMAINS, a.domain)
    b = draw_frame(draw, split, domain)
    return (a, b, "same_domain" if level else "unrelated") if apart(a, b) else None


def _other_event(draw: Draw, a: Frame, split: str) -> tuple[Frame | None, str]:
    """Same action with other participants, or same participants in another action."""
    roll = draw.random()
    kind = EVENTS[a.event].kind
    if roll < 0.15 and kind != "carry":
        return swap(a), "role_swap"
    if roll < 0.4:
        b = change(draw, a, draw.pick(("agent", "object")))
        return b, "changed_participant"
    if roll < 0.7:
        b = draw_core(draw, split, a.domain, kind, a.event)
        if {a.agent, a.object, a.third} & {b.agent, b.object, b.third}:
            return None, ""
        return fill(draw, b), "same_action"
    others = [
        event.key
        for event in DOMAINS[a.domain].events
        if event.kind == kind
        and event.key != a.event
        and (not event.objects or a.object in event.objects)
        and not set(event.verbs) & set(EVENTS[a.event].verbs)
    ]
    if not others:
        return None, ""
    b = Frame(a.domain, draw.pick(others), a.agent, a.object, a.third)
    return fill(draw, replace(b, agent_adjective="")), "same_participants"
