"""Hand in `my_contrastive`. Marked apart: the formula, which a plain loop earns, and the numerics
(half precision, huge numbers, label types, batches with nothing to compare).
"""

LOSS = "contrastive"
HANDS_IN = 'my_contrastive(cosines, labels, threshold=0.5, form="as_written")'
