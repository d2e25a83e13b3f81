"""Hand in `my_list_net`. Marked apart: the formula, which a plain loop earns, and the numerics
(half precision, huge numbers, label types, batches with nothing to compare).
"""

LOSS = "list_net"
HANDS_IN = "my_list_net(scores, teacher_scores, temperature=0.05, teacher_temperature=0.05)"
