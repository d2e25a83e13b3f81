"""ListMLE has the temperature {temperature}. Let `scale` be CoSENT's λ for which both are the
same loss on rows of two, and `price` the loss of a row whose scores are {scores} in this order,
the teacher's order being the other way round.
"""

HANDS_IN = "scale\nprice"
HINTS = ("Write both losses for two items: ListMLE divides by τ where CoSENT multiplies by λ.",)


def given(random):
    return {
        "temperature": random.choice([0.1, 0.25, 0.4]),
        "scores": [0.7, random.choice([0.3, 0.4])],
    }


def answers(temperature, scores):
    import math

    wrong = (scores[0] - scores[1]) / temperature
    return {"scale": 1 / temperature, "price": math.log1p(math.exp(wrong))}


def mistakes(temperature, scores):
    import math

    wrong = (scores[0] - scores[1]) / temperature
    return {
        "scale": {"the temperature itself": temperature},
        "price": {"the price of the right order": math.log1p(math.exp(-wrong))},
    }
