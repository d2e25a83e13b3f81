"""The declarations of similarity from contexts."""

import pytest

from stsutils.experiments import load, names
from stsutils.experiments.contexts.common import (
    CHOICE,
    MODELS,
    SEEDS,
    SHARED_SEEDS,
    TRIPLES,
)
from stsutils.experiments.contexts.origin import COLUMN, UNTRAINED, row
from stsutils.ledger import Ledger, canonical
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


def test_the_papers_sizes_stand_at_the_paper_tier():
    assert CHOICE["paper"] == {"size": 500, "shortlist": 2_000, "chunks": 20_000}
    assert MODELS["paper"]["discriminator"]["hidden"] == 300
    assert all(a > b > c for a, b, c in TRIPLES.values())
