"""Hand in `slope(cosines, labels, scale)`: the derivative of CoSENT's loss by λ, a number."""

HANDS_IN = "slope(cosines, labels, scale)"
WRONG = [
    "def slope(cosines, labels, scale): return -1.0",
    "import torch\n"
    "def slope(cosines, labels, scale):\n"
    "    c, y = torch.tensor(cosines), torch.tensor(labels)\n"
    "    d = (c[None, :] - c[:, None])[y[:, None] > y[None, :]]\n"
    "    return (torch.softmax(scale * d, 0) * d).sum().item()",
]


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
