import numpy as np
import pandas as pd

from stsutils.methods.contexts.text import CHUNK, numbered, read_text, trimmed
from stsutils.methods.wordpieces import train_tokenizer


def rows(sizes):
    found = [(f"sentence {d} {i}", d) for d, size in enumerate(sizes) for i in range(size)]
    return pd.DataFrame(found, columns=["sentence", "doc_id"])


def test_a_context_has_both_neighbours_and_a_chunk_a_few_sentences_of_one_document():
    text = read_text(rows([4, 2, 12]), 100)
    for i in text.contexts:
        assert text.documents[i - 1] == text.documents[i] == text.documents[i + 1]
    assert len(text.contexts) == 2 + 0 + 10
    assert text.sentences[text.contexts[0]] == "sentence 0 1"
    assert np.bincount(text.chunks).tolist() == [4, 2, CHUNK, CHUNK, 2]
    for chunk in range(5):
        assert len(set(text.documents[text.chunks == chunk])) == 1


def test_documents_are_taken_whole_and_less_is_a_part_of_more():
    whole = rows([7] * 20)
    less, more = read_text(whole, 30), read_text(whole, 60)
    assert (len(less.sentences), len(more.sentences)) == (35, 63)
    assert set(less.sentences) < set(more.sentences)
    assert more.sha != less.sha == read_text(whole, 30).sha


def test_text_without_documents_is_refused(refused):
    refused("no neighbours", read_text, pd.DataFrame({"sentence": ["a", "b", "c"]}), 10)
    refused("three sentences in a row", read_text, rows([2, 2]), 10)


def test_numbers_begin_and_end_and_are_cut():
    text = read_text(rows([7] * 3), 100)
    tokenizer = train_tokenizer(text.sentences, 60, 12)
    numbers = numbered(tokenizer, ["sentence 1 2", "sentence 1 2 sentence 0 6 1 2 3 4"], 6)
    start, end = tokenizer.cls_token_id, tokenizer.sep_token_id
    assert (numbers[:, 0] == start).all()
    assert numbers[1, -1] == end, "a cut sentence has an end, too"
    assert numbers[0, 4] == end
    assert trimmed(numbers[:1]).shape == (1, 5)
