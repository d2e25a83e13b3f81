"""Loading and saving a small model takes a moment; a progress bar for it is only noise."""

import contextlib


@contextlib.contextmanager
def quiet():
    """Hide the bars and the load report that transformers shows for weights."""
    from transformers.utils import logging

    shown, verbosity = logging.is_progress_bar_enabled(), logging.get_verbosity()
    logging.disable_progress_bar()
    logging.set_verbosity_error()  # weights we leave out on purpose (BERT's pooler) are reported
    try:
        yield
    finally:
        logging.set_verbosity(verbosity)
        if shown:
            logging.enable_progress_bar()
