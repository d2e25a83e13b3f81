"""The model card of a saved folder: what it is, what was shown, and what was not."""

import json
import shlex
from pathlib import Path

from stsutils.errors import UserError
from stsutils.ledger.store import BROKEN
from stsutils.own_pairs import words
from stsutils.own_pairs.folder import write
from stsutils.own_pairs.lengths import told
from stsutils.own_pairs.seen import SEEN
from stsutils.own_pairs.signature import sign
from stsutils.provenance import versions

FACTS = "stsutils.json"  # for `stsutils score`: the threshold, and where the model comes from


def write_card(folder: Path, results: dict, command: list[str]) -> str:
    """Write README.md and `FACTS` into a model's folder; returns the signature of its score.

    ``command`` are the words of the command line, as typed.
    """
    facts = facts_of(results)
    write(folder / FACTS, json.dumps(facts, indent=1, ensure_ascii=False))
    write(folder / "README.md", card(results, facts, command))
    return facts["signature"]


def facts_in(encoder: str) -> dict:
    """The facts in a folder that `compare` or `train` wrote; none for another encoder."""
    path = Path(encoder) / FACTS
    if not path.is_file():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        known, files = found["threshold"], dict(found.get("files", {}))
        known = None if known is None else float(known)
        if known is not None and not -1 <= known <= 1:
            raise ValueError(known)
        return found | {"threshold": known, "files": files}
    except (OSError, *BROKEN):
        raise UserError(f"{path} can't be read; copy the folder again") from None


def no_test(facts: dict, sha: str) -> str:
    """Why a score on the rows with this `content_sha` is no test of the model; "" if it may be one.

    Whole files are known again; `seen` knows pairs of them.
    """
    files = facts.get("files") or {"train": facts.get("rows_sha")}
    part = next((part for part, known in files.items() if known == sha), "")
    if part == "train" or (part and facts.get("trained_on") == "all rows"):
        return "the encoder was trained on rows of it; its card tells more. This is no test score"
    if part == "validation":
        return "the encoder's best epoch was chosen with these rows. This is no test score"
    return ""


def facts_of(results: dict) -> dict:
    """What a program wants to know of the model."""
    best, split = words.chosen(results), results["data"]["split"]
    whole = results.get("all_rows")
    found = {"stsutils": versions().get("stsutils"), "base": results["encoder"]["name"]}
    found |= {"loss": best["name"], "trained_on": "all rows" if whole else "the training part"}
    found |= {"rows_sha": results["data"]["sha"], "files": results["data"]["files"]}
    found |= {"test_pairs": split["rows"]["test"]}
    decision = best["decision"]
    found["threshold"] = decision and decision["threshold"]
    found["positive"] = results["data"]["positive"]
    score = best["test"][min(results["chosen"]["seed"], len(best["test"]) - 1)]
    found["spearman"] = score
    rows, part = results["scored"]["rows"], results["scored"]["part"]
    signature = sign(score, split["rows"]["test"], rows, part, results["scored"]["model"])
    return found | {"signature": str(signature)}


def card(results: dict, facts: dict, command: list[str]) -> str:
    """The card as Markdown, with the hub's metadata at its head."""
    best, data = words.chosen(results), results["data"]
    said, plan, encoder = results["recommendation"], results["plan"], results["encoder"]
    split = data["split"]["rows"]
    span = "no interval"
    if best["low"] is not None:
        span = f"95 % interval {100 * best['low']:.1f} to {100 * best['high']:.1f}"
    trained = best["name"] != "untrained"
    of = f", mean of {plan['seeds']} seeds" if trained and plan["seeds"] > 1 else ""
    lines = [
        ("made from", f"{_cell(encoder['name'])} ({encoder['sha']}), {encoder['pooling']} pooling"),
        ("loss", words.title(best["name"]) if trained else "none, the encoder is as it was"),
    ]
    if trained:
        settings = results["losses"][best["name"]]["loss"]
        own = ", ".join(f"{k} {v}" for k, v in settings.items() if k != "name") or "its defaults"
        lines += [
            ("settings of the loss", own),
            (
                "learning rate, epochs, batch",
                f"{best['lr']:g}, {plan['epochs']}, {plan['batch_size']} pairs",
            ),
            ("seeds", f"{plan['seeds']}; this model is seed {results['chosen']['seed']}"),
            (
                "pairs trained on",
                f"`{SEEN}`: hashes, by which `stsutils evaluate` knows them again",
            ),
        ]
    lines += [
        ("data", f"{_cell(data['file'])}, sha256 {data['sha'][:16]}…, {data['kind']} labels"),
        ("pairs to train / choose / test", " / ".join(f"{n:,}" for n in split.values())),
        (f"Spearman × 100 on the test pairs{of}", f"{100 * best['value']:.1f}, {span}"),
        *(
            [("of this model, as its signature says", f"{100 * facts['spearman']:.1f}")]
            if of
            else []
        ),
        ("best that ties allow", f"{100 * results['ceiling']:.1f}"),
    ]
    lines += [("too long", _cell(line)) for line in told(data["too_long"])]
    if decision := best["decision"]:
        always = 100 * decision["f1_of_always"]
        lines += [
            ("threshold", f"cosine above {decision['threshold']:.4f}: {_cell(data['positive'])}"),
            (
                "F1 × 100 at it",
                f"{100 * decision['f1']:.1f}; calling all pairs positive {always:.1f}",
            ),
        ]
    lines += [
        ("licence", "not stated: the weights come from the encoder above, the rest from the data"),
        ("command", f"`{shlex.join(command)}`".replace("|", "\\|")),
        ("versions", ", ".join(f"{name} {n}" for name, n in versions().items())),
    ]
    table = "\n".join(f"| {what} | {value} |" for what, value in lines)
    shown = [*said["reasons"], *(one for one in said["warnings"] if one != words.ON_ALL)]
    shown = "\n".join(f"- {_line(one)}" for one in shown)
    whole = of_which = ""
    if results.get("all_rows"):
        whole = (
            "\nThis model was then trained once more **on all rows**, the test pairs among them. "
            "The score and the threshold are those of the same training without them: nothing is "
            "left to score this one with, and its cosines may lie elsewhere.\n"
        )
        of_which = (
            ", which is not this model's: it holds for the training without the test rows, kept in "
            f"`{results['scored']['folder']}` where both were made"
        )
    return (
        f"{_metadata(results, facts)}\n# A sentence encoder for {_line(data['file'])}\n\n"
        f"{_line(said['headline'])}\n{whole}\n| | |\n|---|---|\n{table}\n\n"
        f"Signature of the score{of_which}:\n\n```\n{facts['signature']}\n```\n\n"
        f"## What was shown, and what was not\n\n{shown}\n\n## Use\n\n{_USE}"
    )


_USE = """```python
from sentence_transformers import SentenceTransformer

vectors = SentenceTransformer("this folder").encode(["A cat sleeps.", "A cat is asleep."])
```

`stsutils score PAIRS --encoder FOLDER` gives cosines and, by the threshold, yes or no;
`stsutils encode TEXTS --encoder FOLDER` gives vectors; `stsutils verify SIGNATURE FILE --encoder
FOLDER` scores again.
"""


def _metadata(results: dict, facts: dict) -> str:
    """The hub's front matter. JSON is YAML, so every text is quoted as JSON quotes it."""
    best, data = words.chosen(results), results["data"]
    metrics = [{"type": "spearman_cosine", "value": round(facts["spearman"], 4)}]
    if decision := best["decision"]:
        metrics.append({"type": "cosine_f1", "value": round(decision["f1"], 4)})
    named = {"name": data["file"], "type": data["file"], "split": "test"}
    one = {
        "task": {"type": "semantic-similarity", "name": "Semantic Similarity"},
        "dataset": named,
        "metrics": metrics,
    }
    fields = {
        "library_name": "sentence-transformers",
        "pipeline_tag": "sentence-similarity",
        "tags": ["sentence-transformers", "sentence-similarity", "feature-extraction"],
        "model-index": [{"name": f"encoder for {data['file']}", "results": [one]}],
    }
    if not results.get("all_rows"):
        lines = fields.items()
    else:  # no score is this model's own
        lines = [(key, value) for key, value in fields.items() if key != "model-index"]
    head = "\n".join(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in lines)
    return f"---\n{head}\n---\n"


def _line(text: str) -> str:
    """Text of the reader's in Markdown: no mark-up of its own."""
    for character in "\\`*_[]<>|#":
        text = text.replace(character, "\\" + character)
    return " ".join(text.split())


def _cell(text: str) -> str:
    return _line(str(text))
