"""Triplets: an anchor, the same event in other words, and a hard or an easy negative."""

import pandas as pd

from stsutils.data.generator.frames import Draw, apart, change, draw_frame, split_of
from stsutils.data.generator.render import Renderer
from stsutils.data.generator.writing import check_request

CHANGED = ("agent", "object", "place", "time")


def generate_triplets(n: int, seed: int, hard: bool = True, split: str = "train") -> pd.DataFrame:
    """n distinct triplets: anchor, positive, negative, operation, domain.

    The positive tells the anchor's event in other words. A hard negative keeps most of the
    anchor's words and changes one fact, named by `operation`; an easy one tells an unrelated event
    ("random"). With the same seed, hard and easy triplets share their anchors and positives. Splits
    as in `generate_pairs`. Raises UserError for a wrong argument.
    """
    check_request(n, split)
    draw, rows, seen = Draw(f"triplets|{split}|{seed}"), [], set()
    while len(rows) < n:
        row = _triplet(draw, split, hard)
        if row is not None and row["anchor"] not in seen:
            seen.add(row["anchor"])
            rows.append(row)
    return pd.DataFrame(rows)


def _triplet(draw: Draw, split: str, hard: bool) -> dict | None:
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
    # Both negatives are always written: the draws that follow must not depend on `hard`.
    near = Renderer(draw, first.chosen, 0.8 + 0.2 * draw.random()).write(other)
    unlike = Renderer(draw).write(far)
    if positive == anchor or near in (anchor, positive):
        return None
    return {
        "anchor": anchor,
        "positive": positive,
        "negative": near if hard else unlike,
        "operation": f"changed_{slot}" if hard else "random",
        "domain": frame.domain,
    }
