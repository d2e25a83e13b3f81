"""Take {rows} rows and the temperature {temperature}. Let `apart` be the loss as printed if every
positive equals its sentence and all others stand at right angles, and `equal` if all are equal.
"""

HANDS_IN = "apart\nequal"
HINTS = (
    ("As printed the candidates are the sentences themselves: one cosine of 1, the others 0 or 1."),
)


def given(random):
    return {"rows": random.randint(4, 12), "temperature": random.choice([0.5, 0.8, 1.25])}


def answers(rows, temperature):
    import math

    apart = math.log(1 + (rows - 1) * math.exp(-1 / temperature))
    return {"apart": apart, "equal": math.log(rows)}


def mistakes(rows, temperature):
    import math

    return {
        "apart": {
            "without the temperature": math.log(1 + (rows - 1) * math.exp(-1)),
            "with B others: there are B − 1": math.log(1 + rows * math.exp(-1 / temperature)),
            "with exponentials of 0 for the others: e⁰ is 1": 0.0,
        }
    }
