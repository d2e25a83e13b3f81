"""Hand in `my_softmax`. Marked apart: the formula, which a plain loop earns, and the numerics
(half precision, huge numbers, label types, batches with nothing to compare).
"""

LOSS = "softmax"
HANDS_IN = 'my_softmax(u, v, labels, weight, bias, *, features="u,v,|u-v|")'
