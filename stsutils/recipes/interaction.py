"""Fine-tune an interaction model: the pair is read as one text, one score comes out."""

from stsutils.ledger import Result
from stsutils.recipes.models import interaction_of
from stsutils.recipes.scoring import score_tests
from stsutils.recipes.settings import complete
from stsutils.recipes.training import begin, train


def interaction(settings: dict, seed: int, device: str | None = None) -> Result:
    """Fine-tune an interaction model with a loss on scores; Spearman on validation and test sets.

    Settings and metrics are those of `finetune`, without a pooling. The seed decides the new head,
    too. The losses: ``cosent`` on the scores as they come (a scale of 1 is the paper's code, 20
    its value for Eq. 10), ``binary_cross_entropy`` on labels from 0 to 1.
    """
    s = complete("interaction-1", settings)
    model = interaction_of(s, device, seed)
    model.packs = False  # the records of interaction-1 were read so; packed, dropout draws others
    result = begin(model)
    train(model, s, seed, result)
    score_tests(model, s["test"], s["gold"], result)
    return result
