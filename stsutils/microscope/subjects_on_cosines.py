"""The losses on one vector, of cosines or other scores, and labels."""

from stsutils.losses import LOSSES
from stsutils.microscope import naive
from stsutils.microscope.subject import Subject, labelled, spread


def on_a_vector(
    name: str,
    labels: tuple[float, ...],
    settings: tuple[dict, ...] = ({},),
    first: str = "cosines",
    low: float = -0.9,
    high: float = 1.0,
    **facts: object,
) -> Subject:
    """Return the subject of a loss on one vector and labels; its naive loops go by its name.

    `labels` are the values that batches draw from, lowest first; `settings` those to check, the
    defaults first; `low` and `high` the range of the random numbers.
    """
    loop = getattr(naive, name)
    draw = labelled(spread(first, low, high), labels)
    least, most = labels[0], labels[-1]
    angles = {
        first: [1, 0.5, 0, 0.5, 0, -0.5, -1],  # not a mirror image: a flipped sign must show
        "labels": [most, most, most, least, least, least, least],
    }
    return Subject(
        name,
        LOSSES[name].function,
        loop,
        naive_gradient=getattr(naive, f"{name}_gradient"),
        cases=tuple((draw, one) for one in settings),
        known=tuple((angles, one, loop(*angles.values(), **one)) for one in settings),
        wrong={first: [0.1, 0.9], "labels": [most, least]},
        rows=(12, *range(2, 13)),
        labels=labels,
        **facts,
    )


ON_COSINES = (
    # the empty setting checks the default; 1 is the interaction model's scale
    on_a_vector(
        "cosent", (0, 1, 2.5, 4, 5), ({}, {"scale": 1.0}), extreme=({"scale": 1e4},), ranks=True
    ),
    on_a_vector("cosine_mse", (0, 0.2, 0.5, 1)),
    on_a_vector(
        "contrastive",
        (0, 1),
        (
            {},
            {"threshold": -0.5},
            {"form": "as_coded"},
            {"threshold": 0.2, "form": "as_coded"},
        ),
    ),
    on_a_vector("direct_linear", (0, 1)),
    on_a_vector("direct_squared", (0, 1)),
    on_a_vector("linear_threshold", (0, 1), ({}, {"threshold": -0.5})),
)
