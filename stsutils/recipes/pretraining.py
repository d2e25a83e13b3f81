"""Pre-train a raw encoder, then see what a loss makes of it in a fixed small budget."""

import shutil
from functools import lru_cache
from pathlib import Path

from stsutils.encoders import find_device, load_encoder
from stsutils.evaluation import random_pair_cosine, similarity
from stsutils.ledger import Result, Run
from stsutils.methods.corpus import gather
from stsutils.methods.material import Material, prepare
from stsutils.methods.pretrain import pretrain
from stsutils.recipes.rows import rows_of, sentences_of
from stsutils.recipes.scoring import score
from stsutils.recipes.settings import recipe
from stsutils.recipes.training import begin, train, work_folder

TEXT = ("most", "max_words", "neighbours", "pieces", "longest", "width")


@recipe("pretraining-1")
def pretraining(s: dict, seed: int, device: str | None = None) -> Result:
    """A raw encoder from text, judged by fine-tuning it.

    Settings: ``corpus`` (``set:train`` names), ``most``, ``max_words``, ``neighbours``, ``pieces``,
    ``longest``, ``width`` say what is read (`gather`, `prepare`); ``objective``, ``tokens``,
    ``lr``, ``warmup``, ``layers``, ``heads``, ``batch_tokens``, ``precision``, ``counts`` how it is
    trained (`pretrain`). ``tune`` maps a name to settings of `finetune` without encoder and test.
    With ``snapshots`` above 1 the encoders on the way are judged too. The seed is that of the
    pre-training and of each fine-tuning. A run that is stopped goes on from the folder `kept_in`.

    Metrics: under each name of ``tune`` the best validation score; ``<name> raw`` before tuning;
    ``<name> random`` the mean cosine of random pairs of its sentences before tuning; ``loss``. Of a
    snapshot the same, with `` at <share>`` of the training, such as ``STS-B at 1/6``.
    The curve is that of the pre-training.
    """
    device = find_device(device)
    text = _material(tuple(s["corpus"]), *(s[key] for key in TEXT))
    own = ("objective", "tokens", "layers", "heads", "batch_tokens", "lr", "warmup")
    own = {key: s[key] for key in (*own, "precision", "counts", "snapshots")}
    out = kept_in(s, seed)
    curve = pretrain(text, out, **own, seed=seed, device=device, progress=None)
    result = begin(load_encoder(str(out)))
    for where, place in _judged(out, s["snapshots"]).items():
        for name, tune in s["tune"].items():
            _judge(name, where, load_encoder(str(place)).to(device), tune, seed, result)
    shutil.rmtree(out)
    result.curve = curve
    result.metrics["loss"] = curve[-1]["loss"]
    result.extra["material_sha"] = text.sha
    return result


def kept_in(s: dict, seed: int) -> Path:
    """Where a pre-training of complete settings is kept until it is judged: see `unfinished`.

    Judges play no part in its name, so an encoder can be judged once more by others.
    """
    text = {key: value for key, value in s.items() if key != "tune"}
    name = f"pretraining-{Run('pretraining-1', seed, text).id}"
    return work_folder() / name


def _judged(out: Path, snapshots: int) -> dict[str, Path]:
    """What a metric's name says of when → the folder, the finished encoder last."""
    on_the_way = sorted(out.glob("snapshot-*k"), key=lambda p: int(p.name[9:-1]))
    found = {f" at {i}/{snapshots}": place for i, place in enumerate(on_the_way, 1)}
    return found | {"": out}


def _judge(name: str, where: str, encoder, tune: dict, seed: int, result: Result) -> None:
    """Score the encoder on the validation rows, tune it, score it again."""
    encoder.pooling = tune["pooling"]
    rows = rows_of(tune["validation"])
    result.metrics[f"{name} raw{where}"] = score(similarity(encoder, rows), rows)
    result.metrics[f"{name} random{where}"] = random_pair_cosine(encoder.encode(sentences_of(rows)))
    inner = Result(metrics={})
    train(encoder, tune, seed, inner)
    result.metrics[f"{name}{where}"] = inner.metrics["validation"]


@lru_cache(maxsize=1)
def _material(corpus, most, max_words, neighbours, pieces, longest, width) -> Material:
    """Made once for the runs that read the same text."""
    return prepare(gather(corpus, most, max_words, neighbours), pieces, width, longest=longest)
