"""Recipes: settings and a seed become numbers.

A recipe is a function ``recipe(settings, seed, device=None) -> Result``. Settings are plain JSON
and hold all that decides the numbers. A recipe whose numbers change gets the next digit in its
name, so old records stay what they say they are.
"""

from stsutils.recipes.audit import audit, audit_settings
from stsutils.recipes.cases import cases, cases_settings
from stsutils.recipes.clusters import clusters, clusters_settings
from stsutils.recipes.contexts import (
    context_models,
    context_models_settings,
    contexts,
    contexts_settings,
)
from stsutils.recipes.finetune import finetune, finetune_settings
from stsutils.recipes.interaction import interaction, interaction_settings
from stsutils.recipes.memory import memory, memory_settings
from stsutils.recipes.pretraining import pretraining, pretraining_settings
from stsutils.recipes.rank_vectors import rank_vectors, rank_vectors_settings
from stsutils.recipes.raw import raw, raw_settings
from stsutils.recipes.rows import rows_of
from stsutils.recipes.siamese import siamese, siamese_settings
from stsutils.recipes.surrogate import surrogate, surrogate_settings
from stsutils.recipes.transfer import transfer, transfer_settings

RECIPES = {
    "finetune-1": finetune,
    "raw-1": raw,
    "audit-1": audit,
    "clusters-1": clusters,
    "interaction-1": interaction,
    "transfer-1": transfer,
    "cases-1": cases,
    "pretraining-1": pretraining,
    "rank-vectors-1": rank_vectors,
    "siamese-1": siamese,
    "memory-1": memory,
    "context-models-1": context_models,
    "contexts-1": contexts,
    "surrogate-1": surrogate,
}
#: Each recipe's check of its settings, which loads no data and no model.
CHECKS = {
    "finetune-1": finetune_settings,
    "raw-1": raw_settings,
    "audit-1": audit_settings,
    "clusters-1": clusters_settings,
    "interaction-1": interaction_settings,
    "transfer-1": transfer_settings,
    "cases-1": cases_settings,
    "pretraining-1": pretraining_settings,
    "rank-vectors-1": rank_vectors_settings,
    "siamese-1": siamese_settings,
    "memory-1": memory_settings,
    "context-models-1": context_models_settings,
    "contexts-1": contexts_settings,
    "surrogate-1": surrogate_settings,
}

__all__ = [
    "CHECKS",
    "RECIPES",
    "audit",
    "cases",
    "clusters",
    "context_models",
    "contexts",
    "finetune",
    "interaction",
    "memory",
    "pretraining",
    "rank_vectors",
    "raw",
    "rows_of",
    "siamese",
    "surrogate",
    "transfer",
]
