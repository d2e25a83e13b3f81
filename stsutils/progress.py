"""The bar of a training: for the reader who waits, or inside the bar of a longer work."""

from tqdm import tqdm


def progress_bar(progress: bool | None, **how) -> tqdm:
    """A tqdm bar; ``how`` goes to it.

    ``progress``: True shows it, False does not. None is for a step of longer work, which has a bar
    of its own: shown on a terminal alone, and gone when the step is done.
    """
    if progress is None:
        return tqdm(disable=None, leave=False, **how)
    return tqdm(disable=not progress, **how)
