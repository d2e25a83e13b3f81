"""How far the lab may be believed where it sees the opposite of a claim, and what that rests on."""

import functools
import tomllib
from dataclasses import dataclass
from importlib import resources

from stsutils.claims import CellName

#: Verdicts at the lab that a reason has to stand below.
AGAINST = ("opposite", "opposite in part", "mixed")


@dataclass(frozen=True)
class Says:
    """What a reason says of numbers: a - b (without b: a itself) of a table comes out so, at 95 %.

    ``margin`` and ``kind`` are those of `stsutils.claims.Contrast`, ``outcome`` is that of
    `stsutils.statistics.Estimate.outcome`.
    """

    table: str
    a: CellName
    b: CellName | None = None
    margin: float = 0.0
    kind: str = "greater"
    outcome: str = "holds"


@dataclass(frozen=True)
class Reason:
    """Words below a verdict (``why``), and the numbers that they speak of."""

    why: str
    says: tuple[Says, ...]


@functools.cache
def reasons() -> dict[str, Reason]:
    """The text of a claim → how far we believe the lab where it sees the opposite."""
    text = resources.files("stsutils.experiments").joinpath("reasons.toml").read_text("utf-8")
    return {
        one["claim"]: Reason(one["why"].strip(), tuple(map(_says, one["says"])))
        for one in tomllib.loads(text)["reason"]
    }


def _says(raw: dict) -> Says:
    cells = {key: tuple(raw[key]) for key in ("a", "b") if key in raw}
    return Says(**{**raw, **cells})


def reason(claim: str, kind: str) -> str:
    """The reason below a claim with this kind of verdict (`stsutils.claims.NAMES`), or nothing."""
    known = reasons().get(claim)
    return known.why if known and kind in AGAINST else ""
