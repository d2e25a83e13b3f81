"""What an encoder does not read of a text, the end of a long one or unknown words, is said."""

import itertools
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable

import pandas as pd

from stsutils.data import text_columns
from stsutils.encoders import BiEncoder
from stsutils.templates import lines

AT_ONCE = 10_000
MOST, LONGEST = 1000, 500  # texts that are looked at for unknown words, and characters of each
UNKNOWN = 0.4  # share of unknown pieces from which on a text is not read
#: So many pieces a letter mean that words are spelled; an East Asian letter (True) may be a word.
PIECES = {False: 0.8, True: 1.2}
SPARE = 8  # tokens that are no bytes of the text: special ones, the mark of a word's beginning


def cut_short(model: BiEncoder, texts: Iterable[str]) -> dict[str, int]:
    """How many texts there are, how many of them are cut, and after how many ``tokens``.

    Only a text with enough bytes is tokenised for it: a token is a byte of it at least.
    """
    most, times = model.max_length, Counter(texts)
    long = (text for text in times if len(text.encode("utf-8")) > most - SPARE)
    cut = 0
    while some := list(itertools.islice(long, AT_ONCE)):
        pieces_of = model.tokenizer(some, truncation=True, max_length=most + 1)["input_ids"]
        pairs = zip(some, pieces_of, strict=True)
        cut += sum(times[text] for text, pieces in pairs if len(pieces) > most)
    return {"cut": cut, "texts": times.total(), "tokens": most}


def unknown(model: BiEncoder, texts: Iterable[str]) -> dict:
    """How many of some of the texts are in words that the encoder does not know.

    Such a text has two in five of its pieces unknown, or its words are read letter by letter, those
    that an unknown piece hides among them: all texts of that kind get nearly the same vector. Or it
    differs from another only in what is hidden. ``some`` were looked at, spread over all;
    ``script`` is the one that most of the unknown are in, such as Thai.
    """
    different = list(dict.fromkeys(texts))
    some = [text[:LONGEST] for text in different[:: 1 + len(different) // MOST]]
    words = [" ".join(_words(text)) for text in some]
    read = _read(model.tokenizer, some + words)
    scripts, alike = Counter(), defaultdict(set)
    for pieces, hidden, _ in read[: len(some)]:
        alike[pieces].add(hidden)
    for row, text in enumerate(some):
        pieces, hidden, _ = read[row]
        most = sum(PIECES[_is_wide(letter)] for letter in words[row] if letter.isalpha())
        if len(alike[pieces]) > 1 or len(hidden) >= UNKNOWN * len(pieces):
            scripts[_script("".join(hidden))] += 1
        elif read[len(some) + row][2] > most > 0:
            scripts[_script(text)] += 1
    script = scripts.most_common(1)[0][0] if scripts else ""
    return {"unknown": scripts.total(), "some": len(some), "script": script}


def _read(tokenizer, texts: list[str]) -> list[tuple[tuple, tuple, int]]:
    """The pieces of each text, what of it its unknown pieces hide, and how many pieces that makes.

    Each letter that is hidden counts as a piece. Of slow tokenizers it is not known what they hide.
    """
    how = {"add_special_tokens": False, "truncation": True, "max_length": LONGEST}
    found = tokenizer(texts, return_offsets_mapping=tokenizer.is_fast, **how) if texts else {}
    none, read = tokenizer.unk_token_id, []
    for row, (text, pieces) in enumerate(zip(texts, found.get("input_ids", ()), strict=True)):
        spans = found["offset_mapping"][row] if tokenizer.is_fast else [(0, 1)] * len(pieces)
        at = [text[a:b].casefold() for p, (a, b) in zip(pieces, spans, strict=True) if p == none]
        read.append((tuple(pieces), tuple(at), len(pieces) - len(at) + len("".join(at))))
    return read


def _words(text: str) -> list[str]:
    """Its words of three letters or more, and its East Asian ones: a short one may be a sign."""
    kept = "".join(letter if unicodedata.category(letter)[0] in "LM" else " " for letter in text)
    return [word for word in kept.split() if len(word) > 2 or any(map(_is_wide, word))]


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"


def _script(text: str) -> str:
    names = (unicodedata.name(letter, "") for letter in text if letter.isalpha())
    found = Counter(name.split()[0] for name in names if name).most_common(1)
    return {"CJK": "Chinese"}.get(found[0][0], found[0][0].capitalize()) if found else "signs"


def unread_in(model: BiEncoder, *tables: pd.DataFrame) -> dict:
    """`cut_short` and `unknown` for the texts of tables of rows."""
    texts = [text for rows in tables for column in text_columns(rows) for text in rows[column]]
    return cut_short(model, texts) | unknown(model, texts)


def unread_lines(counts: dict, asked: int | None = None) -> list[str]:
    """A line each where texts are cut, or unknown, or more tokens are `asked` for than it reads."""
    return lines("news.txt", "unread", **{"unknown": 0, "asked": asked, **counts})
