"""A comparison as one HTML file: no script, nothing from outside, all text escaped.

Each function gives one piece as HTML, so that a notebook can show the pieces one by one.
"""

import html

from stsutils.own_pairs.figures import cosines_figure, scores_figure
from stsutils.own_pairs.lengths import told
from stsutils.own_pairs.words import chosen, outcome, stopped, title
from stsutils.report.markup import DASH, Html, build_table, counted

LONGEST = 400  # characters of a sentence that are shown

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1f; --ground: #fff; --line: #c9c9d1; --soft: #f3f3f7;
  --note: #7a4b00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6ea; --ground: #16161a; --line: #4a4a55;
  --soft: #222228; --note: #f6c667; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.2rem; margin-top: 2.2rem; border-bottom: 1px solid var(--line); }
.answer { padding: .2rem 1rem; border: 2px solid var(--line); border-radius: .5rem;
  background: var(--soft); }
.answer p:first-child { font-size: 1.2rem; font-weight: 650; }
.warning { border-left: .3rem solid var(--note); padding-left: .7rem; }
.sts-table { margin: 1rem 0; overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
caption { text-align: left; }
table:has([scope=col]) :is(th, td) { white-space: nowrap; }
th, td { padding: .3rem .5rem; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
.figures { display: flex; flex-wrap: wrap; gap: .5rem; }
img { max-width: 100%; height: auto; background: none !important; }
@media screen and (prefers-color-scheme: dark) {
  img.dark-light { filter: invert(1) hue-rotate(180deg); } }
blockquote { margin: .2rem 0; padding-left: .8rem; border-left: 3px solid var(--line); }
ol > li { margin-bottom: 1rem; }
pre { overflow-x: auto; padding: .7rem; background: var(--soft); border-radius: .4rem; }
"""
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def page(results: dict) -> str:
    """The whole report as one HTML document."""
    name = html.escape(results["data"]["file"])
    sections = {
        "The data": data(results),
        "Scores": scores(results),
        "Where the cosines lie": cosines(results),
        "A threshold for decisions": decision(results),
        "As a search": search(results),
        "The worst errors": errors(results),
        "How it was made": made(results),
    }
    body = "".join(f"<section><h2>{h}</h2>{text}</section>" for h, text in sections.items())
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Comparison of losses on {name}</title><style>{_STYLE}</style></head>"
        f"<body><main><h1>Comparison of losses on {name}</h1>{answer(results)}{body}</main>"
        "</body></html>\n"
    )


def answer(results: dict) -> Html:
    """The recommendation, its reasons, and what to beware of."""
    said = results["recommendation"]
    reasons = "".join(f"<li>{html.escape(reason)}</li>" for reason in said["reasons"])
    beware = "".join(f'<p class="warning">{html.escape(w)}</p>' for w in said["warnings"])
    return Html(
        f'<div class="answer"><p>{html.escape(said["headline"])}</p><ul>{reasons}</ul>'
        f"<p>Differences are of Spearman × 100 on the test pairs, paired by seed and by pair; the "
        f"intervals hold together at 95 % (Holm).</p></div>{beware}"
    )


def data(results: dict) -> Html:
    """What the file holds and how it was cut."""
    found = results["data"]
    split, rows = found["split"], []
    rows = [(what, value) for what, value in found["summary"] if what != "kind"]
    rows.insert(0, ("labels", found["kind"]))
    rows.append(("positive", found["positive"]))
    sizes = ", ".join(
        f"{name} {n:,} ({split['positives'][name]:,} positive)" for name, n in split["rows"].items()
    )
    rows.append(("parts", sizes))
    if split["repeated"]:
        said = f"rows that repeat a pair of validation or test: {split['repeated']:,}"
        rows.append(("left out", said))
    if split.get("leaked"):
        said = f"rows whose pair stands in your validation or test file: {split['leaked']:,}"
        rows.append(("left out", said))
    if split["left_out"]:
        said = f"rows beyond the budget, or the most a part takes: {split['left_out']:,}"
        rows.append(("left out", said))
    apart = "no sentence, capitals and spaces aside, stands on two sides"
    if split["apart"] == "pairs":
        apart = (
            "no pair, swapped or not, stands on two sides; "
            f"{split['shared_sentences']:,} test pairs share a sentence with training"
        )
    rows.append(("leaks", apart))
    rows += [("too long", line) for line in told(found["too_long"])]
    if split["linked"] and split["drawn"] == "groups":
        said = f"{split['linked']:,} test pairs share a sentence with another one; "
        rows.append(("linked", f"{said}for the intervals such pairs are drawn together"))
    return _facts(rows, "The file, as checked.")


def scores(results: dict) -> Html:
    """Spearman of every candidate with interval and ceiling, as a figure and as a table."""
    against = {d["b"]: d for d in results["differences"]}
    lines = []
    for c in results["candidates"]:
        d = against.get(c["name"])
        lines.append(
            (
                title(c["name"]) + (" (best on validation)" if d is None else ""),
                _points(c["value"]),
                _span(c["low"], c["high"]),
                _points(c["validation_mean"]),
                DASH if c["lr"] is None else f"{c['lr']:g}",
                DASH if d is None else f"{_points(d['value'], '+')} ({_span(d['low'], d['high'])})",
                DASH if d is None else outcome(d),
            )
        )
    heads = ("", "test", "95 % interval", "validation", "rate", "best − this", "the best is")
    caption = (
        f"Spearman × 100, mean over {counted(results['plan']['seeds'])}. The best any "
        f"untied ranking can reach against these labels is {_points(results['ceiling'])}."
    )
    out = "".join(f"<p>{html.escape(line)}</p>" for line in stopped(results.get("stopped", [])))
    return Html(scores_figure(results) + build_table(caption, heads, lines) + out)


def cosines(results: dict) -> Html:
    """The cosines of the test pairs by label, a picture for each candidate."""
    pictures = "".join(cosines_figure(results, c["name"]) for c in results["candidates"])
    return Html(
        "<p>Test pairs, under the model of each loss that did best on validation. The dashed line "
        f'is that model\'s threshold.</p><div class="figures">{pictures}</div>'
    )


def decision(results: dict) -> Html:
    """The threshold, chosen on validation, and what it gets right on test."""
    lines = []
    for c in results["candidates"]:
        d = c["decision"]
        if d:
            counts = (d[k] for k in ("true_positives", "false_positives", "false_negatives"))
            f1 = f"{_points(d['f1'])} ({_span(d['f1_low'], d['f1_high'])})"
            shown = (f"{d['threshold']:.4f}", f1, _points(d["precision"]), _points(d["recall"]))
            lines.append((title(c["name"]), *shown, *map(str, counts)))
    if not lines:
        return Html("<p>The validation pairs hold one class only, so no threshold was chosen.</p>")
    always = next(c["decision"]["f1_of_always"] for c in results["candidates"] if c["decision"])
    heads = ("", "threshold", "F1 × 100", "precision", "recall", "hits", "false alarms", "missed")
    caption = (
        f"Positive: {results['data']['positive']}. A pair is called positive when its cosine is "
        "above the threshold, which has the best F1 on the validation pairs. All numbers are of "
        f"the test pairs. Calling every pair positive has F1 {_points(always)}."
    )
    return build_table(caption, heads, lines)


def search(results: dict) -> Html:
    """How often the right sentence is among the nearest ones, and which loss is made for that."""
    found = {c["name"]: c.get("recall") for c in results["candidates"]}
    if not all(found.values()):
        return Html("<p>The test pairs hold nothing to search for.</p>")
    names = list(next(iter(found.values())))
    lines = [(title(name), *(_points(shares[k]) for k in names)) for name, shares in found.items()]
    caption = (
        "Of the positive test pairs, how many in a hundred have their second sentence among the "
        "k nearest to the first, of all second sentences of the test."
    )
    return Html(
        build_table(caption, ("", *names), lines)
        + "<p>Spearman asks for the order of all pairs; a search asks only for the right sentence "
        "at the top. For a search CoSENT is not the natural loss: InfoNCE, which sets each pair "
        "against the other sentences of its batch, trains for this.</p>"
    )


def errors(results: dict) -> Html:
    """The test pairs whose rank is most wrong under the saved model."""
    heads = {"too_similar": "Called too similar", "too_different": "Called too different"}
    parts = []
    for side, head in heads.items():
        found = "".join(_error(one, results["data"]["column"]) for one in results["errors"][side])
        parts.append(f"<h3>{head}</h3>" + (f"<ol>{found}</ol>" if found else "<p>None.</p>"))
    return Html(
        "<p>A rank is the share of the test pairs below this one, by cosine and by label. The "
        "saved model errs most where the two differ most. Look whether the label is right.</p>"
        + "".join(parts)
    )


def made(results: dict) -> Html:
    """Encoder, budget and what had to go; and how to use the model."""
    plan, encoder = results["plan"], results["encoder"]
    rows = [
        ("encoder", f"{encoder['name']} ({encoder['sha']}), {encoder['pooling']} pooling"),
        ("training pairs", f"{plan['rows']:,} in the final, the same for all losses"),
        ("epochs", f"{plan['epochs']}; the epoch with the best validation score is kept"),
        ("batch", f"{plan['batch_size']} pairs"),
        ("rates tried", ", ".join(f"{r:g}" for r in plan["rates"]) + ", in the first round"),
        ("seeds", str(plan["seeds"])),
        ("budget", f"{results['budget']:g} minutes" if "budget" in results else "none"),
        ("cut for it", "; ".join(results["notes"]) or "nothing"),
        ("signature", results.get("signature", DASH)),
    ]
    if results.get("all_rows"):
        rows[-1] = ("signature", f"{results['signature']}, of {results['scored']['folder']}")
    for name, spec in results["losses"].items():
        settings = {k: v for k, v in spec["loss"].items() if k != "name"}
        said = ", ".join(f"{k} = {v}" for k, v in settings.items()) or "its defaults"
        if "loss_lr" in spec:
            said += f"; its own layer learns at {spec['loss_lr']:g}"
        rows.append((title(name), f"{_labels(spec['labels'])}; {said}"))
    use = (
        "from sentence_transformers import SentenceTransformer\n\n"
        'model = SentenceTransformer("model")\n'
        'u, v = model.encode(["one sentence", "another"])\n'
        "cosine = model.similarity(u, v).item()\n"
    )
    decision = chosen(results)["decision"]
    threshold = decision and f"{decision['threshold']:.4f}"
    use += f"print(cosine, cosine > {threshold})" if threshold else "print(cosine)"
    how = f"<p>Use the model, from this report's folder:</p><pre>{html.escape(use)}</pre>"
    return Html(_facts(rows, "The same for every loss.") + how)


def _labels(how: str) -> str:
    """What a loss was given as labels, in words."""
    ways = {
        "raw": "labels as they are",
        "unit_range": "labels brought to 0 to 1",
        "positives": "the positive pairs only, fewer steps than the others",
    }
    return ways.get(how) or f"label 1 above {how.removeprefix('binary>')}, else 0"


def _error(one: dict, column: str) -> str:
    facts = (
        f"cosine {one['cosine']:.2f} (rank {one['rank_by_cosine']:.0%}), "
        f"{column} {one['label']:g} (rank {one['rank_by_label']:.0%}), {one['where']}"
    )
    quotes = "".join(
        f'<blockquote dir="auto">{html.escape(_cut(one[c]))}</blockquote>'
        for c in ("sentence1", "sentence2")
    )
    return f"<li>{html.escape(facts)}{quotes}</li>"


def _facts(rows, caption: str) -> Html:
    """A table without headings of columns: what, and what of it."""
    return build_table(caption, (), rows)


def _points(value: float, sign: str = "") -> str:
    return f"{100 * value:{sign}.1f}"


def _span(low: float | None, high: float | None) -> str:
    if low is None:
        return "no interval"
    return f"{100 * low:.1f} to {100 * high:.1f}"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
