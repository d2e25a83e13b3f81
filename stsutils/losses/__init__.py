"""Losses: pure functions on their arguments, a file each in `functions`.

`LOSSES` is the index by name, `DATA` the kinds of data they need, `make_loss` the way from
settings to what `fit` calls. Every loss of the index is a name of this package, too:
`from stsutils.losses import cosent`.

A new loss is two files: `losses/functions/NAME.py` with the function and its `ENTRY`, and
`tests/losses/test_NAME.py` with what is true of this loss alone. The index, the tables of chapters,
`stsutils compare`, recipes and the tests of all losses follow from the first. A third file,
`microscope/naive/NAME.py` with its loop and its `SUBJECT`, brings checks and mutants.
"""

from stsutils.losses.entry import DATA, Entry, Reading
from stsutils.losses.functions.cosent import chance_level, cosent_plain
from stsutils.losses.functions.rank_encoder import rank_loss
from stsutils.losses.functions.softmax import SoftmaxHead, pair_features
from stsutils.losses.geometry import angle_between, angle_score, cosine
from stsutils.losses.index import LOSSES, loss_named, make_loss
from stsutils.losses.lifts.cosines import OnCosines, OnScores, on_cosines, on_scores
from stsutils.losses.lifts.embeddings import OnEmbeddings, on_embeddings
from stsutils.losses.lifts.matryoshka import matryoshka
from stsutils.losses.lifts.rows import OnRows, OnVectors, off_diagonal, on_rows, on_vectors
from stsutils.losses.regression_head import RegressionHead
from stsutils.losses.trainer import for_sentence_transformers

# each loss of the index by its name
globals().update({name: entry.function for name, entry in LOSSES.items()})
