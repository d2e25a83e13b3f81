"""The cosines {cosines} have the labels {labels}, and λ is very large. Let `worst` be CoSENT's
loss divided by λ, and `push` its gradient by the cosines divided by λ, a list of four.
"""

HANDS_IN = "worst\npush"
HINTS = (
    (
        "For a large λ the logarithm of the sum is its largest term: one comparison, the "
        "worst violation."
    ),
)
TOLERANCE = {"worst": 1e-3, "push": 1e-3}


def given(random):
    cosines = random.sample([0.05, 0.2, 0.33, 0.48, 0.61, 0.77, 0.94], 4)
    order = sorted(range(4), key=lambda i: cosines[i])
    labels = [0] * 4
    for label, place in enumerate([order[3], order[1], order[0], order[2]]):
        labels[place] = label  # the largest cosine has the lowest label
    return {"cosines": cosines, "labels": labels}


def answers(cosines, labels):
    pairs = [(i, k) for i in range(4) for k in range(4) if labels[i] > labels[k]]
    i, k = max(pairs, key=lambda pair: cosines[pair[1]] - cosines[pair[0]])
    push = [0.0] * 4
    push[i], push[k] = -1.0, 1.0
    return {"worst": cosines[k] - cosines[i], "push": push}


def mistakes(cosines, labels):
    right = answers(cosines, labels)["push"]
    return {
        "push": {
            "a push in the other direction: the loss falls where the gradient is positive": [
                -x for x in right
            ]
        }
    }
