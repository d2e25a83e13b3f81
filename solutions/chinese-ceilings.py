"""A set has {share} of its pairs positive, and two losses differ there by {gap} points. Let
`ceiling` be its tie ceiling for large n, and `of_possible` the gap divided by it.
"""

HANDS_IN = "ceiling\nof_possible"
PAGE = {"share": 0.18, "gap": 2.5}
HINTS = ("The tie ceiling of two classes is √(3 p (1 − p)), for the share p of positives.",)


def given(random):
    return {"share": random.choice([0.12, 0.22, 0.3]), "gap": random.choice([1.2, 2.5, 3.4])}


def answers(share, gap):
    ceiling = (3 * share * (1 - share)) ** 0.5
    return {"ceiling": ceiling, "of_possible": gap / ceiling}


def mistakes(share, gap):
    ceiling = (3 * share * (1 - share)) ** 0.5
    return {
        "ceiling": {"the ceiling of the negatives' share alone": (1 - (1 - share) ** 3) ** 0.5},
        "of_possible": {"the gap times the ceiling: divide by it": gap * ceiling},
    }
