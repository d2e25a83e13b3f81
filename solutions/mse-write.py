"""Hand in `my_mse`. Its formula, and that it stands bad numbers, are marked apart."""

LOSS = "cosine_mse"
HANDS_IN = "my_mse(cosines, labels)"
