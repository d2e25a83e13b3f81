"""One line that says how a score was made, and the way back from the line to the score.

    spearman:63.97|pairs:986|rows:53c1…|part:test|model:9f0a…|v:0.1.0

``rows`` and ``model`` are hashes of what was scored and with what; ``part`` says which of the
file's rows: all of them, the test part that `cut` makes, of which the first so many, or the
reader's own test rows where not all were used (nobody can score those again from the line).
"""

import re
from dataclasses import dataclass

import pandas as pd

from stsutils.data import content_sha, label_column
from stsutils.data.label_kinds import label_kind
from stsutils.encoders import BiEncoder
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.own_pairs.cut import cut
from stsutils.provenance import versions
from stsutils.statistics import spearman

_FORM = re.compile(
    r"spearman:(-?\d{1,3}\.\d\d)\|pairs:(\d{1,9})\|rows:([0-9a-f]{16})\|part:(all|test|own)"
    r"\|model:([0-9a-f]{16})\|v:([\w.+-]{1,40})"
)
TOLERANCE = 0.02  # points of Spearman × 100: sums differ a little from one machine to the next


@dataclass(frozen=True)
class Signature:
    """What a line says: the ``score`` (Spearman × 100) and what it is the score of."""

    score: float
    pairs: int
    rows: str
    part: str
    model: str
    version: str

    def __str__(self) -> str:
        """The line."""
        return (
            f"spearman:{self.score:.2f}|pairs:{self.pairs}|rows:{self.rows}|part:{self.part}"
            f"|model:{self.model}|v:{self.version}"
        )


def sign(score: float, pairs: int, rows_sha: str, part: str, model_sha: str) -> Signature:
    """The signature of a Spearman correlation (−1 to 1)."""
    version = versions().get("stsutils", "0")
    return Signature(100 * score, pairs, rows_sha[:16], part, model_sha[:16], version)


def read(line: str) -> Signature:
    """Read a line; raises UserError where it is no signature."""
    match = _FORM.fullmatch(line.strip())
    if match is None:
        raise UserError(
            f"{line.strip()[:60]!r} is no signature; one looks like "
            "spearman:63.97|pairs:986|rows:(16 hex digits)|part:test|model:(16)|v:0.1.0, in quotes"
        )
    score, pairs, *words = match.groups()
    return Signature(float(score), int(pairs), *words)


def differences(
    signature: Signature, rows: pd.DataFrame, model: BiEncoder, progress: bool = False
) -> list[str]:
    """Score again and say in lines what differs: nothing, where the signature is true.

    ``rows`` are those of the file that was scored, or that was compared, all of them.
    """
    if signature.part == "own":
        raise UserError("part:own names rows that the line does not say; score the file: evaluate")
    found = []
    if content_sha(rows)[:16] != signature.rows:
        found.append(f"other rows: {content_sha(rows)[:16]}, the signature says {signature.rows}")
    if model.sha() != signature.model:
        found.append(f"another model: {model.sha()}, the signature says {signature.model}")
    if found:
        return found
    if signature.part == "test":
        parts, _ = cut(rows, label_kind(rows), "the file")
        rows = parts["test"].head(signature.pairs)
    if len(rows) != signature.pairs:
        return [f"{len(rows):,} pairs, the signature says {signature.pairs:,}"]
    cosines = similarity(model, rows, progress=progress)
    score = 100 * spearman(cosines, rows[label_column(rows)].to_numpy())
    if not abs(score - signature.score) <= TOLERANCE:
        found.append(f"the score is {score:.2f}, the signature says {signature.score:.2f}")
    return found
