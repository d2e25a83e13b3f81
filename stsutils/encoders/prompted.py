"""A sentence in a template, read off the masked piece: PromptBERT's encoder."""

from torch import Tensor

from stsutils.encoders import packed
from stsutils.encoders.bi_encoder import BiEncoder
from stsutils.encoders.tokens import Tokens, token_ids
from stsutils.errors import UserError

#: PromptBERT's two templates for BERT (Jiang et al. 2022): one a view of a sentence in training;
#: the first one alone at the test. {} is the sentence.
TEMPLATES = ('This sentence of "{}" means [MASK].', 'This sentence : "{}" means [MASK].')


class Prompted(BiEncoder):
    """A bi-encoder whose sentence vector is the last layer's state of the template's [MASK].

    Made of another one's transformer, whose own pooling does not matter. `prepare`, so training,
    gives each text column its own template, in turn; `encode` has the first. Sentences are cut so
    that the template stays whole within `max_length` pieces. PromptBERT also takes the vector of an
    empty template away in training ("denoising"); this does not.

    Raises UserError for a tokenizer without a mask, a model that is not laid out as BERT, or a
    `max_length` that leaves no room for a sentence.
    """

    def __init__(self, encoder: BiEncoder):
        """Take transformer and tokenizer of `encoder`; nothing is copied."""
        super().__init__(encoder.transformer, encoder.tokenizer, "prompt", encoder.max_length)
        if self.tokenizer.mask_token_id is None or not packed.fits(self.transformer):
            raise UserError("a prompt needs a BERT-like model whose tokenizer has a mask")
        self.ends = [self._ends(template) for template in TEMPLATES]
        tail = self.ends[0][1]
        #: How many pieces before the end of a text its mask stands.
        self.back = len(tail) - 1 - tail.index(self.tokenizer.mask_token_id)
        longest = max(len(head) + len(tail) for head, tail in self.ends)
        if self.max_length <= longest:
            raise UserError(
                f"max_length is {self.max_length}, and the template alone has {longest} pieces; "
                f"give {longest + 8} or more"
            )

    def tokenize(self, sentences: list[str], template: int = 0) -> Tokens:
        """Token ids of each sentence within a template, special tokens included."""
        head, tail = self.ends[template % len(TEMPLATES)]
        room = self.max_length - len(head) - len(tail)
        return Tokens.of([head + own[:room] + tail for own in self._pieces(sentences)], self.device)

    def prepare(self, columns: list[list[str]]) -> list[Tokens]:
        """Each column of sentences as a column of tokens, in its own template."""
        return [self.tokenize(column, number) for number, column in enumerate(columns)]

    def pool(self, states: list[Tensor], starts: Tensor, lengths: Tensor) -> Tensor:
        """The last layer's state of each text's mask."""
        return states[-1].index_select(0, starts + lengths - 1 - self.back)

    def _ends(self, template: str) -> tuple[list[int], list[int]]:
        """The pieces before and behind the sentence, the special ones with them."""
        head, tail = self._pieces([part.strip() for part in template.split("{}")])
        first, last = self.tokenizer.cls_token_id, self.tokenizer.sep_token_id
        return [first, *head], [*tail, last]

    def _pieces(self, texts: list[str]) -> list[list[int]]:
        cut = {"max_length": self.max_length, "add_special_tokens": False}
        return token_ids(self.tokenizer, texts, **cut)
