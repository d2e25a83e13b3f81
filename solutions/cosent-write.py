"""Hand in `my_cosent`. Marked apart: the formula, which a plain loop earns, and the numerics
(half precision, huge numbers, label types, batches with nothing to compare).
"""

LOSS = "cosent"
HANDS_IN = "my_cosent(cosines, labels, scale=20.0)"
