"""Hand in `my_contrastive`. Its formula, and that it stands bad numbers, are marked apart."""

LOSS = "contrastive"
HANDS_IN = 'my_contrastive(cosines, labels, threshold=0.5, form="as_written")'
