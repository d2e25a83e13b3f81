"""The contexts have f(c) = {f}, the two sentences g(s) = {g}, three reference sentences
g(s) = {references}; each score is f(c) + g(s). Hand in Eq. 4 in its three readings: `raw`,
`centred` and `standardised`.
"""

HANDS_IN = "raw\ncentred\nstandardised"
HINTS = (
    (
        "Centre each row of scores over the contexts; for the third, take off the references' "
        "mean and divide by their deviation, context by context."
    ),
)
TOLERANCE = {"raw": 1e-4, "centred": 1e-4, "standardised": 1e-4}


def given(random):
    def some(count):
        return [round(random.uniform(-6, -2), 1) for _ in range(count)]

    low, middle, high = -5.5, -4.0, -2.5
    g = random.choice([[low, high], [high, low], [low, low + 0.2], [high, high - 0.3]])
    shifts = [round(random.uniform(0.3, 0.6), 1) for _ in range(2)]
    return {"f": some(5), "g": g, "references": [middle - shifts[0], middle, middle + shifts[1]]}


def answers(f, g, references):
    import numpy as np

    from stsutils.methods.contexts.similarity import READINGS, cosines

    f = np.array(f)
    scores = (f + np.array(g)[:, None])[None]
    others = f[:, None] + np.array(references)
    reference = np.stack([others.mean(1), others.std(1)])[None]
    return {name: float(cosines(scores, name, reference)[0]) for name in READINGS}
