"""A model is right on {p} of all pairs. Let `wilson_holds` be the probability, from 0 to 1, that
Wilson's 95 % interval of {n} random pairs contains that, and `textbook_holds` the same for the
textbook's p̂ ± 1.96 √(p̂ (1 − p̂) / n).
"""

HANDS_IN = "wilson_holds\ntextbook_holds"
PAGE = {"p": 0.8, "n": 10}
HINTS = (
    (
        "Sum the binomial probabilities of those k whose interval contains p: no simulation "
        "is needed."
    ),
)
TOLERANCE = {"wilson_holds": 3e-3, "textbook_holds": 3e-3}


def given(random):
    return {"p": random.choice([0.7, 0.85, 0.9]), "n": random.choice([8, 12, 15, 20])}


def answers(p, n):
    from scipy import stats

    z = stats.norm.ppf(0.975)

    def wilson(k):
        middle, half = k + z**2 / 2, z * (k * (n - k) / n + z**2 / 4) ** 0.5
        return (middle - half) / (n + z**2), (middle + half) / (n + z**2)

    def textbook(k):
        half = z * (k / n * (1 - k / n) / n) ** 0.5
        return k / n - half, k / n + half

    held = {}
    for name, rule in (("wilson_holds", wilson), ("textbook_holds", textbook)):
        kept = [k for k in range(n + 1) if rule(k)[0] <= p <= rule(k)[1]]
        held[name] = sum(stats.binom.pmf(k, n, p) for k in kept)
    return held
