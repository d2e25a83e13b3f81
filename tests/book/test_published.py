"""The published numbers: their form, their averages, their misprints, and cells read again."""

import csv
import re
from collections import Counter, defaultdict
from decimal import Decimal

import pytest
from browsing import ROOT

FOLDER = ROOT / "book" / "published"
DOCUMENTS = {
    "cosent": [*["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "V-F"]],
    "cosent_blog": ["1", "2", "first epoch"],
    "sts_regression": [*"1234567"],
    "rankencoder": [*"12345"],
    "contexts": [*"123456789", "10"],
}
COLUMNS = ["document", "table", "row", "column", "value", "unit", "note"]
AVERAGES = 129  # counted in the papers: 19+17+4+8+8, 4+4, 12+10, 8+3+6, 26
AVERAGE = re.compile(r"^(avg\.?|average|mean)$", re.IGNORECASE)
MISPRINT = re.compile(r"misprint: the average of the row is (\d+\.\d+)$")
NUMBER = re.compile(r"^-?\d+(\.\d+)?$")
BARS = re.compile(r"(?<!\\)\|")  # the cell borders of a Markdown row, not an escaped bar


def read(document):
    with (FOLDER / f"{document}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


CELLS = [cell for document in DOCUMENTS for cell in read(document)]
KEYS = [(c["document"], c["table"], c["row"], c["column"]) for c in CELLS]
VALUES = dict(zip(KEYS, (c["value"] for c in CELLS), strict=True))


def rounding(printed):
    """Half a unit of the last printed place plus .01."""
    return Decimal((0, (5,), printed.as_tuple().exponent - 1)) + Decimal("0.01")


def averages(cells):
    """(cell, printed, recomputed) for every printed average."""
    rows = defaultdict(list)
    for cell in cells:
        if not AVERAGE.match(cell["column"]) and not cell["column"].endswith(" sd"):
            rows[cell["document"], cell["table"], cell["row"]].append(Decimal(cell["value"]))
    for cell in cells:
        if AVERAGE.match(cell["column"]):
            values = rows[cell["document"], cell["table"], cell["row"]]
            assert len(values) >= 4, f"an average over {len(values)} cells: {cell}"
            yield cell, Decimal(cell["value"]), sum(values) / len(values)


def wrong(cells):
    return [c for c, printed, ours in averages(cells) if abs(printed - ours) > rounding(printed)]


def readme_rows(heading):
    """The rows of the first table under a heading of the README, without its header."""
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    section = text.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    table = [line for line in section.splitlines() if line.startswith("|")][2:]
    rows = [BARS.split(line.strip().strip("|")) for line in table]
    return [tuple(part.strip().replace("\\|", "|") for part in row) for row in rows]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_form(document):
    lines = (FOLDER / f"{document}.csv").read_bytes()
    assert lines.split(b"\n", 1)[0].decode() == ",".join(COLUMNS)
    assert b"\r" not in lines
    cells = read(document)
    assert list(dict.fromkeys(c["table"] for c in cells)) == DOCUMENTS[document]
    for cell in cells:
        assert None not in (*cell, *cell.values())
        assert cell["document"] == document
        assert NUMBER.match(cell["value"]), cell
        assert all(cell[name] for name in ("table", "row", "column", "unit")), cell
        assert all(value == value.strip() for value in cell.values()), cell


def test_folder_holds_these_files_only_and_no_cell_twice():
    files = {f"{document}.csv" for document in DOCUMENTS} | {"README.md", "abstracts.toml"}
    assert {path.name for path in FOLDER.iterdir()} == files
    assert [key for key, count in Counter(KEYS).items() if count > 1] == []


def test_units_are_those_the_readme_names_and_fit_the_values():
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([^`]+)`", text.split("\nUnits: ")[1].split("\n\n")[0]))
    assert {c["unit"] for c in CELLS} == named
    for cell in CELLS:
        value, unit = Decimal(cell["value"]), cell["unit"]
        if unit in ("pairs", "sentences", "sentences/s", "tokens"):
            assert 0 < value == int(value), cell
        if unit == "accuracy %" or (unit.endswith("x100") and cell["column"] != "change"):
            assert 0 <= value <= 100, cell


def test_averages_recompute_or_are_marked_and_the_readme_names_the_right_ones():
    assert sum(1 for _ in averages(CELLS)) == AVERAGES
    marked = [c for c in CELLS if "misprint" in c["note"] or "not recompute" in c["note"]]
    assert wrong(CELLS) == marked
    assert marked, "the papers do have such averages"
    told = []
    for cell, printed, ours in averages(CELLS):
        if "misprint" in cell["note"]:
            assert MISPRINT.search(cell["note"])[1] == f"{ours:.2f}", cell
            place = (cell["document"], cell["table"], cell["row"])
            told.append((*place, str(printed), f"{ours:.2f}"))
    assert readme_rows("Averages that do not recompute") == told


@pytest.mark.parametrize("shift", ["0.03", "-0.03"])
def test_canary_a_shifted_average_is_found(shift):
    clean = [dict(c) for c in CELLS if c["document"] == "cosent_blog"]
    assert wrong(clean) == []
    average = next(c for c in clean if c["column"] == "Avg.")
    average["value"] = str(Decimal(average["value"]) + Decimal(shift))
    assert wrong(clean) == [average]


def test_readme_counts_the_cells():
    counts = []
    for document, tables in DOCUMENTS.items():
        tally = Counter(c["table"] for c in CELLS if c["document"] == document)
        counts += [(document, table, str(tally[table])) for table in tables]
        counts.append((document, "all", str(tally.total())))
    counts.append(("all", "all", str(len(CELLS))))
    assert readme_rows("Cells") == counts


def test_equal_tables_are_equal():
    pattern = re.compile(r"(?:equal|identical) to (\w+) table (\w+)")
    seen = {(c["document"], c["table"], c["column"], c["value"]) for c in CELLS}
    noted = [(c, match) for c in CELLS for match in pattern.finditer(c["note"])]
    assert len(noted) > 50
    for cell, match in noted:
        assert (match[1], match[2], cell["column"], cell["value"]) in seen, cell


def test_best_of_a_sweep_is_the_main_table():
    cells, best = read("sts_regression"), defaultdict(list)
    main = [cell["value"] for cell in cells if cell["column"] == "Avg."]
    for cell in cells:
        if cell["table"] in ("5", "6"):
            best[cell["table"], *cell["row"].split(" | ")[:3]].append(cell["value"])
    assert len(best) == 8
    assert all(max(values) in main for values in best.values())


# Typed from the papers' pages, not from the files.
SPOTS = [
    ("cosent", "I", "contrastive (threshold -1)", "PAWS", "6.52"),
    ("cosent", "I", "contrastive (threshold 0.9)", "ATEC", "50.69"),
    ("cosent", "II", "LCQMC", "Train", "238766"),
    ("cosent", "III", "BERT-large | NLI | CoSENT", "STS16", "77.88"),
    ("cosent", "III", "BERT-base | Wiki | RankCSE (CoSENT)", "SICK-R", "77.92"),
    ("cosent", "IV", "RoBERTa-base | in-domain | CoSENT", "MRPC", "67.31"),
    ("cosent", "IV", "BERT-large | in-domain | SBERT (softmax)", "PAWS", "63.71"),
    ("cosent", "V", "BERT-base | NLI | CoSENT", "TREC", "91.60"),
    ("cosent", "VI", "RoBERTa-base | in-domain | SBERT (MSE)", "PAWSX", "58.41"),
    ("cosent", "VII", "RoBERTa-base | in-domain | interaction (cross-entropy)", "LCQMC", "80.13"),
    ("cosent", "VIII", "BERT-base | in-domain | CoSENT | first-last", "NLI", "68.23"),
    ("cosent", "IX", "BERT-base | NLI | CoSENT | first-last", "PAWS", "19.43"),
    ("cosent", "X", "pair 3", "truth", "0"),
    ("cosent", "X", "pair 8", "CoSENT", "0"),
    ("cosent", "X", "pair 10", "SBERT", "1"),
    ("cosent", "V-F", "in-domain | SBERT (MSE)", "PAWS step", "5017"),
    ("cosent", "V-F", "in-domain | SBERT (softmax)", "PAWS", "0.7416"),
    ("cosent_blog", "1", "RoBERTa-base | in-domain | SBERT (softmax)", "PAWSX", "44.10"),
    ("cosent_blog", "2", "RoBERTa-base | NLI | SBERT (softmax)", "Avg.", "46.99"),
    ("sts_regression", "1", "RoBERTa-base | NLI | L1", "STS13", "62.27"),
    ("sts_regression", "2", "BERT-base | NLI | Translated ReLU", "k", "2.5"),
    ("sts_regression", "3", "Nomic Embed Text v1 | STS-B + SICK-R | InfoNCE", "SICK-R", "72.33"),
    ("sts_regression", "4", "BERT-base | regression framework", "Memory", "41.27"),
    ("sts_regression", "6", "BERT-base | NLI | Smooth K2 | u, v", "Spearman", "53.30"),
    ("rankencoder", "1", "BERT-base | Wiki | RankEncoder on SNCSE", "STS12", "74.88"),
    ("rankencoder", "2", "BERT-base | Wiki | rank vectors of PromptBERT", "Uniformity", "-3.31"),
    ("rankencoder", "4", "BERT-base | Wiki | SimCSE", "STS12 sd", "3.3"),
    ("rankencoder", "5", "base encoder", "PromptBERT", "49.56"),
    ("contexts", "1", "Surrogate-base | length batching", "GPU", "2175"),
    ("contexts", "2", "Origin | contexts", "STS-B", "78.47"),
    ("contexts", "3", "Surrogate-large | contexts + NLI + STS-B", "STS-B", "90.69"),
    ("contexts", "4", "BERT | none | CLS", "Spearman", "9.06"),
    ("contexts", "6", "Origin | training size 100M", "STS-B", "66.92"),
    ("contexts", "9", "Origin | without both contexts", "change", "-1.97"),
    ("contexts", "10", "example 2", "surrogate", "-0.74"),
]


@pytest.mark.parametrize(("document", "table", "row", "column", "value"), SPOTS)
def test_cells_read_again(document, table, row, column, value):
    assert VALUES[document, table, row, column] == value
