"""The door to sentence-transformers: a loss of the index as their Trainer takes it."""

from collections.abc import Callable, Iterable

import torch
from torch import Tensor, nn
from torch import distributed as dist
from torch.distributed.nn.functional import all_gather

from stsutils.errors import UserError
from stsutils.losses.index import loss_named, make_loss


class ForSentenceTransformers(nn.Module):
    """A loss called with a batch's features and labels. Made by `for_sentence_transformers`."""

    def __init__(self, model: nn.Module, loss: Callable[..., Tensor]) -> None:
        """Keep the model, which the Trainer replaces by its own wrapping, and the loss."""
        super().__init__()
        self.model, self.loss = model, loss

    def forward(self, sentence_features: Iterable[dict], labels: Tensor | None = None) -> Tensor:
        """Return the loss of the whole batch, the parts of all processes together."""
        columns = [self.model(features)["sentence_embedding"] for features in sentence_features]
        if dist.is_available() and dist.is_initialized() and dist.get_world_size() > 1:
            columns = [torch.cat(all_gather(column.contiguous())) for column in columns]
            if labels is not None:
                labels = torch.cat(all_gather(labels.contiguous()))
        return self.loss(columns, labels)

    def get_config_dict(self) -> dict:
        """Return the loss's name and settings, for their model card."""
        shown, settings = (getattr(self.loss, name, {}) for name in ("shown", "settings"))
        return {"loss": self.loss.name, **shown, **settings}


def for_sentence_transformers(
    model: nn.Module, name: str, **settings: object
) -> ForSentenceTransformers:
    """Return a loss of this package as a ``SentenceTransformerTrainer`` takes it.

    Formula:
        The loss of the embeddings of each text column and the labels, as `fit` computes it. With
        several processes the embeddings and labels of all are gathered first, so that in-batch
        losses compare the whole batch; the gradients find the way back to each.

    Args:
        model: the ``SentenceTransformer`` to be trained.
        name: a loss, as in `LOSSES` or as its title is written ("cosent", "InfoNCE").
        settings: the loss's own settings, such as scale=20.0.

    Returns:
        An nn.Module, the ``loss`` of their Trainer. Columns and labels are as the loss needs them
        (its docstring says it under Data); `stsutils.data.relabel` makes labels of another kind.

    Raises:
        UserError: a name or a setting that does not exist.

    Source: their own losses have the same call; the sum of gradients over processes, which their
    mean divides again, is that of `stsutils.training.team`.

    Example:
        >>> from stsutils.losses import for_sentence_transformers
        >>> class Model(torch.nn.Module):
        ...     def get_embedding_dimension(self):
        ...         return 2
        ...     def forward(self, features):
        ...         return {"sentence_embedding": features["x"]}
        >>> loss = for_sentence_transformers(Model(), "CoSENT", scale=1.0)
        >>> u, v = torch.eye(2), torch.tensor([[1.0, 0.0], [1.0, 0.0]])
        >>> round(loss([{"x": u}, {"x": v}], torch.tensor([1, 0])).item(), 4)  # log(1 + 1/e)
        0.3133
    """
    width = getattr(model, "get_embedding_dimension", None) or getattr(
        model, "get_sentence_embedding_dimension", None
    )
    if width is None:
        raise UserError(f"for_sentence_transformers takes a SentenceTransformer, got {type(model)}")
    loss = make_loss({"name": loss_named(name), **settings}, width())
    return ForSentenceTransformers(model, loss)
