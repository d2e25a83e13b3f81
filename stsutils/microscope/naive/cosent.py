"""CoSENT as a double loop."""

from stsutils.microscope.dual import log_sum_exp
from stsutils.microscope.subject import on_a_vector


def cosent(cosines: list, labels: list, scale: float = 20.0) -> float:
    """Return log(1 + Σ exp(scale · (cos_k − cos_i))) over all (i, k) with label i > label k."""
    exponents = [0.0]  # the "1 +" is exp(0)
    for i in range(len(cosines)):
        for k in range(len(cosines)):
            if labels[i] > labels[k]:
                exponents.append(scale * (cosines[k] - cosines[i]))
    return log_sum_exp(exponents)


SUBJECT = on_a_vector(
    cosent,
    labels=(0, 0.4, 2.5, 4, 5),
    settings=({}, {"scale": 1.0}),  # the default; 1 is the interaction model's scale
    extreme=({"scale": 1e4},),
    larger=(40,),  # the package sorts from 33 pairs on
    ranks=True,
)
