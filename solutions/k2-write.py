"""Hand in `my_smooth_k2`. Its formula, and that it stands bad numbers, are marked apart."""

LOSS = "smooth_k2"
HANDS_IN = (
    'my_smooth_k2(predictions, labels, slope=2.0, tolerance=0.25, boundary="none", ends=(0.0, 2.0))'
)
