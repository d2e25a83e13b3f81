"""Hand in `my_nce`. Marked apart: the formula, which a plain loop earns, and the numerics (half
precision, huge numbers, label types, batches with nothing to compare).
"""

LOSS = "info_nce"
HANDS_IN = 'my_nce(u, v, negatives=None, *, temperature=0.05, denominator="in_batch", chunk=256)'
