"""Ctrl-C and SIGTERM let a step finish; the process ends as it would have without us."""

import os
import signal
import subprocess
import sys

import pytest

from stsutils import checkpoints
from stsutils.losses import cosent, on_cosines
from stsutils.training import fit

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")
COSENT = on_cosines(cosent, scale=20.0)
SETTINGS = {"lr": 1e-3, "batch_size": 4, "seed": 3, "progress": False, "epochs": 2}
CHILD = """
import time
from stsutils.checkpoints import interruptible
with interruptible() as interrupted:
    print("ready", flush=True)
    while not interrupted():
        time.sleep(0.01)
    print("saved", flush=True)
    if {waits}:
        print("waits", flush=True)
        time.sleep(60)
    raise KeyboardInterrupt
"""


@pytest.fixture
def heard():
    """The SIGTERMs that reach whoever listened before us."""
    found = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: found.append(number))
    yield found
    signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_training_saves_and_goes_on_to_equal_weights(tiny, pairs, tmp_path, heard, meets, number):
    file = tmp_path / "training.safetensors"
    pressing = meets(COSENT, 1, lambda: os.kill(os.getpid(), number))
    with pytest.raises(KeyboardInterrupt):
        fit(tiny(), pairs, pressing, checkpoint=file, save_every=1e9, **SETTINGS)
    assert heard == [signal.SIGTERM] * (number == signal.SIGTERM)  # passed on, after the save
    whole, resumed = tiny(), tiny()
    fit(whole, pairs, COSENT, **SETTINGS)
    fit(resumed, pairs, COSENT, checkpoint=file, **SETTINGS)
    assert resumed.sha() == whole.sha()


def test_the_handlers_come_back(heard):
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    with checkpoints.interruptible() as interrupted:
        assert not interrupted()
    assert [signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM)] == before
    assert heard == []


@pytest.mark.parametrize("waits", [False, True])
def test_a_process_ends_by_its_sigterm(waits):
    pipes = dict.fromkeys(("stdout", "stderr"), subprocess.PIPE)
    command = [sys.executable, "-c", CHILD.format(waits=waits)]
    child = subprocess.Popen(command, text=True, **pipes)
    assert child.stdout.readline() == "ready\n"
    child.send_signal(signal.SIGTERM)
    assert child.stdout.readline() == "saved\n"
    if waits:  # a second one does not wait for the step
        assert child.stdout.readline() == "waits\n"
        child.send_signal(signal.SIGTERM)
    child.communicate(timeout=30)
    assert child.returncode == -signal.SIGTERM  # a shell calls it 143
