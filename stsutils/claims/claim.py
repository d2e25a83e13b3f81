"""A claim of a document: a sentence, and the contrasts between cells of tables that test it."""

from dataclasses import dataclass

from stsutils.errors import UserError

CellName = tuple[str, str]
#: How many contrasts must hold: every one; more than half ("generally"); a single one ("can").
STRENGTHS = ("all", "most", "one")
#: How many seeds a claim's lines have that fewer left open.
AGAIN = 12
#: What stands beside the five documents: it is not counted among their claims.
BESIDE = ("Our own questions", "sentence-transformers")


@dataclass(frozen=True)
class Contrast:
    """Cell ``a`` against cell ``b``; a cell is (row, column), the margin is in metric units.

    ``greater``: a - b lies above ``margin`` (0: simply better; negative: not much worse).
    ``equivalent``: a - b lies within ±``margin``.
    ``table`` names the experiment that has the cells, where the claim stands in another: readings
    and encoders are lines of evidence under one claim.
    """

    a: CellName
    b: CellName
    margin: float = 0.0
    kind: str = "greater"
    table: str = ""

    def __post_init__(self):
        """Refuse a contrast that could never come out."""
        if self.kind == "equivalent" and not self.margin > 0:
            raise UserError(f"contrast {self}: equivalence needs a margin above 0")
        if self.a == self.b:
            raise UserError(f"contrast: {self.a} is compared with itself")

    def in_words(self, times: float = 1.0) -> str:
        """Say the contrast in one line, the margin in the unit of a table that prints ``times``."""
        a, b = " / ".join(self.a), " / ".join(self.b)
        if self.a[1] == self.b[1]:
            a, b = self.a[0], f"{self.b[0]} on {self.b[1]}"
        margin = f"{self.margin * times:g}"
        if self.kind == "equivalent":
            return f"{a} and {b} equal within ±{margin}"
        return f"{a} > {b}" + (f" by more than {margin}" if self.margin else "")

    __str__ = in_words


@dataclass(frozen=True)
class Expected:
    """What a reason says of numbers: a − b (without b: a itself) comes out so, at 95 %.

    ``margin``, ``kind`` and ``table`` are those of `Contrast`; ``outcome`` is that of
    `stsutils.statistics.Estimate.outcome`.
    """

    a: CellName
    b: CellName | None
    margin: float
    kind: str
    table: str
    outcome: str


@dataclass(frozen=True)
class Claim:
    """A sentence (``text``), where it stands (``source``), and the contrasts that test it.

    ``strength`` follows the document's word: *can, may, could* is met where ``one`` contrast
    holds, *typically, generally* where ``most`` do, *all* or a plain statement where ``all`` do.
    ``quote`` is the document's own sentence or its cells. ``document`` is its name; those of
    `BESIDE`, questions of our own and what a library says, are counted apart.

    ``id`` is the claim's slug, ``table`` the experiment below which it is shown. ``why`` says how
    far the lab may be believed, above all where it contradicts the claim, and ``expected`` the
    numbers that those words rest on.

    ``own_margin``: the document names no margin, so its verdict is that of the signs, and how the
    lines stand to the margin that we declared is told beside it.

    ``again`` names columns, or contrasts, that have `AGAIN` seeds, because fewer left them open and
    the seeds were the larger part of the variance.
    """

    text: str
    source: str
    contrasts: tuple[Contrast, ...]
    strength: str = "all"
    quote: str = ""
    again: tuple[str | Contrast, ...] = ()
    document: str = BESIDE[0]
    id: str = ""
    table: str = ""
    why: str = ""
    expected: tuple[Expected, ...] = ()
    own_margin: bool = False

    def __post_init__(self):
        """Refuse a claim that nothing could test."""
        if not self.contrasts:
            raise UserError(f"claim {self.text!r} has no contrast, so nothing could test it")
        if self.strength not in STRENGTHS:
            raise UserError(f"claim {self.text!r}: strength is one of {', '.join(STRENGTHS)}")
        columns = {contrast.a[1] for contrast in self.contrasts}
        if unknown := set(self.again) - columns - set(self.contrasts):
            named = ", ".join(sorted(map(str, unknown)))
            raise UserError(f"claim {self.text!r} has no {named} to look again at")

    @property
    def ours(self) -> bool:
        """Whether none of the five documents says it: a question of ours, or the library's word."""
        return self.document in BESIDE

    def twice(self, contrast: Contrast) -> bool:
        """Whether this contrast of the claim is tested again."""
        return contrast.a[1] in self.again or contrast in self.again
