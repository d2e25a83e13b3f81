"""Five Chinese sets, trained and tested on the same: the lower half of Table VI.

Mean pooling, as section IV-C says. The blog's own table, with CLS pooling, is `blog-in-domain`.
"""

from stsutils.experiments.common.declare import Experiment, by_system, printed
from stsutils.experiments.common.encoders import OTHERS_ZH
from stsutils.experiments.common.sets import CHINESE, title
from stsutils.experiments.common.trainings import in_domain_table

COLUMNS = tuple(title(column) for column in CHINESE)
EXPERIMENT = Experiment(
    name="chinese",
    title="Chinese sets, trained and tested on the same",
    cells=lambda tier: in_domain_table(tier, CHINESE, OTHERS_ZH),
    published=printed("cosent", "VI", by_system(), COLUMNS, OTHERS_ZH),
)
