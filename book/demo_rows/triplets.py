"""Triplets: an anchor, the same event in other words, and a hard and an easy negative."""

import pandas as pd

from demo_rows.frames import Draw, apart, change, draw_frame, split_of
from demo_rows.render import Renderer
from demo_rows.writing import collect

CHANGED = ("agent", "object", "place", "time")


def generate_triplets(n: int, seed: int, split: str = "train") -> pd.DataFrame:
    """n distinct triplets: anchor, positive, negative, operation, easy_negative, domain.

    The positive tells the anchor's event in other words. The negative is a hard one: it keeps most
    of the anchor's words and changes one fact, named by `operation`. The easy one tells an
    unrelated event. Splits as in `generate_pairs`.
    """
    draw = Draw(f"triplets|{split}|{seed}")
    return collect(n, lambda: _triplet(draw, split), ("anchor",))


def _triplet(draw: Draw, split: str) -> dict | None:
    slot = draw.pick(CHANGED)
    need = (slot,) if slot in ("place", "time") else ()
    frame = draw_frame(draw, split, need=need, rich=0.8)
    other = change(draw, frame, slot)
    if other is None or split_of(other) != split:
        return None
    far = draw_frame(draw, split)
    while not apart(frame, far):
        far = draw_frame(draw, split)
    first = Renderer(draw)
    anchor = first.write(frame)
    positive = Renderer(draw, first.chosen, 0.2 * draw.random()).write(frame)
    near = Renderer(draw, first.chosen, 0.8 + 0.2 * draw.random()).write(other)
    unlike = Renderer(draw).write(far)
    if positive == anchor or near in (anchor, positive):
        return None
    return {
        "anchor": anchor,
        "positive": positive,
        "negative": near,
        "operation": f"changed_{slot}",
        "easy_negative": unlike,
        "domain": frame.domain,
    }
