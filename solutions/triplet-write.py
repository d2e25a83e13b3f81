"""Hand in `my_triplet`. Marked apart: the formula, which a plain loop earns, and the numerics
(half precision, huge numbers, label types, batches with nothing to compare).
"""

LOSS = "triplet"
HANDS_IN = 'my_triplet(anchor, positive, negative, *, margin=1.0, distance="euclid")'
