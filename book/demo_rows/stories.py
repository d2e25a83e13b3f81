"""Short stories: five to eight sentences whose neighbours share people, things and a place."""

from dataclasses import replace

import pandas as pd

from demo_rows.frames import Draw, Frame, fill, split_of
from demo_rows.grammar import sentence
from demo_rows.lexicon import DOMAINS, NOUNS, Domain
from demo_rows.render import Renderer

OPENINGS = (
    "{time}, {one} and {two} met {place}",
    "{one} was waiting {place} when {two} arrived",
    "it all began {place}, where {one} ran into {two}",
    "{time}, {one} came across {two} {place}",
    "there was a lot to do {place} for {one} and {two}",
)
TIMES = (
    "early one morning",
    "one rainy afternoon",
    "on a cold winter day",
    "late in the evening",
    "one sunny day",
    "shortly before noon",
)
LINKS = (
    "then ",
    "after that, ",
    "a little later, ",
    "soon afterwards, ",
    "a few minutes later, ",
    "next, ",
    "",
    "",
    "",
)
CLOSINGS = (
    "in the end, {one} and {two} went home",
    "at last, {one} could take a rest",
    "afterwards, {one} told {two} a joke",
    "finally, {two} said goodbye to {one}",
    "when everything was done, {one} and {two} were both satisfied",
    "by then, {one} was tired and {two} was hungry",
    "{one} smiled, and {two} nodded",
)


def generate_stories(n: int, seed: int, split: str = "train") -> pd.DataFrame:
    """n stories; one row a sentence: sentence, doc_id, sent_id (from 0), domain.

    A story has two people in one place and one or two things. Every sentence between the first
    and the last is a frame about at least one of the two, so neighbours share participants, and
    the same frame is told in other words in other stories. Frames belong to `split` as in
    `generate_pairs`; first and last sentences come from a short list and may repeat.
    """
    draw = Draw(f"stories|{split}|{seed}")
    rows, seen = [], set()
    while len(seen) < n:
        domain, lines = _story(draw, split)
        text = " ".join(lines)
        if text in seen:
            continue
        for index, line in enumerate(lines):
            rows.append((line, len(seen), index, domain))
        seen.add(text)
    return pd.DataFrame(rows, columns=["sentence", "doc_id", "sent_id", "domain"])


def _story(draw: Draw, split: str) -> tuple[str, list[str]]:
    people = [d for d in DOMAINS.values() if d.spots]  # storms do not meet anybody
    domain = draw.pick(people)
    one = draw.pick(domain.agents)
    two = draw.other(domain.agents, one)
    plan = _plan(draw, split, domain, one, two, 3 + draw.below(4))
    place = draw.pick(domain.places)
    known: set[str] = set()
    words = {
        "time": draw.pick(TIMES),
        "place": Renderer(draw).form(place, NOUNS[place].forms),
    }
    lines = [_line(draw, draw.pick(OPENINGS), one, two, known, words)]
    for index, frame in enumerate(plan):
        link = draw.pick(LINKS) if index else ""
        text = Renderer(draw, known=known).write(frame)[:-1]
        lines.append(sentence(link + text[0].lower() + text[1:]))
    lines.append(_line(draw, draw.pick(CLOSINGS), one, two, known, {}))
    return domain.name, lines


def _line(draw: Draw, form: str, one: str, two: str, known: set[str], words: dict) -> str:
    writer = Renderer(draw, known=known)
    return sentence(form.format(one=writer.noun(one), two=writer.noun(two), **words))


def _plan(draw: Draw, split: str, domain: Domain, one: str, two: str, length: int) -> list[Frame]:
    """Frames in order, each about one of the two people; no event twice."""
    things: list[str] = []
    used: set[str] = set()
    plan: list[Frame] = []
    last = {one, two}
    while len(plan) < length:
        if draw.chance(0.002):  # rarely: the two things may not carry a story in this split
            things.clear()
        event = draw.pick(domain.events)
        who, other = (one, two) if draw.chance(0.6) else (two, one)
        if event.key in used or event.opposite in used or event.kind == "compare":
            continue
        if event.kind == "meet":
            if draw.chance(0.75):  # else the many ways to meet would crowd out the rest
                continue
            target = other
        else:
            common = [key for key in things if key in event.objects]
            target = draw.pick(common) if common else draw.pick(event.objects)
            if target not in things and len(things) > 1:
                continue
        frame = Frame(domain.name, event.key, who, target, other if event.kind == "give" else "")
        people = {who, target, frame.third} - {""}
        if split_of(frame) != split or not people & last:
            continue
        if event.kind == "carry" and "carry" in used:  # a second way would contradict the first
            continue
        full = fill(draw, frame, rich=0.25)
        # The opening has told where; who they are needs no adjective.
        frame = replace(full, place="", time="", agent_adjective="", agent_count=1, count=1)
        if event.kind == "meet" or target in things:
            frame = replace(frame, adjective="")
        else:
            things.append(target)
        used |= {event.key, event.kind if event.kind == "carry" else event.key}
        last = people
        plan.append(frame)
    return plan
