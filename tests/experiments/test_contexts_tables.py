"""The declarations of similarity from contexts, and what they will cost."""

import pytest
from typer.testing import CliRunner

from stsutils.cli.costs import estimate
from stsutils.cli.experiments import app
from stsutils.experiments import load, names
from stsutils.experiments.contexts.common import (
    CHOICE,
    MODELS,
    SEEDS,
    SHARED_SEEDS,
    TRIPLES,
    models,
)
from stsutils.experiments.contexts.origin import COLUMN, UNTRAINED, row
from stsutils.experiments.contexts.work import scoring, triple, work
from stsutils.ledger import Ledger, Run, canonical
from stsutils.report import published
from stsutils.run import plan

NAMES = [name for name in names() if name.startswith("contexts")]


def runs(tier, only=NAMES):
    found = []
    for name in only:
        if load(name).at(tier):
            found += plan(load(name), tier, ledger=Ledger("nowhere"))
    return list(dict.fromkeys(found))


def test_before_any_similarity_stands_whether_the_models_are_trained():
    assert NAMES[0] == "contexts-trained"
    assert next(n for n in names() if n.startswith("contexts")) == "contexts-trained"


@pytest.mark.parametrize("name", NAMES)
def test_every_table_of_similarities_has_a_row_without_training(name):
    if name in ("contexts-trained", "contexts-spread", "contexts-distances"):
        pytest.skip("no similarity is judged there")
    rows = {row for row, _ in load(name).at("lab")}
    assert UNTRAINED in rows


def test_a_few_printed_numbers():
    assert published(load("contexts-text"))[row("whole text"), COLUMN] == "49.41"
    assert published(load("contexts-size"))[row("fewest"), COLUMN] == "66.25"
    assert published(load("contexts-terms"))[row("without both contexts"), COLUMN] == "76.50"
    assert published(load("contexts-surrogate"))["Surrogate", "Avg."] == "74.06"
    assert published(load("contexts-arguments"))["Surrogate + arguments", "Spearman"] == "78.20"
    assert published(load("contexts-sections"))["no training", "Accuracy"] == "66.40"


def test_tables_of_one_construction_share_their_run():
    cells = [load(name).at("lab") for name in ("contexts-size", "contexts-terms")]
    shared = {canonical(c.settings) for own in cells for c in own.values() if c.recipe != "raw-1"}
    assert len(shared) == 1


def test_tables_whose_rows_share_one_run_have_more_seeds():
    seeds = {name: load(name).seeds for name in NAMES}
    shared = {"construction", "text", "size", "terms", "spread"}
    more = {f"contexts-{name}" for name in shared}
    assert {name for name in NAMES if seeds[name] == SHARED_SEEDS} == more
    assert {seeds[name] for name in set(NAMES) - more} == {SEEDS}


def test_generators_are_small_at_the_lab():
    from stsutils.methods.contexts.generators import Generator
    from stsutils.methods.contexts.models import weights

    own = MODELS["lab"]["generator"]
    shape = {key: own[key] for key in ("width", "heads", "reading", "writing")}
    model = Generator(MODELS["lab"]["pieces"], "left", MODELS["lab"]["longest"], **shape)
    assert weights(model) <= 1_000_000


def test_operations_are_counted():
    tiny = {
        "longest": 2, "pieces": 10,
        "generator": {"width": 4, "reading": 1, "writing": 1, "steps": 5, "batch_size": 3},
        "discriminator": {"width": 3, "hidden": 2, "steps": 5, "batch_size": 3},
    }  # fmt: skip
    # reading: 4 pieces × 8·16; writing: 2 × 12·16; output: 2 × 4·10; two operations each
    assert triple(tiny) == 2 * (4 * 128 + 2 * 192 + 2 * 40)
    s = {"size": 2, "shortlist": 5, "references": 1, "models": tiny}
    one = 3 * triple(tiny) + 3 * 2 * 2 * 8 * 2 * 5
    assert scoring(s, pairs=3, sentences=6) == (6 * (5 + 2) + 3 * 4) * one
    assert scoring({**s, "construction": "random"}, 3, 6) == (6 * (2 + 2) + 3 * 4) * one
    assert set(work(MODELS["lab"])) == {"models"}


def test_shared_parts_are_counted_once():
    one = Run("context-models-1", 0, models("lab"))
    both = estimate([one, *[r for r in runs("lab", ["contexts-size"]) if r.seed == 0]])
    alone = estimate([r for r in runs("lab", ["contexts-size"]) if r.seed == 0])
    assert both.operations == alone.operations > 0
    assert both.runs == alone.runs + 1


def test_contexts_fit_a_working_day_of_one_core():
    """On three seeds, without the trainings of encoders, which other tables have as well."""
    three = [run for run in runs("lab") if run.seed < SEEDS]
    assert estimate(three).operations / 3e10 / 3600 < 8.0


@pytest.mark.parametrize("name", ["contexts-trained", "contexts-surrogate"])
def test_a_dry_run_prints_the_operations_first(name, tmp_path, monkeypatch):
    monkeypatch.setenv("STSUTILS_RESULTS", str(tmp_path))
    found = CliRunner().invoke(app, ["run", name, "--tier", "paper", "--dry-run"])
    assert found.exit_code == 0, found.output
    assert "operations for contexts; about" in found.output.splitlines()[-1]


def test_the_papers_sizes_stand_at_the_paper_tier():
    assert CHOICE["paper"] == {"size": 500, "shortlist": 2_000, "chunks": 20_000}
    assert MODELS["paper"]["discriminator"]["hidden"] == 300
    assert all(a > b > c for a, b, c in TRIPLES.values())
