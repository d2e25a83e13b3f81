"""The name of rows: which set and split, which part of it, how it is read and scored."""

from dataclasses import dataclass, replace

from stsutils.errors import UserError

#: The two sides of a split that has no train split beside it, by pairs or by sentences.
SIDES = ("train", "choose", "train-apart", "choose-apart")
PROTOCOLS = ("", "mean", "wmean")


@dataclass(frozen=True)
class RowsName:
    """``set:split@part|gold#protocol``, of which the last three may be missing.

    ``parts``, cut one after the other: "train" and "choose" are a fixed 80 % and 20 % of the split
    without a common pair, "train-apart" and "choose-apart" without a common sentence, a number
    keeps that many rows. ``gold`` relabels, as `relabel` has it. ``protocol`` says how a test set
    is scored: "" over all its pairs, "mean" by subsets, "wmean" by subsets weighted by their sizes.
    """

    set: str
    split: str
    parts: tuple[str | int, ...] = ()
    gold: str = ""
    protocol: str = ""

    @classmethod
    def parse(cls, text: str) -> "RowsName":
        """Read a name; a UserError for a part or a protocol that there is not. Reads no rows."""
        rest, _, protocol = text.partition("#")
        rest, _, gold = rest.partition("|")
        rest, *parts = rest.split("@")
        name, _, split = rest.partition(":")
        if not (name and split):
            raise UserError(f"{text}: rows are named set:split, for example stsb:test")
        if protocol not in PROTOCOLS:
            raise UserError(f"{text}: after # comes mean or wmean")
        return cls(name, split, tuple(_part(text, part) for part in parts), gold, protocol)

    def __str__(self):
        """The name as it is written."""
        parts = "".join(f"@{part}" for part in self.parts)
        gold, protocol = self.gold and f"|{self.gold}", self.protocol and f"#{self.protocol}"
        return f"{self.set}:{self.split}{parts}{gold}{protocol}"

    @property
    def place(self) -> str:
        """The rows alone, whatever they are read and scored by: ``set:split@part``."""
        return str(replace(self, gold="", protocol=""))


def _part(text: str, part: str) -> str | int:
    if part in SIDES:
        return part
    if not part.isdecimal() or int(part) < 2:
        raise UserError(f"{text}: after @ comes {', '.join(SIDES)} or a number of rows from 2 on")
    return int(part)
