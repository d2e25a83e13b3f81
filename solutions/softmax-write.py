"""Hand in `my_softmax`. Its formula, and that it stands bad numbers, are marked apart."""

LOSS = "softmax"
HANDS_IN = 'my_softmax(u, v, labels, weight, bias, *, features="u,v,|u-v|")'
