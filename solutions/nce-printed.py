"""Take {rows} rows and the temperature {temperature}. Let `apart` be the loss as printed if every
positive equals its sentence and all others stand at right angles, and `equal` if all are equal.
"""

HANDS_IN = "apart\nequal"
TOLERANCE = {"apart": 5e-3, "equal": 5e-3}


def given(random):
    return {"rows": random.randint(4, 12), "temperature": random.choice([0.5, 0.8, 1.0])}


def answers(rows, temperature):
    import math

    apart = math.log(1 + (rows - 1) * math.exp(-1 / temperature))
    return {"apart": apart, "equal": math.log(rows)}
