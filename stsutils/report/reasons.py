"""Why the lab may be believed where it sees the opposite of a claim, and how far that reaches."""

import functools
import tomllib
from importlib import resources

#: Verdicts at the lab that a reason has to stand below.
AGAINST = ("opposite", "opposite in part", "mixed")


@functools.cache
def reasons() -> dict[str, str]:
    """Claim → how far we believe the lab where it sees the opposite."""
    text = resources.files("stsutils.experiments").joinpath("reasons.toml").read_text("utf-8")
    return {one["claim"]: one["why"].strip() for one in tomllib.loads(text)["reason"]}


def reason(one) -> str:
    """The reason below a claim's verdict, or nothing."""
    return reasons().get(one.claim.text, "") if one.verdict.kind in AGAINST else ""
