"""``stsutils ranks``: pairs judged by rank vectors, with any encoder and corpus."""

from pathlib import Path
from typing import Annotated

import typer

from stsutils.cli import options
from stsutils.errors import UserError

app = typer.Typer(no_args_is_help=True)


@app.command()
@options.grouped
def ranks(
    pairs: Annotated[str, typer.Argument(help="A file of pairs, or a set, as stsb:test.")],
    corpus: Annotated[
        str, typer.Argument(help="A file of texts, or a set, as wiki_sentences:train@10000.")
    ],
    *,
    out: Annotated[Path | None, typer.Option(help="A csv file for each pair's numbers.")] = None,
    replace: options.Replace = False,
    model: options.Model,
    weight: Annotated[
        float, typer.Option(help="Share of the ranks in 'both' (λ of Eq. 7).", min=0.0, max=1.0)
    ] = 0.1,
    memory: Annotated[
        float, typer.Option(help="Megabytes for ranks, beside the vectors.", min=0.001, max=1e9)
    ] = 200.0,
    exact: Annotated[bool, typer.Option("--exact", help="Sort, in place of a histogram.")] = False,
    reading: options.Reading,
) -> None:
    """Similarity by RankEncoder's rank vectors: do two sentences put a corpus in the same order?

    Prints Spearman's rho with the labels, where there are any, by cosine, by ranks and by both.
    """
    import pandas as pd

    from stsutils.data import label_column
    from stsutils.evaluation.geometry import normalized
    from stsutils.methods.rank_vectors import BINS, block_within, similarity
    from stsutils.statistics import tie_ceiling

    if out is not None:
        options.check_out(out, Path(pairs), Path(corpus), endings=(".csv",), replace=replace)
    how = {"labelled": None, "one_value": True, **reading.arguments()}
    rows = options.read_rows(pairs, model.download, **how)
    around = _sentences(corpus, model.download)
    options.check_pairs(rows, pairs)
    if out is not None:
        options.check_free(rows, ("cosine", "ranks", "both"), pairs)
    if len(around) < 2:
        raise UserError(f"{corpus}: ranks need two different sentences or more")
    block = min(block_within(memory, len(around)), len(rows))
    encoder = model.load(rows, pd.DataFrame({"sentence": around}))
    typer.echo(f"{len(rows):,} pairs around {len(around):,} sentences, {block} pairs at once")
    vectors = encoder.encode(around, progress=True)
    u, v = (encoder.encode(rows[c].tolist(), progress=True) for c in ("sentence1", "sentence2"))
    cosines = (normalized(u) * normalized(v)).sum(axis=1)
    how = {"bins": None if exact else BINS, "block": block, "progress": True}
    by_ranks = similarity(u, v, vectors, **how).astype(float)
    scores = {"cosine": cosines, "ranks": by_ranks}
    scores["both"] = weight * by_ranks + (1 - weight) * cosines
    if out is not None:
        options.write_table(out, rows.assign(**scores))
        options.tell(f"wrote {out}")
    label = label_column(rows)
    if label and rows[label].nunique() == 1:
        typer.echo(f"each {label} is {rows[label].iloc[0]:g}: nothing to rank by, so no rho")
        label = None
    if label is None:
        if out is None:
            for name, numbers in scores.items():
                typer.echo(f"{name:<8}{numbers.mean():>8.4f} on average")
        return
    gold = rows[label].to_numpy()
    typer.echo(f"{'by':<8}{'rho x 100':>10}   (ceiling {100 * tie_ceiling(gold):.1f})")
    for name, numbers in scores.items():
        if (rho := options.order(numbers, gold, name)) is not None:
            typer.echo(f"{name:<8}{100 * rho:>10.2f}")


def _sentences(name: str, download: bool) -> list[str]:
    """The distinct texts of a file or a set."""
    from stsutils.data.kinds import TEXT_COLUMNS, first_names
    from stsutils.data.tables import read_table
    from stsutils.data.texts import read_texts
    from stsutils.recipes.rows import sentences_of

    file = Path(name)
    if file.is_file() and name.lower().removesuffix(".gz").endswith(".txt"):
        return list(dict.fromkeys(read_texts(name)))
    try:
        return sentences_of(options.read_rows(name, download, labelled=False, one_value=True))
    except UserError:
        # how to name columns is said for the pairs; of the corpus a column can only be renamed
        there = list(read_table(file)[0]) if file.is_file() else []
        if not there or any({*ours} <= {*there} for ours in TEXT_COLUMNS.values()):
            raise
        raise UserError(
            f"{name}: a corpus needs a column 'sentence', found {first_names(there)}; name "
            "the column of its texts so in the first line, or give a .txt with one text a line"
        ) from None
