"""The losses on predictions, and the one on an interaction model's scores."""

from stsutils.microscope.subjects_on_cosines import on_a_vector

NLI = (0, 1, 2)
PREDICTED = {"first": "predictions", "low": -1.0, "high": 3.0, "span": (-1.0, 3.0)}
READINGS = (
    {},
    {"slope": 1.0, "tolerance": 0.0},
    {"boundary": "as_coded"},
    {"boundary": "both_ends"},
    {"boundary": "own_end"},
    {"boundary": "both_ends", "ends": (-0.25, 2.25), "tolerance": 0.1},
    {"boundary": "own_end", "ends": (0.0, 3.0), "tolerance": 0.1},
)

ON_PREDICTIONS = (
    on_a_vector("l1", NLI, **PREDICTED),
    on_a_vector("translated_relu", NLI, READINGS, **PREDICTED),
    on_a_vector("smooth_k2", NLI, READINGS, **PREDICTED),
    on_a_vector(
        "binary_cross_entropy", (0, 0.3, 1), first="scores", low=-4.0, high=4.0, span=(-4.0, 4.0)
    ),
)
