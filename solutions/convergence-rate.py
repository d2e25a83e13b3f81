"""Minimise x² / 2 by gradient descent from x = {start} with the rate {rate}. Let `steps` be the
number of steps until x ≤ {goal}, and `twice` the number with twice the rate.
"""

HANDS_IN = "steps\ntwice"
PAGE = {"start": 1.0, "rate": 0.01, "goal": 0.1}
HINTS = ("Each step multiplies x by 1 − rate. Count steps until x is at the goal or below.",)


def given(random):
    return {
        "start": random.choice([2.0, 3.0, 5.0]),
        "rate": random.choice([0.005, 0.015, 0.03]),
        "goal": random.choice([0.05, 0.2]),
    }


def answers(start, rate, goal):
    def steps(rate, x=start):
        count = 0
        while x > goal:
            x, count = x - rate * x, count + 1
        return count

    return {"steps": steps(rate), "twice": steps(2 * rate)}
