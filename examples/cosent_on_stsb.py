"""Train a sentence encoder with CoSENT, and see what it gains: the whole book in one file.

    python examples/cosent_on_stsb.py
    python examples/cosent_on_stsb.py --rows 500 --loss cosine_mse --lr 1e-4

The rows are STS-B's where they are at hand (STSUTILS_DATA names a folder, or the hub's cache has
them), else the demo rows that come with the package. The encoder is the small one that comes with
the package; all rows take about two minutes of one core. `--save FOLDER` keeps the encoder, and
`SentenceTransformer("FOLDER")` opens it.
"""

import argparse

from stsutils.data import load, relabel
from stsutils.encoders import load_encoder, save
from stsutils.errors import UserError
from stsutils.evaluation import sts
from stsutils.losses import make_loss
from stsutils.training import fit

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--loss", default="cosent", choices=["cosent", "cosine_mse", "contrastive"])
parser.add_argument("--rows", type=int, help="train on the first so many rows [all]")
parser.add_argument("--epochs", type=int, default=2)
parser.add_argument("--batch-size", type=int, default=16)
parser.add_argument("--lr", type=float, default=2e-4, help="the highest learning rate [2e-4]")
parser.add_argument("--seed", type=int, default=0)
parser.add_argument("--save", metavar="FOLDER", help="keep the trained encoder there")


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Train, print and return Spearman's ρ of the test pairs before and after."""
    given = parser.parse_args(arguments)

    # two sentences and a score in each row
    try:
        splits = {split: load("stsb", split) for split in ("train", "validation", "test")}
    except UserError:
        splits = {split: load("demo", split) for split in ("train", "validation", "test")}
    train, validation, test = splits.values()
    train = train.head(given.rows) if given.rows else train
    print(f"{train.attrs['name']}: {len(train):,} rows to train on, {len(test):,} to test on")

    # a loss reads the scores in its own way: CoSENT their order, the others a number from 0 to 1
    reading = {"cosine_mse": "unit", "contrastive": "binary>2.5"}.get(given.loss)
    train = relabel(train, reading) if reading else train

    # train: the weights that rank the validation pairs best are kept
    encoder = load_encoder("mini")
    before = sts(encoder, test)["spearman"]
    history = fit(
        encoder,
        train,
        make_loss({"name": given.loss}, encoder.dimension),
        evaluate=lambda trained: sts(trained, validation),
        epochs=given.epochs,
        batch_size=given.batch_size,
        lr=given.lr,
        seed=given.seed,
    )
    print(history[["step", "loss", "spearman"]].to_string(index=False))

    # score: of all pairs of test rows, how well do the cosines order them as people did?
    after = sts(encoder, test)["spearman"]
    print(f"Spearman × 100 of the test rows: {100 * before:.1f} before {given.loss}, ", end="")
    print(f"{100 * after:.1f} after")
    if given.save:
        print(f"saved in {save(encoder, given.save)}")
    return {"before": before, "after": after}


if __name__ == "__main__":
    main()
