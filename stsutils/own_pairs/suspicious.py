"""Which labels to look at again, and which pairs to label next."""

from pathlib import Path

import numpy as np
import pandas as pd

from stsutils.data import check_file
from stsutils.data.components import pair_numbers
from stsutils.encoders import load_encoder
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.evaluation.decision import disagreements
from stsutils.own_pairs.cut import GROUP, apart_by, bare
from stsutils.own_pairs.question import Question
from stsutils.own_pairs.trained_on import UNTRAINED
from stsutils.own_pairs.trainings import Trainings
from stsutils.own_pairs.words import chosen

NEXT = 100  # pairs that are worth a label most


def doubts(
    numbers: dict, asked: Question, trainings: Trainings, seconds: float
) -> tuple[pd.DataFrame, str]:
    """Rows, those with the most doubtful labels first, and in words which rows these are.

    All rows where the chosen model is untrained, or where time is left to train on each half after
    the training on all rows, if there was one; else those that chose and tested.
    """
    name, seed = numbers["chosen"]["name"], numbers["chosen"]["seed"]
    more = (1 + numbers["all_rows"]) * len(asked.rows) / len(asked.parts["train"])
    if name == UNTRAINED:
        rows = bare(asked.rows, asked.labels, asked.group)
        scored, what = [rows.assign(cosine=similarity(asked.model, rows))], "all rows"
    elif trainings.after(more) <= seconds:
        scored, what = _out_of_fold(asked, trainings, numbers["settings"], seed), "all rows"
    else:
        rows = pd.concat([asked.parts["validation"], asked.parts["test"]], ignore_index=True)
        model = load_encoder(str(trainings.folder / name)).to(asked.model.device)
        scored = [rows.assign(cosine=similarity(model, rows))]
        what = "the validation and test rows; a larger budget takes all rows"
    return _listed(asked, scored), what


def _out_of_fold(asked: Question, trainings: Trainings, settings: dict, seed: int) -> list:
    """Both halves of all rows with their cosines, by a model trained on the other half.

    The halves share no sentence, where that can be, and the models are trained as ``settings`` say.
    """
    halves, _ = apart_by(bare(asked.rows, asked.labels, asked.group), [0.5, 0.5], seed=0)
    scored = []
    for half, other in zip(halves, reversed(halves), strict=True):
        model = load_encoder(str(trainings.trained_on(other, settings, seed)))
        scored.append(half.assign(cosine=similarity(model.to(asked.model.device), half)))
    return scored


def _listed(asked: Question, scored: list[pd.DataFrame]) -> pd.DataFrame:
    """The rows with their cosines, those first whose label and cosine disagree most.

    Ranks are of the rows that were scored together, see `disagreements`.
    """
    found = pd.concat([disagreements(rows, asked.labels.column) for rows in scored])
    found = found.sort_values("disagreement", key=abs, ascending=False, kind="stable")
    found = found.round(dict.fromkeys(found.columns[-4:], 5))
    found["row"] += 1
    # rows of several files have no place of their own
    hidden = ["row", "line"] if len(asked.files) > 1 else []
    return found.drop(columns=[GROUP, *hidden], errors="ignore")


def unlabelled_in(file: str | Path, asked: Question, **layout) -> pd.DataFrame:
    """The pairs of a file that may be labelled next, each once; ``layout`` as for `check_file`.

    Those of the reader's own files are left out. Raises UserError where none are there.
    """
    rows = check_file(file, labelled=False, **layout)
    if "sentence1" not in rows:
        raise UserError(f"{file} holds no pairs: it has no columns sentence1 and sentence2")
    if "cosine" in rows:
        raise UserError(f"{file} has a column 'cosine' already; rename it, so that it is kept")
    known, new = pair_numbers([asked.rows, rows])
    fresh = rows[~np.isin(new, known) & ~pd.Series(new).duplicated().to_numpy()]
    if fresh.empty:
        raise UserError(f"{file}: each of its pairs has a label in your own file; name other pairs")
    return fresh


def label_next(folder: Path, fresh: pd.DataFrame, asked: Question, results: dict) -> pd.DataFrame:
    """Those of these pairs that are worth a label most: nearest to the threshold of a model.

    It lies in ``folder``. Without a threshold it is the middle of their cosines.
    """
    model = load_encoder(str(folder)).to(asked.model.device)
    cosines = similarity(model, fresh)
    threshold = (chosen(results)["decision"] or {}).get("threshold", np.median(cosines))
    nearest = np.argsort(np.abs(cosines - threshold), kind="stable")[:NEXT]
    return fresh.iloc[nearest].assign(cosine=cosines[nearest].round(5))
