"""The hand-written sets and the cast: what they hold, and who agrees with whom."""

import re
from pathlib import Path

import pandas as pd
import pytest

from stsutils.data import check_rows, entries, load
from stsutils.data.agreement import HANDWRITTEN, agreement
from stsutils.data.embedded import second_pass

BOOK = Path(__file__).parents[2] / "book"
CLAUSE = re.compile(r"\b(?:[ADGNPZ]\d{1,2}|GH)\b")
LEAST = {"hand_graded": 150, "hand_paraphrase": 100, "hand_nli": 60, "hand_zh": 50}


def plain(text):
    """Letters and digits only, lower case: how sentences are compared here."""
    return re.sub(r"[\W_]+", "", text).lower()


@pytest.mark.parametrize("name", HANDWRITTEN)
def test_a_set_is_large_enough_and_tidy(name):
    rows = load(name)
    assert len(rows) >= LEAST[name]
    pd.testing.assert_frame_equal(check_rows(rows, "pairs"), rows)


@pytest.mark.parametrize("name", ["hand_graded", "hand_zh"])
def test_grades_are_half_points_spread_over_the_scale_in_every_genre(name):
    rows = load(name)
    assert (rows["score"] * 2 % 1 == 0).all()
    assert set(rows["score"]) == {grade / 2 for grade in range(11)}
    assert rows["score"].value_counts(normalize=True).max() < 0.2
    shares = rows["genre"].value_counts(normalize=True)
    assert len(shares) == 4
    assert shares.between(0.2, 0.3).all()
    for _, scores in rows.groupby("genre")["score"]:
        assert (scores.min(), scores.max()) == (0, 5)
        assert scores.between(1, 4).mean() > 0.5


def test_classes_are_balanced_and_half_of_the_paraphrase_pairs_are_hard():
    assert load("hand_nli")["label"].value_counts().to_dict() == {0: 21, 1: 21, 2: 21}
    rows = load("hand_paraphrase")
    assert rows["label"].mean() == pytest.approx(0.5, abs=0.06)
    assert set(rows["hardness"]) == {"easy", "hard"}
    for _, part in rows.groupby("label"):
        assert 0.45 < (part["hardness"] == "hard").mean() < 0.65
    kinds = {"role_swap", "changed_fact", "negation_scope", "quantifier"}
    hard = set(rows[(rows["label"] == 0) & (rows["hardness"] == "hard")]["operation"])
    assert hard >= kinds | {"temporal_order", "overlap"}


def test_ids_are_unique_and_no_pair_or_sentence_stands_twice():
    rows = pd.concat([load(name) for name in HANDWRITTEN])
    assert rows["id"].is_unique
    texts = pd.concat([rows["sentence1"], rows["sentence2"]])
    doubled = texts[texts.map(plain).duplicated(keep=False)]
    # Texts that differ in a comma differ in meaning here: only exact pairs would be an error.
    assert not [t for t in doubled if list(texts).count(t) > 1]
    both = zip(rows.sentence1, rows.sentence2, strict=True)
    assert len({frozenset(map(plain, pair)) for pair in both}) == len(rows)


def test_sentences_are_tidy():
    for name in HANDWRITTEN:
        rows = load(name)
        for text in pd.concat([rows["sentence1"], rows["sentence2"]]):
            assert text == text.strip()
            assert "  " not in text
            chinese = any("\u4e00" <= c <= "\u9fff" for c in text)
            assert chinese == (name == "hand_zh"), text
            if chinese:  # full-width marks only
                assert not set(text) & set(",?!;:()"), text


@pytest.mark.parametrize("name", HANDWRITTEN)
def test_every_reason_begins_with_clauses_that_exist(name):
    guidelines = (BOOK / "annotation_guidelines.md").read_text(encoding="utf-8")
    known = re.findall(r"\*\*([A-Z]+\d*)\.?\*\*", guidelines)
    assert len(known) == len(set(known)), "a clause is defined twice"
    allowed = {"hand_graded": "ADG", "hand_paraphrase": "P", "hand_nli": "N", "hand_zh": "ADGZ"}
    assert len(known) > 60
    for reason in load(name)["reason"]:
        codes, colon, why = reason.partition(": ")
        assert colon, reason
        assert why.strip(), reason
        for code in codes.split():
            assert CLAUSE.fullmatch(code), reason
            assert code in known, reason
            assert code[0] in allowed[name], reason


@pytest.mark.parametrize(("score", "clause"), [(5, "G5"), (0, "G0"), (1, "G1")])
def test_the_levels_named_in_a_reason_are_the_score(score, clause):
    rows = pd.concat([load("hand_graded"), load("hand_zh")])
    named = rows[rows["reason"].str.match(rf"[^:]*\b{clause}\b")]
    assert len(named) > 15
    assert (named["score"] == score).all()


def test_the_second_pass_covers_every_pair_and_its_first_labels_stand_unless_adjudicated():
    both = second_pass().set_index("id")
    assert both.index.is_unique
    rows = pd.concat([load(name) for name in HANDWRITTEN]).set_index("id")
    assert set(both.index) == set(rows.index)
    final = rows["score"].fillna(rows["label"])
    changed = rows.index[final != both["first"].reindex(rows.index)]
    noted = rows.index[rows["reason"].str.contains("adjudicated")]
    assert set(changed) <= set(noted)
    # The rule: classes that differ, and grades 1.5 or more apart, are adjudicated and say so.
    gap = (both["first"] - both["label"]).abs()
    classes = gap.index.str.startswith(("p", "n"))
    must = gap.index[(gap > 0) & classes | (gap >= 1.5)]
    assert set(must) == set(noted)
    assert (gap > 0).sum() >= 10  # a second pass without any difference would be a copy


def test_agreement_is_computed_as_defined():
    found = agreement()
    assert set(found) == set(HANDWRITTEN)
    both = second_pass().set_index("id")
    one, other = (both.loc[load("hand_nli")["id"], c].to_numpy() for c in ("first", "label"))
    by_chance = sum((one == c).mean() * (other == c).mean() for c in (0, 1, 2))
    kappa = ((one == other).mean() - by_chance) / (1 - by_chance)
    assert found["hand_nli"]["kappa"] == pytest.approx(kappa)
    ids = load("hand_graded")["id"]
    gaps = (both.loc[ids, "first"] - both.loc[ids, "label"]).abs()
    assert found["hand_graded"]["exact"] == pytest.approx((gaps == 0).mean())
    assert found["hand_graded"]["within_1"] == pytest.approx((gaps <= 1).mean())


def test_no_sentence_stands_in_a_benchmark(benchmarks):
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    rows = pd.concat([load(name) for name in (*HANDWRITTEN, "cast")])
    ours = pa.array({plain(t) for t in [*rows["sentence1"], *rows["sentence2"]]})
    files = {s.file for e in entries().values() for s in e.splits.values() if s.file}
    files = [benchmarks / file for file in sorted(files) if (benchmarks / file).is_file()]
    compared, found = 0, []
    for file in files:
        schema = pq.read_schema(file)
        strings = [f.name for f in schema if pa.types.is_string(f.type) or f.type == "large_string"]
        for column in strings:
            texts = pc.unique(pq.read_table(file, columns=[column])[column]).cast(pa.string())
            bare = pc.utf8_lower(pc.replace_substring_regex(texts, r"[^\pL\pN]+", ""))
            # The canary: a benchmark's own sentence, if we had it, would be found.
            sample = texts.drop_null()[:1].to_pylist()
            assert not sample or plain(sample[0]) in bare.drop_null()[:1].to_pylist()
            found += texts.filter(pc.is_in(bare, value_set=ours)).to_pylist()
            compared += len(texts)
    assert compared > 1000 or not files
    assert not found


def test_the_cast_is_twelve_kinds_in_the_order_of_its_scores_with_the_scores_of_its_sources():
    cast = load("cast")
    assert list(cast.columns) == ["sentence1", "sentence2", "score", "kind"]
    assert len(cast) == cast["kind"].nunique() == 12
    assert cast["score"].is_monotonic_decreasing
    assert {cast["score"].min(), cast["score"].max()} == {0, 5}
    graded = load("hand_graded").set_index(["sentence1", "sentence2"])["score"]
    same = cast.set_index(["sentence1", "sentence2"])["score"]
    shared = same.index.intersection(graded.index)
    assert len(shared) == 6
    assert (same[shared] == graded[shared]).all()
    swap = cast.set_index("kind").loc["role swap"]
    first, second = (sorted(swap[c].lower().strip(".").split()) for c in cast.columns[:2])
    assert first == second, "a role swap has the same words"
