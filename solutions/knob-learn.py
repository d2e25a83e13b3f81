"""Hand in `slope(cosines, labels, scale)`: the derivative of CoSENT's loss by λ, a number."""

HANDS_IN = "slope(cosines, labels, scale)"
IMPORTS = "import math"
EXAMPLES = """\
assert abs(slope([0.0, 0.0], [1, 0], 5.0)) < 1e-9, "equal cosines: λ changes nothing"
assert abs(slope([0.2, 0.5], [1, 0], 1.0) - 0.3 / (1 + math.exp(-0.3))) < 1e-6
"""
HINTS = (
    "Differentiate log(1 + Σ exp(λ d)) by λ: each d = c_k − c_i is weighed by its share.",
    "Σ d exp(λ d) / (1 + Σ exp(λ d)): do not forget the 1 below.",
)
WRONG = {
    "a constant": "def slope(cosines, labels, scale): return -1.0",
    "shares without the 1 +": (
        "import torch\n"
        "def slope(cosines, labels, scale):\n"
        "    c, y = torch.tensor(cosines), torch.tensor(labels)\n"
        "    d = (c[None, :] - c[:, None])[y[:, None] > y[None, :]]\n"
        "    return (torch.softmax(scale * d, 0) * d).sum().item()"
    ),
}


def check_slope(hand, random):
    import torch

    from stsutils.losses import cosent

    for size in (2, 4, 7):
        cosines = [random.uniform(-0.3, 0.3) for _ in range(size)]
        labels = [*range(size - 1), 0]
        c, y = torch.tensor(cosines, dtype=torch.float64), torch.tensor(labels)
        scale, step = random.uniform(1, 6), 1e-4
        rise = cosent(c, y, scale=scale + step) - cosent(c, y, scale=scale - step)
        wanted = rise.item() / (2 * step)
        seen = float(hand.slope(cosines, labels, scale))
        assert abs(seen - wanted) < 1e-4, f"{seen:.5f}, not {wanted:.5f}"
