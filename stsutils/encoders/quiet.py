"""Loading and saving a small model takes a moment; a progress bar for it is only noise."""

import contextlib


@contextlib.contextmanager
def quiet():
    """Hide the bars that transformers shows while it loads or writes weights."""
    from transformers.utils import logging

    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()
