"""Hand in `my_triplet`. Its formula, and that it stands bad numbers, are marked apart."""

LOSS = "triplet"
HANDS_IN = 'my_triplet(anchor, positive, negative, *, margin=1.0, distance="euclid")'
