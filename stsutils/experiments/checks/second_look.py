"""Twelve seeds for lines that fewer left open.

They are for lines that the few seeds of their table left open, and whose chance comes from the
seeds more than from the test pairs: more seeds can decide those only. Which they are is declared
beside each claim (`stsutils.claims.Claim.again`), before a further seed is run. All have the same
number, whatever the first difference: a number that follows it errs more often than it says. With
both looks about 7 of 100 lines err (tests/test_statistics_rule.py has a simulation).

The cells are those of the claims' own tables, which go on showing their first seeds.
"""

from stsutils import experiments
from stsutils.claims import AGAIN
from stsutils.experiments.common.declare import Experiment


def cells(tier: str) -> dict:
    """Both cells of each contrast that is looked at again; the lab only."""
    found = {}
    for home in map(experiments.load, experiments.names() if tier == "lab" else ()):
        for claim in home.claims:
            for contrast in claim.contrasts if claim.again else ():
                table = experiments.load(contrast.table or home)
                own = table.at(tier)
                both = contrast.a, contrast.b
                if claim.twice(contrast) and own.keys() >= set(both):
                    found |= {(f"{table.name}: {row}", c): own[row, c] for row, c in both}
    return found


EXPERIMENT = Experiment(
    name="second-look", title="Twelve seeds where fewer left a line open", cells=cells, seeds=AGAIN
)
