"""Hand in `my_cosent`. Its formula, and that it stands bad numbers, are marked apart."""

LOSS = "cosent"
HANDS_IN = "my_cosent(cosines, labels, scale=20.0)"
