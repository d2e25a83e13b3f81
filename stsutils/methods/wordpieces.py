"""A WordPiece tokenizer trained from raw text: the same text gives the same tokenizer."""

from collections import Counter
from collections.abc import Sequence

from tokenizers import (
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)
from transformers import BertTokenizerFast

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def train_tokenizer(sentences: Sequence[str], size: int, max_length: int) -> BertTokenizerFast:
    """Lower-case WordPiece of `size` pieces; each Chinese character is a word of its own.

    The trainer meets the words in the order of a hash map, numbers new pieces as they come, and
    settles a tie between two merges by number, so left to itself it gives another vocabulary in
    every process. Here all single characters have their numbers before it starts.
    """
    alphabet, inner = _characters(sentences, size // 3)
    trainer = trainers.WordPieceTrainer(
        vocab_size=size,
        special_tokens=[*SPECIAL, *(f"##{c}" for c in inner)],
        initial_alphabet=alphabet,
        limit_alphabet=len(alphabet),
        show_progress=False,
    )
    trained = _bare({})
    trained.train_from_iterator(sentences, trainer)
    tokenizer = _bare(trained.get_vocab())  # in it the inner characters are not special
    tokenizer.add_special_tokens(SPECIAL)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    return BertTokenizerFast(
        tokenizer_object=tokenizer, model_max_length=max_length, do_lower_case=True
    )


def _bare(vocabulary: dict[str, int]) -> Tokenizer:
    pieces = models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=64)
    tokenizer = Tokenizer(pieces)
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    return tokenizer


def _characters(sentences: Sequence[str], most: int) -> tuple[list[str], list[str]]:
    """The `most` frequent characters, and those of them that occur inside of words; both sorted."""
    bare, seen, inside = _bare({}), Counter(), set()
    # each distinct word once: what normalising and cutting do never crosses a space
    raw = Counter(word for sentence in sentences for word in sentence.split(" "))
    for text, times in raw.items():
        normal = bare.normalizer.normalize_str(text)
        for word, _ in bare.pre_tokenizer.pre_tokenize_str(normal):
            for character in word:
                seen[character] += times
            inside.update(word[1:])
    kept = sorted(seen, key=lambda c: (-seen[c], c))[:most]
    return sorted(kept), sorted(inside.intersection(kept))
