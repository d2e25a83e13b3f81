import math

import pytest

from stsutils.microscope import SUBJECTS
from stsutils.microscope.naive.cosent import cosent


def test_cosent_by_hand():
    assert cosent([0.5, 1.0], [1, 0]) == pytest.approx(math.log(1 + math.exp(10)))
    assert cosent([0.3, 0.3, 0.3], [4, 4, 1], scale=3.0) == pytest.approx(math.log(3))
    assert cosent([0.3, 0.9], [1, 1]) == 0
    assert cosent([-1, 1], [1, 0], scale=1e4) == 2e4  # exp(20000) would overflow


@pytest.mark.parametrize("one", SUBJECTS.values(), ids=lambda one: one.name)
def test_every_batch_is_a_question(one):
    """Canary: the loop's gradient is not zero for every input, somewhere among the batches."""
    from stsutils.microscope.properties import naive

    pushed = set()
    for inputs, settings in one.batches():
        loss, gradient = naive(one, inputs, settings)
        assert math.isfinite(loss)
        pushed |= {name for name, slopes in gradient.items() if any(slopes)}
    assert pushed == {*one.inputs} - {*one.fixed}
    assert one.known
