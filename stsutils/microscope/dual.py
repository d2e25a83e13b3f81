"""Dual numbers: a naive loop that runs on them returns its gradient along with its value.

A dual number is a number with its slopes by the inputs, a + a′ε with ε² = 0, so that
(a + a′ε)(b + b′ε) = ab + (a′b + ab′)ε: forward differentiation, exact to float64. `exp`, `log`,
`sqrt` and the three loops below take floats too, so one loop serves for both.
"""

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np


class Dual:
    """A value and its slopes, one for each number that the loss may push.

    At a kink the slope is what losses here take: abs and sqrt have slope 0 at 0, and max keeps
    the first of two equal arguments, so that max(0, x) has slope 0 at 0.
    """

    __slots__ = ("slope", "value")

    def __init__(self, value: float, slope: np.ndarray) -> None:
        """Keep both."""
        self.value, self.slope = value, slope

    def __add__(self, other: "Dual | float") -> "Dual":
        """a + b."""
        if isinstance(other, Dual):
            return Dual(self.value + other.value, self.slope + other.slope)
        return Dual(self.value + other, self.slope)

    def __mul__(self, other: "Dual | float") -> "Dual":
        """a b."""
        if isinstance(other, Dual):
            slope = other.value * self.slope + self.value * other.slope
            return Dual(self.value * other.value, slope)
        return Dual(self.value * other, self.slope * other)

    def __truediv__(self, other: "Dual | float") -> "Dual":
        """a / b."""
        if isinstance(other, Dual):
            ratio = self.value / other.value
            return Dual(ratio, (self.slope - ratio * other.slope) / other.value)
        return Dual(self.value / other, self.slope / other)

    def __pow__(self, power: int) -> "Dual":
        """a to a whole power."""
        return Dual(self.value**power, power * self.value ** (power - 1) * self.slope)

    def __neg__(self) -> "Dual":
        """−a."""
        return self * -1.0

    def __sub__(self, other: "Dual | float") -> "Dual":
        """a − b."""
        return self + -other

    def __rsub__(self, other: float) -> "Dual":
        """b − a, b a float."""
        return -self + other

    def __abs__(self) -> "Dual":
        """|a|."""
        return self * float(np.sign(self.value))

    def __float__(self) -> float:
        """The value alone."""
        return float(self.value)

    def __lt__(self, other: "Dual | float") -> bool:
        """By value."""
        return self.value < float(other)

    def __gt__(self, other: "Dual | float") -> bool:
        """By value."""
        return self.value > float(other)

    __radd__, __rmul__ = __add__, __mul__


Number = Dual | float


def exp(x: Number) -> Number:
    """Return e to the power of x."""
    value = math.exp(float(x))
    return Dual(value, value * x.slope) if isinstance(x, Dual) else value


def log(x: Number) -> Number:
    """Return the natural logarithm."""
    value = math.log(float(x))
    return Dual(value, x.slope / x.value) if isinstance(x, Dual) else value


def sqrt(x: Number) -> Number:
    """Return the square root; its slope at 0 is taken as 0, where it has none."""
    value = math.sqrt(float(x))
    return Dual(value, x.slope * (0.5 / value if value else 0.0)) if isinstance(x, Dual) else value


def log_sum_exp(exponents: Sequence[Number]) -> Number:
    """Return the logarithm of the sum of exponentials."""
    highest = max(map(float, exponents))  # taken out of the sum, so that exp cannot overflow
    return log(sum(exp(e - highest) for e in exponents)) + highest


def mean(numbers: Iterable[Number]) -> Number:
    """Return the mean; 0 of nothing."""
    total, count = 0.0, 0
    for number in numbers:
        total, count = total + number, count + 1
    return total / max(1, count)


def cosine(a: Sequence[Number], b: Sequence[Number]) -> Number:
    """Return the cosine of two vectors; 0 where one of them is zero."""
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    length = sqrt(sum(x * x for x in a)) * sqrt(sum(y * y for y in b))
    return dot / length if float(length) else 0.0


def value_and_gradient(
    loop: Callable[..., Number], inputs: dict[str, list], settings: dict, fixed: Sequence[str] = ()
) -> tuple[float, dict[str, list[float]]]:
    """Return a naive loop's loss and its slopes by all numbers of its inputs.

    Args:
        loop: the loop, called with the inputs in order and the settings by name.
        inputs: vectors or matrices, as lists.
        settings: the loss's settings.
        fixed: inputs that are not pushed, such as labels.

    Returns:
        The loss, and for each input that is not fixed its gradient as one flat list.

    Example:
        >>> product = lambda u, v: u[0] * v[0] * v[1]
        >>> value_and_gradient(product, {"u": [2.0], "v": [3.0, 5.0]}, {})
        (30.0, {'u': [15.0], 'v': [10.0, 6.0]})
    """
    sizes = {name: np.size(x) for name, x in inputs.items() if name not in fixed}
    units = iter(np.eye(sum(sizes.values())))

    def dual(x: list | float) -> list | Dual:
        return [dual(one) for one in x] if isinstance(x, list) else Dual(x, next(units))

    given = [dual(x) if name in sizes else x for name, x in inputs.items()]
    loss = loop(*given, **settings)
    slope = loss.slope if isinstance(loss, Dual) else np.zeros(sum(sizes.values()))
    parts = np.split(slope, np.cumsum(list(sizes.values()))[:-1])
    gradient = {name: part.tolist() for name, part in zip(sizes, parts, strict=True)}
    return float(loss), gradient
