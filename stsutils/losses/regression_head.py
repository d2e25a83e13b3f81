"""The regression head: one number a pair from its two vectors, and a loss on that number."""

from functools import partial

import torch
from torch import Tensor, nn

from stsutils.errors import UserError
from stsutils.losses.entry import Entry, Reading
from stsutils.losses.functions.softmax import pair_features
from stsutils.losses.guards import at_least_float32, labels_of_two, one_shape
from stsutils.losses.settings import complete_settings
from stsutils.losses.shapes import Loss


class RegressionHead(nn.Module):
    """A loss on predictions with the linear layer that predicts, for `fit`, which trains both.

    Formula:
        prediction = w · [u; v; |u − v|] + b, L = function(predictions, labels, **settings).

    Args:
        dimension: d, the width of the embeddings.
        function: a loss with the arguments (predictions, labels, **settings), as `smooth_k2`.
        features: what the layer sees of a pair: "u,v,|u-v|", or "u,v" and "|u-v|" for the ablations
            of Table 6.
        settings: the function's own settings, such as tolerance=0.25.

    Raises:
        UserError: a setting or features that do not exist; columns or labels that do not fit.

    Reference:
        Zhang & Li, Regression Framework with Translated ReLU and Smooth K2 Loss (2024), section
        3.1 and Figure 1.

    As written, as coded:
        The paper's layer has 3d × 1 parameters; the code's has a bias too, and so has this. Scores
        are read off the cosine of u and v, and the layer is thrown away; that a prediction is
        rounded to its class (section 3.1) is never measured there: `predict` makes it possible.

    Relations:
        `SoftmaxHead` has one output a class and knows no order of classes.

    Example:
        >>> import torch
        >>> from stsutils.losses import smooth_k2
        >>> loss = RegressionHead(4, smooth_k2, slope=3.0)
        >>> sum(p.numel() for p in loss.parameters())  # 3 · 4 weights and a bias
        13
        >>> loss([torch.zeros(2, 4), torch.zeros(2, 4)], torch.tensor([0, 2])).shape
        torch.Size([])
    """

    def __init__(
        self, dimension: int, /, function: Loss, features: str = "u,v,|u-v|", **settings: object
    ) -> None:
        """Start the layer as torch starts any linear layer."""
        super().__init__()
        own = complete_settings(function, settings, inputs=2)
        self.name, self.function = function.__name__, partial(function, **own)
        self.settings = {"features": features, **own}
        width = pair_features(torch.empty(0, dimension), torch.empty(0, dimension), features)
        self.layer = nn.Linear(width.shape[1], 1)

    def predict(self, u: Tensor, v: Tensor) -> Tensor:
        """Return (B,) predictions of two B×d columns, in the units of the labels."""
        one_shape(self.name, u=u, v=v)
        # in full precision: bf16 has steps of 1/64 near 2, and the tolerance is 1/4
        with torch.autocast(u.device.type, enabled=False):
            u, v = at_least_float32(u), at_least_float32(v)
            x = pair_features(u, v, self.settings["features"])
            if x.shape[1] != self.layer.in_features:
                need = f"{self.layer.in_features} numbers a pair; got {x.shape[1]}"
                raise UserError(f"{self.name}: the head was made for {need}. Give it the width d")
            weight, bias = self.layer.weight.to(x.dtype), self.layer.bias.to(x.dtype)
            return nn.functional.linear(x, weight, bias).squeeze(1)

    def forward(self, embeddings: list[Tensor], labels: Tensor | None) -> Tensor:
        """Return the loss of u, v (two B×d columns) and their labels."""
        labels = labels_of_two(self.name, embeddings, labels, "label")
        with torch.autocast(embeddings[0].device.type, enabled=False):
            return self.function(self.predict(*embeddings), labels)

    def extra_repr(self) -> str:
        """Show the loss and its settings when the module is printed."""
        return ", ".join([self.name, *(f"{k}={v!r}" for k, v in self.settings.items())])


def on_predictions(function: Loss, title: str, own: dict | None = None) -> Entry:
    """Return the entry of a loss on a regression head's predictions.

    `own` are its settings for labels brought to 0 to 1, by the kind of somebody's own pairs.
    """
    kinds = ("NLI classes", "graded pairs")
    return Entry(
        function,
        title,
        kinds,
        head=partial(RegressionHead, function=function),
        own_pairs={kind: Reading("unit_range", (own or {}).get(kind, {})) for kind in kinds},
    )
