"""Bars: shown to who waits, never written into a log, gone when a step of longer work is done."""

import io

import pytest

from stsutils.progress import progress_bar


class Terminal(io.StringIO):
    def isatty(self):
        return True


def written(progress, file) -> str:
    with progress_bar(progress, total=2, unit="step", file=file) as bar:
        bar.update(2)
        bar.set_postfix(loss="0.5")
    return file.getvalue()


@pytest.mark.parametrize(("progress", "shown"), [(True, True), (False, False), (None, False)])
def test_a_log_has_no_bar_of_a_step(progress, shown):
    assert bool(written(progress, io.StringIO())) == shown


def test_on_a_terminal_the_bar_of_a_step_is_shown_and_wiped():
    text = written(None, Terminal())
    assert "2/2" in text
    assert text.rpartition("\r")[0].endswith(" ")  # blanks over the bar, no line of its own
    assert "\n" not in text
    assert "\n" in written(True, Terminal())
