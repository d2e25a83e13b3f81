"""Semantic frames: who did what to whom, how many, with what, where, when; and edits of a frame."""

import hashlib
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import TypeVar

from demo_rows.lexicon import (
    ADJECTIVES,
    DOMAINS,
    EVENTS,
    NOUNS,
    TIMES,
    Event,
    adjectives,
)

T = TypeVar("T")
SPLITS = {"train": range(0, 6), "validation": range(6, 8), "test": range(8, 10)}


class Draw:
    """Seeded draws built on `random.random()` alone: Python promises to keep that one stream."""

    def __init__(self, seed: str) -> None:
        """Start the stream that belongs to the seed text."""
        self.random = random.Random(seed).random

    def below(self, n: int) -> int:
        """A whole number in 0 … n-1."""
        return int(self.random() * n)

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def chance(self, p: float) -> bool:
        """True with probability p."""
        return self.random() < p

    def other(self, options: Iterable[T], than: T) -> T | None:
        """One of the options that is not `than`, or None."""
        rest = [option for option in options if option != than]
        return self.pick(rest) if rest else None


@dataclass(frozen=True)
class Frame:
    """One event and its slots; an empty string (or count 0) is an empty slot.

    `agent, object, third` (recipient) and `event` are the core; the rest is detail. `count` is
    how many objects there are; -1 stands for "some".
    """

    domain: str
    event: str
    agent: str
    object: str
    third: str = ""
    agent_adjective: str = ""
    adjective: str = ""
    agent_count: int = 1
    count: int = 1
    source: str = ""
    goal: str = ""
    instrument: str = ""
    place: str = ""
    time: str = ""
    negated: bool = False


_NAMES = [name for bucket in range(10) for name, own in SPLITS.items() if bucket in own]
SLOTS = tuple(field.name for field in fields(Frame) if field.name != "domain")
BARE = Frame("", "", "", "")


@cache
def _bucket(core: str) -> int:
    return hashlib.sha256(core.encode()).digest()[0] % 10


def split_of(frame: Frame) -> str:
    """The one split a frame belongs to: a stable sha256 hash of domain, event and participants.

    The participants are sorted first, so who did it and who bore it may change places.
    """
    people = sorted((frame.agent, frame.object, frame.third))
    bucket = _bucket("|".join((frame.domain, frame.event, *people)))
    return _NAMES[bucket]


# How much a slot weighs in `agreement`: what happened and to whom, then where and how many.
WEIGHTS = dict.fromkeys(SLOTS, 2) | {"event": 4, "agent": 4, "object": 4, "third": 4}
WEIGHTS |= {"adjective": 1, "agent_adjective": 1, "time": 1}


def agreement(a: Frame, b: Frame) -> float:
    """Weighted share of the slots filled in either frame whose values are the same in both.

    Slots are compared as senses, so the words that render them play no part.
    """
    same = total = 0
    for slot, weight in WEIGHTS.items():
        x, y, empty = getattr(a, slot), getattr(b, slot), getattr(BARE, slot)
        if x != empty or y != empty:
            total += weight
            same += weight * (x == y)
    return same / total


def apart(a: Frame, b: Frame) -> bool:
    """No participant, action, place or time in common, not even across domains."""
    bare = [{k.rpartition(".")[2] for k in (f.agent, f.object, f.third) if k} for f in (a, b)]
    verbs = [set(EVENTS[f.event].verbs) for f in (a, b)]
    details = [{f.place, f.time, f.instrument, f.source, f.goal} - {""} for f in (a, b)]
    return not any(x & y for x, y in (bare, verbs, details))


def is_mass(frame: Frame) -> bool:
    """Whether the object cannot be counted."""
    return NOUNS[frame.object].mass


@cache
def _by_kind(name: str) -> dict[str, list[Event]]:
    table: dict[str, list[Event]] = {}
    for event in DOMAINS[name].events:
        table.setdefault(event.kind, []).append(event)
    return table


def draw_core(draw: Draw, split: str, domain: str = "", kind: str = "", event: str = "") -> Frame:
    """A frame with its core filled and every detail empty, belonging to the split."""
    names = list(DOMAINS)
    while True:
        name = domain or draw.pick(names)
        table = _by_kind(name)
        sort = kind or draw.pick(("do",) * 10 + ("meet",) * 4 + ("give",) * 3 + ("carry",) * 2)
        if sort not in table:
            continue
        what = EVENTS[event] if event else draw.pick(table[sort])
        agent = draw.pick(DOMAINS[name].agents)
        options = what.objects or DOMAINS[name].agents
        target, third = draw.pick(options), ""
        if what.kind == "give":
            third = draw.pick(DOMAINS[name].agents)
        if what.kind == "compare":
            agent = draw.pick(options)
        frame = Frame(name, what.key, agent, target, third)
        if len({agent, target, third}) == 3 and split_of(frame) == split:
            return frame


def fill(draw: Draw, frame: Frame, need: Sequence[str] = (), rich: float = 0.6) -> Frame | None:
    """The frame with details drawn; `need` names slots that must end up filled, else None."""
    domain, event = DOMAINS[frame.domain], EVENTS[frame.event]
    values: dict[str, object] = {}

    def wanted(slot: str, p: float) -> bool:
        return slot in need or draw.chance(p)

    if event.kind == "compare":
        if wanted("agent_adjective", 0.2):
            values["agent_adjective"] = _adjective(draw, frame.agent, event)
    else:
        if wanted("agent_adjective", 0.35 * rich):
            values["agent_adjective"] = _adjective(draw, frame.agent, event)
        if wanted("adjective", 0.55 * rich):
            values["adjective"] = _adjective(draw, frame.object, event)
        if event.kind != "meet" and not is_mass(frame) and wanted("count", 0.5 * rich):
            values["count"] = 2 + draw.below(11)
        if NOUNS[frame.agent].cls == "person" and draw.chance(0.12):
            values["agent_count"] = 2 + draw.below(3)
        if event.instruments and wanted("instrument", rich):
            values["instrument"] = draw.pick(event.instruments)
        if event.kind == "carry":
            values["source"] = draw.pick(domain.spots)
            values["goal"] = draw.other(domain.spots, values["source"])
        elif wanted("place", rich):
            values["place"] = draw.pick(domain.places)
        if wanted("time", rich):
            values["time"] = draw.pick(_all_times())
    full = replace(frame, **values)
    return full if all(getattr(full, s) != getattr(BARE, s) for s in need) else None


@cache
def _all_times() -> tuple[str, ...]:
    return tuple(sense for senses in TIMES.values() for sense in senses)


def _adjective(draw: Draw, noun: str, event: Event) -> str:
    options = adjectives(NOUNS[noun].cls)
    if event.kind == "compare":  # "the old teacher was younger" would be odd
        options = [(dim, a) for dim, a in options if dim in ("fame", "skill", "manners", "colour")]
    return ".".join(draw.pick(options)) if options else ""


def draw_frame(
    draw: Draw, split: str, domain: str = "", kind: str = "", need: Sequence[str] = (), rich=0.6
) -> Frame:
    """A frame of the split with all needed slots filled."""
    while True:
        frame = fill(draw, draw_core(draw, split, domain, kind), need, rich)
        if frame is not None:
            return frame


# ---- edits: each returns an edited frame, or None where it does not apply ----


def change(draw: Draw, frame: Frame, slot: str) -> Frame | None:
    """The fact of a filled slot replaced by another that excludes it."""
    old, domain, event = getattr(frame, slot), DOMAINS[frame.domain], EVENTS[frame.event]
    if slot == "time":
        options = next(senses for senses in TIMES.values() if old in senses)
    elif slot == "place":
        options = domain.places
    elif slot == "instrument":
        options = event.instruments
    elif slot in ("adjective", "agent_adjective"):
        dimension = old.partition(".")[0]
        options = [f"{dimension}.{sense}" for sense in ADJECTIVES[dimension]]
    elif slot == "count":
        options = range(2, 13)
    elif slot == "goal":
        options = [s for s in domain.spots if s != frame.source]
    elif slot == "agent" or event.kind == "meet":
        options = [a for a in domain.agents if a not in (frame.agent, frame.object, frame.third)]
    else:
        options = [o for o in event.objects if NOUNS[o].mass == is_mass(frame)]
        if frame.adjective:
            options = [o for o in options if NOUNS[o].cls == NOUNS[old].cls]
    new = draw.other(options, old)
    return None if new is None else replace(frame, **{slot: new})


def swap(frame: Frame) -> Frame | None:
    """Roles exchanged: doer and bearer, giver and taker, start and goal, more and less."""
    kind = EVENTS[frame.event].kind
    if kind == "carry":
        return replace(frame, source=frame.goal, goal=frame.source)
    if frame.agent_count != 1:
        return None
    if kind == "give":
        return replace(frame, agent=frame.third, third=frame.agent)
    if kind in ("meet", "compare"):
        return replace(frame, agent=frame.object, object=frame.agent)
    return None


def oppose(frame: Frame) -> Frame | None:
    """The opposite action (opened, closed), where the event has one for this object."""
    other = EVENTS[frame.event].opposite
    if not other:
        return None
    event = EVENTS[other]
    if event.objects and frame.object not in event.objects:
        return None
    tool = frame.instrument if frame.instrument in event.instruments else ""
    if frame.instrument and not tool:
        return None
    return replace(frame, event=other)


def exchange_adjectives(frame: Frame) -> Frame | None:
    """Who was tired and who was cheerful, exchanged: the words stay, the fact changes."""
    a, b = frame.agent_adjective, frame.adjective
    if EVENTS[frame.event].kind != "meet" or not a or not b or a == b:
        return None
    return replace(frame, agent_adjective=b, adjective=a)
