"""Hand in `my_list_net`. Its formula, and that it stands bad numbers, are marked apart."""

LOSS = "list_net"
HANDS_IN = "my_list_net(scores, teacher_scores, temperature=0.05, teacher_temperature=0.05)"
