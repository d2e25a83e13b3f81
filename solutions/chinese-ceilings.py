"""A set has {share} of its pairs positive, and two losses differ there by {gap} points. Let
`ceiling` be its tie ceiling for large n, and `of_possible` the gap divided by it.
"""

HANDS_IN = "ceiling\nof_possible"


def given(random):
    return {"share": random.choice([0.12, 0.22, 0.3]), "gap": random.choice([1.2, 2.5, 3.4])}


def answers(share, gap):
    ceiling = (3 * share * (1 - share)) ** 0.5
    return {"ceiling": ceiling, "of_possible": gap / ceiling}
