"""The surrogate: which pairs are harvested, and an encoder that learns their similarities."""

import numpy as np
import pandas as pd
import torch
from torch import nn

from stsutils.encoders import BiEncoder, Interaction
from stsutils.errors import UserError
from stsutils.methods.contexts.text import Text

#: Sentences are paired within a group: so many documents, so many sentences in a row of each.
DOCUMENTS, RUN = 10, 5
GROUP = DOCUMENTS * RUN


def pairs_of(text: Text, number: int, seed: int) -> list[tuple[str, str]]:
    """`number` distinct pairs of the text's sentences; a larger number begins with the smaller.

    A third are neighbours in a document, a third stand in one document, a third anywhere. How the
    paper chooses its pairs it does not say; of random pairs alone hardly any are alike. Sentences
    are used about four times, so that their contexts are sought once.
    Raises UserError where the text has too few.
    """
    rng = np.random.default_rng([seed, 4])
    starts = np.flatnonzero(np.diff(text.documents, prepend=-1))
    sizes = np.diff(np.append(starts, len(text.documents)))
    documents = np.flatnonzero(sizes >= RUN)
    if len(documents) < DOCUMENTS:
        raise UserError(f"harvesting needs {DOCUMENTS} documents of {RUN} sentences or more")
    found: dict[tuple[str, str], None] = {}
    for _ in range(100 + number):
        if len(found) >= number:
            return list(found)[:number]
        chosen = rng.choice(documents, DOCUMENTS, replace=False)
        begin = starts[chosen] + (rng.random(DOCUMENTS) * (sizes[chosen] - RUN + 1)).astype(int)
        group = (begin[:, None] + np.arange(RUN)).ravel()
        for kind in np.arange(2 * GROUP) % 3:
            a = int(rng.integers(GROUP))
            run = a // RUN * RUN
            if kind == 0:
                b = a + 1 if a % RUN < RUN - 1 else a - 1
            else:
                b = int(rng.integers(run, run + RUN) if kind == 1 else rng.integers(GROUP))
            pair = text.sentences[group[a]], text.sentences[group[b]]
            if pair[0] != pair[1] and pair[::-1] not in found:
                found[pair] = None
    raise UserError(f"the text has too few sentences for {number} pairs")


def harvested(pairs: list[tuple[str, str]], similarities: np.ndarray) -> pd.DataFrame:
    """Pairs with their similarity as gold score (sentence1, sentence2, score in [−1, 1])."""
    first, second = zip(*pairs, strict=True)
    rows = pd.DataFrame({"sentence1": first, "sentence2": second, "score": similarities})
    rows.attrs["range"] = (-1.0, 1.0)
    return rows


def forget(model: BiEncoder | Interaction, seed: int) -> None:
    """Give the transformer new weights at random, in place: a model of the same shape, untrained.

    Normal with BERT's standard deviation .02; biases 0, norms 1.
    """
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        for module in model.transformer.modules():
            if isinstance(module, nn.LayerNorm):
                module.reset_parameters()
            elif isinstance(module, nn.Linear | nn.Embedding):
                nn.init.normal_(module.weight, std=0.02)
                if getattr(module, "bias", None) is not None:
                    nn.init.zeros_(module.bias)
