"""Hand in `cached_gradient(x, g, chunk)`: the gradient on W of a loss of v = W x, where `x` holds
the inputs as rows and `g` the gradient of the loss on each v, computed `chunk` rows at a time,
without autograd.
"""

HANDS_IN = "cached_gradient(x, g, chunk)"
IMPORTS = "import torch"
EXAMPLES = """\
x, g = torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([[1.0], [10.0]])
for chunk in (1, 2):
    assert torch.equal(cached_gradient(x, g, chunk), torch.tensor([[31.0, 42.0]]))
"""
HINTS = (
    "By the chain rule the gradient on W is the sum over rows of g times x.",
    ("Each chunk gives g[chunk].T @ x[chunk]; add them up, also if the last chunk is shorter."),
)
REFERENCE = (
    "def cached_gradient(x, g, chunk):\n"
    "    return sum(b.T @ a for a, b in zip(x.split(chunk), g.split(chunk), strict=True))"
)
WRONG = {
    "the first chunk only": ("def cached_gradient(x, g, chunk): return g[:chunk].T @ x[:chunk]"),
    "x and g changed over": "def cached_gradient(x, g, chunk): return x.T @ g",
    "the mean over the rows, where the sum belongs": (
        "def cached_gradient(x, g, chunk): return g.T @ x / len(x)"
    ),
}


def check_gradient(hand, random):
    import torch

    from stsutils.losses import cosent, on_cosines

    generator = torch.Generator().manual_seed(random.randrange(2**31))
    x = torch.randn(12, 5, generator=generator, dtype=torch.float64)
    weight = torch.randn(3, 5, generator=generator, dtype=torch.float64, requires_grad=True)
    vectors = x @ weight.T
    vectors.retain_grad()
    on_cosines(cosent)(list(vectors.split(6)), torch.arange(6)).backward()
    for chunk in (4, 5, 12):
        seen = hand.cached_gradient(x, vectors.grad.clone(), chunk)
        assert seen.shape == weight.shape, f"the shape is {tuple(seen.shape)}"
        assert torch.allclose(seen, weight.grad, rtol=1e-9), f"wrong in chunks of {chunk}"
