"""Sentence similarity from contexts: two sentences are alike where they fit the same contexts.

In the order of the pipeline (Sun et al. 2022, section 3): `text` has sentences between neighbours,
`discriminator` and `generators` tell how well a sentence fits between them, `learning` trains both,
`models` keeps them on disk, `score` is Eq. 3, `context_sets` chooses contexts, `similarity` is
Eq. 4 over `scored` pairs, `surrogate` is the encoder that learns its numbers.
"""
