"""Raw text for pre-training: training sentences only, nothing a benchmark tests on."""

import random
from pathlib import Path

from stsutils.data import entries, entry, load, text_columns
from stsutils.data.load import where_is
from stsutils.data.texts import read_texts
from stsutils.errors import UserError

#: What the mini encoder is trained on: English Wikipedia and Chinese training sentences.
MINI_CORPUS = ("wiki_sentences:train", "stsb_zh:train", "atec:train", "bq:train")


def gather(names: tuple[str, ...], most: int | None = None, max_words: int = 25) -> list[str]:
    """Distinct sentences of the named ``set:split`` tables, shuffled by a fixed seed.

    Sentences of fewer than 4 or more than `max_words` words are left out where a language has
    spaces. `most` keeps that many of each table. Every sentence that stands in the validation or
    test split of a benchmark at hand is left out, compared without case and outer spaces.
    A name may also be a file of texts, as `read_texts` takes it: of any length, and `most` of them.
    """
    for name in names:  # a wrong name is told before the tests are read
        if not Path(name).is_file():
            if Path(name).suffix:
                what = "a folder; name a file in it" if Path(name).is_dir() else "no such file"
                raise UserError(f"{name}: {what}")
            entry(name.partition(":")[0])
    banned, kept = held_out(), {}
    for name in names:
        texts = read_texts(name) if Path(name).is_file() else _of_set(name, max_words)
        pool = [text for text in dict.fromkeys(texts) if text.strip().lower() not in banned]
        random.Random(0).shuffle(pool)
        kept |= dict.fromkeys(pool[:most])
    sentences = list(kept)
    random.Random(0).shuffle(sentences)
    return sentences


def _of_set(name: str, max_words: int) -> list[str]:
    """The sentences of a train split, in a language with spaces those of 4 to `max_words` words."""
    dataset, _, which = name.partition(":")
    if (which or "train") != "train":
        raise UserError(f"{name}: pre-training takes train splits only")
    rows = load(dataset, "train")
    texts = [text for column in text_columns(rows) for text in rows[column]]
    if entry(dataset).language == "en":
        texts = [text for text in texts if 4 <= len(text.split()) <= max_words]
    return texts


def held_out() -> set[str]:
    """Every sentence of every validation and test split at hand, stripped and in lower case."""
    banned: set[str] = set()
    for dataset, which in tests_at_hand():
        rows = load(dataset, which)  # one that is not as it should be is told: it may hold tests
        for column in text_columns(rows):
            banned.update(text.strip().lower() for text in rows[column])
    return banned


def tests_at_hand() -> list[tuple[str, str]]:
    """The validation and test splits of benchmarks that can be read here, set and split.

    What is not at hand: nothing here could have been copied from it by this package either.
    """
    return [
        (name, which)
        for name, dataset in entries().items()
        for which in dataset.splits
        if not (dataset.embedded or name.startswith("wiki") or which in ("train", "all"))
        and where_is(name, which)
    ]
