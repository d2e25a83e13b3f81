"""Hand in `my_mse`. Marked apart: the formula, which a plain loop earns, and the numerics (half
precision, huge numbers, label types, batches with nothing to compare).
"""

LOSS = "cosine_mse"
HANDS_IN = "my_mse(cosines, labels)"
