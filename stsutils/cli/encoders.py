"""What an encoder makes of text: ``stsutils evaluate``, ``score``, ``encode``, ``similarity``."""

import re
from pathlib import Path
from typing import Annotated

import typer

from stsutils.cli import options
from stsutils.errors import UserError

app = typer.Typer(no_args_is_help=True)


@app.command()
@options.grouped
def evaluate(
    sets: Annotated[
        list[str], typer.Argument(help="Files of pairs, or named sets, as stsb or sick_r:test.")
    ],
    *,
    model: options.Placed,
    reading: options.Reading,
    precision: options.Precision = "float32",
    as_json: options.Json = False,
) -> None:
    """Spearman's rho of an encoder's cosines on pairs, with the tie ceiling.

    With two kinds of labels also the AUC, and the average precision (AP) of the higher one. Says so
    where the encoder was trained on such pairs.
    """
    from stsutils.data import content_sha, entries, label_column
    from stsutils.data.label_kinds import label_kind, lonely
    from stsutils.data.rows import same_grades
    from stsutils.encoders.loading import check_encoder
    from stsutils.evaluation import similarity
    from stsutils.evaluation.separation import found_first
    from stsutils.own_pairs.trained_on import facts_in, of_other_weights, why_no_test
    from stsutils.statistics import tie_ceiling

    check_encoder(model.encoder, model.download)
    # all are read before one is scored: the last may be the wrong one
    read = {}
    for name in sets:
        own = name not in entries() and Path(name).exists()  # a folder is told as one
        whole = name if own or re.search(r"[:./\\]", name) else f"{name}:test"
        read[name] = options.read_rows(whole, model.download, **reading.arguments())
        options.check_pairs(read[name], name)
        if Path(whole).is_file():
            for line in lonely(label_kind(read[name], name), read[name]):
                options.tell(f"{name}: {line}", err=True)
            if {"score", "label"} <= set(read[name]):
                options.tell(f"{name}: the column score is taken, not label", err=True)
    encoder = model.load(*read.values())
    facts, scores = facts_in(model.encoder), []
    others = of_other_weights(model.encoder, facts)
    if not as_json:
        typer.echo(f"{'set':<24}{'pairs':>8}{'rho x 100':>11}{'ceiling':>9}{'AUC':>7}{'AP':>7}")
    for name, rows in read.items():
        if why := others or why_no_test(model.encoder, facts, rows, content_sha(rows)):
            options.tell(f"{name}: {why}", err=True)
        gold = same_grades(rows[label_column(rows)]).to_numpy()
        cosines = similarity(encoder, rows, progress=True, precision=precision)
        rho, ceiling = options.order(cosines, gold, name), tie_ceiling(gold)
        kinds = 0 if rho is None else len({*gold})
        two = found_first(cosines.round(6), gold > gold.min()) if kinds == 2 else {}
        scores.append({"set": name, "pairs": len(rows), "spearman": rho, "ceiling": ceiling} | two)
        if not as_json:
            shown = "none" if rho is None else f"{100 * rho:.2f}"
            more = "".join(f"{100 * value:>7.1f}" for value in two.values())
            options.tell(f"{name:<24}{len(rows):>8}{shown:>11}{100 * ceiling:>9.1f}{more}")
    if as_json:
        options.print_json(scores)


@app.command()
@options.grouped
def score(
    file: Annotated[Path, typer.Argument(help="A file of pairs, with or without labels.")],
    *,
    model: options.Placed,
    out: Annotated[Path | None, typer.Option(help="A .csv file [its name + -scored.csv].")] = None,
    threshold: Annotated[
        float | None, typer.Option(help="Similar above this cosine [the model's own].")
    ] = None,
    threshold_for: Annotated[
        str | None,
        typer.Option(help="The lowest with this precision on the validation pairs: precision=.9"),
    ] = None,
    replace: options.Replace = False,
    layout: options.Layout,
    precision: options.Precision = "float32",
) -> None:
    """Write each pair's cosine, and by the model's threshold whether it is similar.

    Labels are not looked at. The table is written at the end. If you stop it, nothing
    is written, and the same command begins anew.
    """
    from stsutils.data import check_file
    from stsutils.encoders.loading import check_encoder
    from stsutils.evaluation import similarity
    from stsutils.own_pairs.thresholds import threshold_of
    from stsutils.own_pairs.trained_on import facts_in

    if threshold is not None and not -1 <= threshold <= 1:
        raise UserError(f"--threshold {threshold}: give a cosine, from -1 to 1")
    if threshold is not None and threshold_for is not None:
        raise UserError("give --threshold or --threshold-for, not both")
    out = out or Path(f"{file.stem}-scored.csv")
    options.check_out(out, file, endings=(".csv",), replace=replace)
    check_encoder(model.encoder, model.download)
    rows = check_file(file, labelled=False, **layout.arguments())
    options.check_pairs(rows, file)
    options.check_free(rows, ("cosine",), file)
    encoder, facts, said = model.load(rows), {}, ""
    if threshold is None:
        facts = facts_in(model.encoder)
        threshold, said = threshold_of(facts, encoder.sha(), threshold_for)
    if threshold is not None:
        options.check_free(rows, ("similar",), file)
    with options.stoppable("stopped; nothing is written, and the same command begins anew"):
        cosines = similarity(encoder, rows, progress=True, precision=precision)
    rows = rows.assign(cosine=cosines.clip(-1, 1).round(5))
    if threshold is not None:  # by what is written, so that equal pairs stand on one side
        rows["similar"] = (rows["cosine"] > round(threshold, 5)).astype(int)
        count = f"{rows['similar'].sum():,} similar, cosine above {threshold:.4f}"
        said = f"{count}; {said}" if said else count
        if facts and precision != "float32":
            said += f", the threshold of float32; cosines in {precision} lie a little elsewhere"
        if facts.get("trained_on") == "all rows":
            said += (
                ", the threshold of the same training without the test rows; this model was "
                "trained on all rows, and its cosines may lie elsewhere"
            )
    options.write_table(out, rows)
    options.tell(f"wrote {out}: {len(rows):,} pairs; {said}")


@app.command()
@options.grouped
def encode(
    file: Annotated[
        Path, typer.Argument(help="Texts: a .txt, one a line, or a table with a column of them.")
    ],
    *,
    out: Annotated[Path, typer.Option(help="The vectors: a .npy or a .parquet file.")],
    model: options.Placed,
    column: Annotated[str | None, typer.Option(help="The column [sentence, or the only].")] = None,
    no_header: options.NoHeader = False,
    replace: options.Replace = False,
    precision: options.Precision = "float32",
) -> None:
    """Turn the texts of a file into vectors, one row a text. Goes on where it was stopped."""
    from stsutils.own_pairs.vectors import encode_file

    how = {"column": column, "header": not no_header, "precision": precision, "say": options.tell}
    options.check_out(out, file, endings=(".npy", ".parquet"), replace=replace)
    with options.stoppable():
        n, width = encode_file(model.load(), file, out, **how)
    options.tell(f"wrote {out}: {n:,} vectors of {width} numbers")


@app.command()
@options.grouped
def similarity(
    sentence1: Annotated[str, typer.Argument()],
    sentence2: Annotated[str, typer.Argument()],
    *,
    model: options.Model,
    as_json: options.Json = False,
) -> None:
    """Print the cosine of two sentences."""
    import pandas as pd

    from stsutils.data.rows import is_blank
    from stsutils.evaluation import similarity

    if is_blank(sentence1) or is_blank(sentence2):
        raise UserError("a sentence is empty; give two sentences in quotes")
    pair = pd.DataFrame({"sentence1": [sentence1], "sentence2": [sentence2]})
    cosine = float(similarity(model.load(pair), pair)[0])
    options.print_json({"cosine": cosine}) if as_json else typer.echo(f"{cosine:.4f}")
