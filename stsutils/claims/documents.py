"""The claims of all documents, one TOML file each, beside this module."""

import functools
import tomllib
from importlib import resources

from stsutils.claims.claim import Claim
from stsutils.claims.language import read_contrasts, read_expected
from stsutils.errors import UserError

FILES = ("cosent", "cosent_blog", "regression", "rankencoder", "contexts", "documentation", "ours")
NEEDED = {"id", "table", "text", "source", "lines"}
#: Keys whose value is the claim's own, as words.
WORDS = ("id", "table", "text", "source", "quote", "why", "strength")
KEYS = {*WORDS, "lines", "again", "expected", "margin"}


@functools.cache
def all_claims() -> dict[str, Claim]:
    """Slug → claim, document after document; our own questions come last."""
    claims: dict[str, Claim] = {}
    for name in FILES:
        text = resources.files("stsutils.claims").joinpath(f"{name}.toml").read_text("utf-8")
        read = tomllib.loads(text)
        for raw in read["claim"]:
            claim = _claim(raw, read["document"], f"{name}.toml")
            if claim.id in claims:
                raise UserError(f"{name}.toml: two claims are called {claim.id!r}")
            claims[claim.id] = claim
    return claims


def claims_of(table: str) -> tuple[Claim, ...]:
    """The claims that are shown below a table."""
    return tuple(claim for claim in all_claims().values() if claim.table == table)


def _claim(raw: dict, document: str, file: str) -> Claim:
    """One ``[[claim]]`` of a file; lines of a text are joined by blanks."""
    odd = (raw.keys() - KEYS) | (NEEDED - raw.keys())
    if odd:
        raise UserError(f"{file}, claim {raw.get('id')!r}: odd or lacking {', '.join(sorted(odd))}")
    if raw.get("margin", "ours") != "ours":
        raise UserError(f"{file}, claim {raw['id']!r}: margin is 'ours', or left out")
    words = {key: " ".join(raw[key].split()) for key in WORDS if key in raw}
    again = raw.get("again", "")
    compares = " beats " in again or " equals " in again
    return Claim(
        contrasts=read_contrasts(raw["lines"]),
        again=read_contrasts(again) if compares else tuple(filter(None, again.split("; "))),
        document=document,
        expected=read_expected(raw.get("expected", "")),
        own_margin=raw.get("margin") == "ours",
        **words,
    )
