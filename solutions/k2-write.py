"""Hand in `my_smooth_k2`. Marked apart: the formula, which a plain loop earns, and the numerics
(half precision, huge numbers, label types, batches with nothing to compare).
"""

LOSS = "smooth_k2"
HANDS_IN = (
    'my_smooth_k2(predictions, labels, slope=2.0, tolerance=0.25, boundary="none", ends=(0.0, 2.0))'
)
