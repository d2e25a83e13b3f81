"""Softmax loss: classify a pair from its two vectors, and hope that their cosine follows."""

import inspect

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F

from stsutils.errors import UserError
from stsutils.losses.entry import Entry, Reading, any_pairs
from stsutils.losses.guards import at_least_float32, labels_of_two, one_shape, refuse_labels
from stsutils.losses.settings import complete_settings
from stsutils.losses.shapes import Labels, Scalar, Vectors

FEATURES = ("u,v,|u-v|", "u,v,|u-v|,u*v", "u,v", "|u-v|")


def softmax(
    u: Vectors,
    v: Vectors,
    labels: Labels,
    weight: Float[Tensor, "classes inputs"],
    bias: Float[Tensor, "classes"],
    *,
    features: str = "u,v,|u-v|",
) -> Scalar:
    """Return the mean cross-entropy of a linear classifier on features of the pair.

    Formula:
        h = weight · x + bias, x the features of the pair one after the other,
        L = mean over pairs of log Σ_k exp(h_k) − h_label.

    Args:
        u, v: (B, d) embeddings; bf16 and fp16 are lifted to float32 first.
        labels: (B,) classes 0, 1, …, of any dtype.
        weight, bias: (classes, d · number of features) and (classes,), trained with the encoder;
            `SoftmaxHead` keeps them.
        features: "u,v,|u-v|" (Sentence-BERT), "u,v,|u-v|,u*v" (InferSent), "u,v" or "|u-v|".

    Returns:
        One scalar, at least float32. With all logits equal it is log(classes).

    Raises:
        UserError: shapes that differ, features that do not exist, a label that is no class (on a
            GPU: a NaN loss).

    Data:
        Pairs with a class: contradiction 0, neutral 1, entailment 2; or 0/1. The order of the
        classes means nothing to this loss.

    Reference:
        Huang et al., CoSENT (TASLP 2024), Eq. 5; Reimers & Gurevych, Sentence-BERT (2019); Conneau
        et al., InferSent (2017). Ablations "u,v" and "|u-v|": Zhang & Li, Regression Framework
        with Translated ReLU and Smooth K2 Loss (2024), Table 6, with their head.

    As written, as coded:
        Eq. 5 prints W without a bias; Sentence-BERT's code has one, and so has this. The code
        takes the mean. The authors also cut STS-B scores to whole numbers as classes, though the
        paper calls this loss not available there.

    Relations:
        The cosine, which is what is used afterwards, is not in the formula: the classifier is
        thrown away. Every other loss of the paper trains the cosine or a distance.

    Example:
        >>> import torch
        >>> u, v = torch.tensor([[1.0, 0.0]]), torch.tensor([[0.0, 1.0]])
        >>> weight = torch.tensor([[1.0, 1.0], [-1.0, -1.0]])  # far apart: class 0
        >>> labels, bias = torch.tensor([1]), torch.zeros(2)
        >>> round(softmax(u, v, labels, weight, bias, features="|u-v|").item(), 4)
        4.0181
    """
    one_shape("softmax", u=u, v=v)
    if labels.shape != u.shape[:1]:
        raise UserError(
            f"softmax needs one class for each pair; got labels {tuple(labels.shape)} for "
            f"{len(u)} pairs. Flatten them, for example labels.view(-1)."
        )
    x = pair_features(at_least_float32(u), at_least_float32(v), features)
    if weight.shape != (len(bias), x.shape[1]):
        raise UserError(
            f"softmax: {features!r} makes {x.shape[1]} numbers a pair, so weight must be "
            f"({len(bias)}, {x.shape[1]}); got {tuple(weight.shape)}."
        )
    logits = F.linear(x, weight.to(x.dtype), bias.to(x.dtype))
    y = labels.to(x.dtype)
    allowed = (y >= 0) & (y < len(bias)) & (y == y.floor())
    rows = F.cross_entropy(logits, y.where(allowed, 0).long(), reduction="none")
    mend = f"The classes are 0 to {len(bias) - 1}: relabel the rows, or ask for more classes."
    return refuse_labels("softmax", rows, labels, allowed, mend).mean()


def pair_features(u: Vectors, v: Vectors, features: str) -> Float[Tensor, "rows inputs"]:
    """Return the named features of each pair, one after the other.

    Example:
        >>> import torch
        >>> pair_features(torch.tensor([[3.0, 0.0]]), torch.tensor([[1.0, 2.0]]), "u,v,|u-v|")
        tensor([[3., 0., 1., 2., 2., 2.]])
    """
    if features not in FEATURES:
        raise UserError(f"features {features!r}; choose one of {'; '.join(FEATURES)}.")
    parts = {"u": u, "v": v, "|u-v|": (u - v).abs(), "u*v": u * v}
    return torch.cat([parts[name] for name in features.split(",")], dim=1)


MOST = 10_000  # classes: more are ids, or a slip


class SoftmaxHead(nn.Module):
    """The softmax loss with its classifier, for `fit`, which trains both.

    Args:
        dimension: d, the width of the embeddings.
        classes: how many classes there are.
        features: what the classifier sees of a pair, see `softmax`.

    Example:
        >>> import torch
        >>> loss = SoftmaxHead(dimension=4, classes=3)
        >>> sum(p.numel() for p in loss.parameters())  # 3 · (3 · 4) weights and 3 biases
        39
        >>> loss([torch.zeros(2, 4), torch.zeros(2, 4)], torch.tensor([0, 2])).shape
        torch.Size([])
    """

    name = "softmax"

    def __init__(self, dimension: int, classes: int = 3, features: str = "u,v,|u-v|") -> None:
        """Start the classifier as torch starts any linear layer."""
        super().__init__()
        if not 2 <= classes <= MOST:
            raise UserError(f"softmax: classes is from 2 to {MOST:,}, not {classes:,}.")
        width = pair_features(torch.empty(0, dimension), torch.empty(0, dimension), features)
        self.classifier = nn.Linear(width.shape[1], classes)
        self.settings: dict = {"classes": classes, "features": features}

    def forward(self, embeddings: list[Tensor], labels: Tensor | None) -> Tensor:
        """Return the loss of u, v (two B×d columns) and their classes."""
        labels = labels_of_two("softmax", embeddings, labels, "class")
        # in full precision, as all losses are: the logits of close pairs differ by little
        with torch.autocast(embeddings[0].device.type, enabled=False):
            head, features = self.classifier, self.settings["features"]
            return softmax(*embeddings, labels, head.weight, head.bias, features=features)

    def extra_repr(self) -> str:
        """Show the settings when the module is printed."""
        return ", ".join(f"{name}={value!r}" for name, value in self.settings.items())


def _head(dimension: int, /, **settings: object) -> SoftmaxHead:
    """The head with these settings; a name it does not know is a UserError."""
    own = complete_settings(SoftmaxHead, settings, 1, SoftmaxHead.name)
    return SoftmaxHead(dimension, **own)


_head.__signature__ = inspect.signature(SoftmaxHead)  # so that its settings are known by name
ENTRY = Entry(
    softmax,
    "softmax",
    ("NLI classes", "binary pairs"),
    head=_head,
    own_pairs=any_pairs("two classes", classes=2) | {"NLI classes": Reading("raw", {"classes": 3})},
)
