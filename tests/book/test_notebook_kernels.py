"""Kernels that are forked: a page runs there as in a process of its own, and nothing is left."""

import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import execution
import nbformat
import notebook_kernels
import psutil
import pytest

pytestmark = pytest.mark.skipif(
    notebook_kernels.FORKS is None, reason="kernels are forked on Linux only"
)
SAID = """import json, os, sys, tempfile
folder = tempfile.TemporaryDirectory()
print(json.dumps([os.getpid(), os.getcwd(), os.environ["ASKED"], folder.name, sys.path[0]]))
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    # in the interest of time
    monkeypatch.setattr(notebook_kernels, "IMPORTED", ["matplotlib.pyplot"])

    def execute(*cells, timeout=60):
        page = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
        nbformat.write(page, path := tmp_path / "page.ipynb")
        try:
            made = execution.run(path, tmp_path, timeout, {**os.environ, "ASKED": "this"})
        except execution.CellFailed as error:
            return str(error), None
        return "", made

    return execute


def told(notebook):
    return json.loads(notebook.cells[0].outputs[0].text)


def test_a_page_has_its_folder_and_its_environment_and_leaves_nothing(run, tmp_path):
    trouble, made = run(SAID)
    assert not trouble
    pid, folder, asked, temporary, first = told(made)
    assert (folder, asked, first) == (str(tmp_path), "this", "")
    assert pid != os.getpid()
    with contextlib.suppress(psutil.NoSuchProcess):
        psutil.Process(pid).wait(20)
    assert not Path(temporary).exists()


def test_pages_share_no_names_and_leave_the_environment_as_it_was(run):
    assert not run("import collections; collections.mark = 1")[0]
    assert not run("import collections; assert not hasattr(collections, 'mark')")[0]
    assert "ASKED" not in os.environ
    assert os.environ.get("MPLBACKEND") != "module://matplotlib_inline.backend_inline"


@pytest.mark.parametrize(
    ("cells", "timeout", "words"),
    [
        (("x = 1", "x / 0"), 60, "page.ipynb, code cell 2.*ZeroDivisionError"),
        (("import time\ntime.sleep(60)",), 2, "page.ipynb, code cell 1"),
        (("import os\nos._exit(3)",), 60, "DeadKernelError|died"),
    ],
)
def test_an_error_a_cell_that_takes_too_long_and_a_kernel_that_dies_are_told(
    run, cells, timeout, words
):
    assert re.search(words, run(*cells, timeout=timeout)[0], re.DOTALL)


def test_figures_are_shown(run):
    trouble, made = run("import matplotlib.pyplot as plt\nplt.plot([1, 2]);")
    assert not trouble
    (output,) = made.cells[0].outputs
    assert "image/png" in output.data


def test_a_process_beside_prints_letters_that_a_console_lacks():
    code = "import notebook_kernels, os, sys; notebook_kernels.IMPORTED = []; "
    code += "sys.exit(notebook_kernels.beside(print, dict(os.environ), 'ε = −1'))"
    env = os.environ | {"PYTHONIOENCODING": "cp1252"}
    book = Path(notebook_kernels.__file__).parent
    ran = subprocess.run([sys.executable, "-c", code], cwd=book, env=env, capture_output=True)
    assert (ran.returncode, ran.stdout.strip()) == (0, b"? = ?1"), ran.stderr


@pytest.mark.parametrize("end", ["terminate", "kill"])
def test_a_kernel_that_has_ended_may_be_ended_again(end):
    """A slow machine's kernel may go just before it is told to, which is no cell's fault."""
    provisioner = notebook_kernels.Forked()
    provisioner.process = gone = object.__new__(notebook_kernels.Fork)
    gone.pid = 2**22 + 1  # no process has it
    gone.poll = lambda: None
    asyncio.run(getattr(provisioner, end)())
