"""Recipes: settings and a seed become numbers.

A recipe is a function ``recipe(settings, seed, device=None) -> Result``. Settings are plain JSON
and hold all that decides the numbers. A recipe whose numbers change gets the next digit in its
name, so old records stay what they say they are. `stsutils.recipes.settings` says what settings
there are.
"""

import functools

from stsutils.recipes.audit import audit, audit_names
from stsutils.recipes.cases import cases
from stsutils.recipes.clusters import clusters
from stsutils.recipes.contexts import context_models, contexts
from stsutils.recipes.finetune import finetune, interaction, raw
from stsutils.recipes.rank_vectors import rank_vectors
from stsutils.recipes.rows import rows_of
from stsutils.recipes.settings import RECIPES, complete
from stsutils.recipes.siamese import siamese
from stsutils.recipes.surrogate import surrogate
from stsutils.recipes.transfer import transfer

RECIPES["audit-1"] = audit  # its settings have one of five forms
#: Each recipe's check of its settings, which loads no data and no model.
CHECKS = {recipe: functools.partial(complete, recipe) for recipe in RECIPES}
CHECKS["audit-1"] = audit_names
