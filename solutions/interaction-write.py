"""Hand in `my_cross_entropy`. Its formula, and that it stands bad numbers, are marked apart."""

LOSS = "binary_cross_entropy"
HANDS_IN = "my_cross_entropy(scores, labels)"
