"""How many seeds does it take to tell two losses apart on STS-B? Ten, to find out.

The runs of Table IV, with more seeds. The intervals of any first few of them show when a difference
becomes visible.
"""

from stsutils.experiments.common.declare import Experiment, lab_only
from stsutils.experiments.common.trainings import in_domain_table

#: Nothing for the paper tier, whose runs are hours.
CELLS = lab_only(lambda: in_domain_table("lab", ("STS-B",)))
EXPERIMENT = Experiment("seeds", "Ten seeds on STS-B", CELLS, seeds=10)
