"""Binary pairs: paraphrases, unrelated pairs, and hard negatives made by one named operation."""

from dataclasses import replace

from demo_rows.frames import (
    Draw,
    apart,
    change,
    draw_core,
    draw_frame,
    exchange_adjectives,
    fill,
    oppose,
    split_of,
    swap,
)
from demo_rows.lexicon import EVENTS
from demo_rows.writing import write_pair

HARD = (
    "role_swap",
    "role_swap",
    "word_exchange",
    "negation",
    "opposite",
    "changed_agent",
    "changed_object",
    "changed_count",
    "changed_place",
    "changed_time",
    "changed_instrument",
    "changed_adjective",
)


def binary_pair(draw: Draw, split: str, hard: float) -> dict:
    """One row; `hard` is the share of hard negatives among the negatives."""
    positive = draw.chance(0.5)
    easy = not positive and not draw.chance(hard)
    # Positives and hard negatives start from the same operations, hence from the same frames.
    operation = draw.pick(HARD)
    make = _compound if operation == "word_exchange" and draw.chance(0.5) else _single
    found = None
    while found is None:
        found = make(draw, split, operation)
    (a, a2, link), wrong = found
    if positive:
        (b, b2, link2), name = found[0], "paraphrase"
    elif easy:
        b, b2, link2, name = draw_frame(draw, split), None, "", "random"
        while not apart(a, b):
            b = draw_frame(draw, split)
    else:
        (b, b2, link2), name = wrong, operation
    # One distribution of overlap for both labels; an exchange of words keeps all of them.
    target = 0.4 + 0.55 * draw.random()
    if easy:
        target = 0.15 + 0.45 * draw.random()
    elif operation == "word_exchange":
        target = 1.0
    one, two = write_pair(draw, a, b, target, more=(a2, b2, link, link2))
    return {
        "sentence1": one,
        "sentence2": two,
        "label": int(positive),
        "hardness": name,
        "domain": a.domain,
    }


def _single(draw: Draw, split: str, operation: str) -> tuple | None:
    """A frame and its hard negative by the operation, both in the split."""
    kind, need, slot = "", (), ""
    if operation == "role_swap":
        kind = draw.pick(("meet", "meet", "give", "carry", "compare"))
    elif operation == "word_exchange":
        kind, need = "meet", ("agent_adjective", "adjective")
    elif operation.startswith("changed_"):
        slot = operation.removeprefix("changed_")
        slot = "agent_adjective" if slot == "adjective" and draw.chance(0.4) else slot
        need = (slot,) if slot not in ("agent", "object") else ()
        kind = "do" if slot == "instrument" else ""
    a = draw_frame(draw, split, kind=kind, need=need)
    if operation != "negation" and draw.chance(0.08) and kind != "compare":
        a = replace(a, negated=True)
    if operation == "role_swap":
        b = swap(a)
    elif operation == "word_exchange":
        b = exchange_adjectives(a)
    elif operation == "negation":
        b = replace(a, negated=True)
        if draw.chance(0.5):
            a, b = b, a
    elif operation == "opposite":
        b = oppose(a)
    else:
        b = change(draw, a, slot)
    if b is None or split_of(b) != split:
        return None
    return (a, None, ""), (b, None, "")


def _compound(draw: Draw, split: str, operation: str) -> tuple | None:
    """Two clauses in order, and a hard negative: the order or the doers exchanged."""
    a = draw_core(draw, split)
    b = draw_core(draw, split, a.domain)
    if not apart(a, b) or EVENTS[a.event].kind == "carry" or EVENTS[b.event].kind == "carry":
        return None
    # An adjective each at most: two settings in one sentence would be hard to read.
    a, b = (replace(fill(draw, f, rich=0.4), place="", time="") for f in (a, b))
    if draw.chance(0.5):
        return (a, b, "before"), (b, a, "before")
    link = draw.pick(("while", "before"))
    c = replace(a, agent=b.agent, agent_adjective=b.agent_adjective, agent_count=b.agent_count)
    d = replace(b, agent=a.agent, agent_adjective=a.agent_adjective, agent_count=a.agent_count)
    if split_of(c) != split or split_of(d) != split:
        return None
    return (a, b, link), (c, d, link)
