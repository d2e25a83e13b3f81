"""Twelve seeds where five left a claim undecided: the second look.

A second look is for contrasts whose first one, with the few seeds of its table, was undecided, and
whose chance came from the seeds more than from the test pairs: more seeds can decide those only.
Which they are is declared beside each claim (`stsutils.claims.Claim.again`), before a further seed
is run. All have the same number, whatever the first look's difference: a number that follows the
difference errs more often than it says. Both looks would err in too many cases if each had the
whole error, so the second one has half of it (tests/test_statistics_rule.py has a simulation).

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
    name="second-look",
    title="A second look at undecided claims",
    cells=cells,
    seeds=AGAIN,
)
