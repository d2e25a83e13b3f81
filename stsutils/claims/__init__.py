"""What a document claims, as contrasts between cells of tables, and what came of it.

A claim is a sentence with its source and one contrast or more. Each contrast names two cells and
a margin that was fixed before the run. How a contrast comes out is arithmetic in
:mod:`stsutils.statistics`; how a claim comes out of its lines is the truth table of
:func:`judge`. Nobody types a verdict. The claims are data: one TOML file a document.
"""

from stsutils.claims.claim import AGAIN, BESIDE, STRENGTHS, CellName, Claim, Contrast
from stsutils.claims.documents import all_claims, claims_of
from stsutils.claims.verdict import (
    FAILS,
    FLOOR,
    HOLDS,
    KINDS,
    MISSING,
    OPEN,
    OUTCOMES,
    UNTESTED,
    Verdict,
    at_floor,
    judge,
)
