"""Your own pairs: which loss trains the best encoder for them, and can one tell at all?

`comparison` is the way through: a `question` (rows, `cut` in parts; labels; an encoder) gets a
`plan`, which `planned` makes by a timed trial; `turns` say who is trained next (`fitting` says
which losses can learn from the labels); `trainings` make the records; `numbers` come from these,
and `words` say what they allow to say.
`card` and `page` (with `figures`) write it, by the templates in `stsutils.templates`; `suspicious`
lists labels to look at again; `news` is said before, `folder` guards the files, `trained_on` is
what a saved model tells of its training. `vectors` is apart: a file of texts becomes one of
vectors. `unread` counts texts that are cut, or in words that an encoder does not know. `thresholds`
says what counts as similar.
"""

from stsutils.own_pairs.comparison import compare, train
