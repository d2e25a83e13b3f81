"""Hand in `my_cross_entropy`. Marked apart: the formula, which a plain loop earns, and the
numerics (half precision, huge numbers, label types, batches with nothing to compare).
"""

LOSS = "binary_cross_entropy"
HANDS_IN = "my_cross_entropy(scores, labels)"
