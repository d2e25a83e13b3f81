"""Name the mistake: which known wrong form do these numbers equal?"""

import math
from collections.abc import Mapping, Sequence

#: How near a right answer is, relative to it; and what counts as nothing beside 1.
RELATIVE, NOTHING = 1e-3, 1e-6

#: What a slip of the hand does to every right number, in words.
SLIPS = {
    "the right value with the other sign": lambda x: -x,
    "twice the right value": lambda x: 2 * x,
    "half of the right value": lambda x: x / 2,
    "a hundred times the right value: no per cent is asked for": lambda x: 100 * x,
    "a hundredth of the right value: per cent is asked for": lambda x: x / 100,
    "one too many: is a count or an end off by one?": lambda x: x + 1,
    "one too few: is a count or an end off by one?": lambda x: x - 1,
    "the square of the right value: is a root missing?": lambda x: x * x,
    "the root of the right value: is a root too much?": lambda x: abs(x) ** 0.5,
    "one minus the right value": lambda x: 1 - x,
    "one over the right value": lambda x: 1 / x if x else math.nan,
}


def near(
    seen: float, wanted: float, relative: float = RELATIVE, absolute: float | None = None
) -> bool:
    """Whether two numbers agree, relative to the wanted one or, where that is given, absolutely.

    Two that are not finite agree if they are the same.
    """
    if not (math.isfinite(seen) and math.isfinite(wanted)):
        return seen == wanted or (seen != seen and wanted != wanted)
    most = max(relative * abs(wanted), NOTHING) if absolute is None else absolute + 1e-9
    return abs(seen - wanted) <= most


def all_near(seen: Sequence[float], wanted: Sequence[float], relative: float = RELATIVE) -> bool:
    """Whether all of two equally long lists agree."""
    pairs = zip(seen, wanted, strict=False)
    return len(seen) == len(wanted) and all(near(a, b, relative) for a, b in pairs)


def both(seen: float, wanted: float) -> str:
    """'got …, not …', with as many digits as it takes to see a difference."""
    for digits in range(4, 18):
        a, b = (f"{float(x):.{digits}g}" for x in (seen, wanted))
        if a != b:
            return f"got {a}, not {b}"
    return f"got {seen!r}, not {wanted!r}"


def name(
    seen: Sequence[float],
    wanted: Sequence[float],
    forms: Mapping[str, Sequence[float]] | None = None,
) -> str:
    """The known wrong form that `seen` equals in every place, in words; empty where there is none.

    `forms` are the mistakes that somebody expects of this very exercise; they come first. Then
    come those of any number: sign, factor, percent, off by one, root, and the like.
    """
    for words, values in (forms or {}).items():
        if all_near(seen, values, 2e-4) and not all_near(values, wanted):
            return words
    if any(map(math.isnan, seen)):
        return "a result that is not a number (NaN): look for 0 / 0, or the logarithm of 0"
    for words, turn in SLIPS.items():
        turned = [turn(x) for x in wanted]
        if all_near(seen, turned, 2e-4) and not all_near(turned, wanted):
            return words
    if all_near(seen, wanted, 0.01):
        return "near, and not near enough: give four digits, or let the code keep them all"
    ratios = [a / b for a, b in zip(seen, wanted, strict=True) if abs(b) > NOTHING]
    if len(ratios) > 1 and all_near(ratios, [ratios[0]] * len(ratios)):
        return f"{ratios[0]:.4g} times the right value, everywhere"
    return ""
