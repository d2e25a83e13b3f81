"""Processes forked from one that has imported what nearly every page imports: kernels, above all.

A page of the book needs some six seconds of computing before its first line of its own runs: torch,
transformers and matplotlib are imported. On Linux that is done once for all pages: Python's *fork
server* imports them, and each kernel is a fork of it. A fork starts as fresh as a new process:
nothing has been computed there, no thread has been started. Elsewhere kernels start as always, for
forking is not safe there.
"""

import atexit
import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning import LocalProvisioner

HERE = str(Path(__file__).resolve().parent)
IMPORTED = [
    "ipykernel.kernelapp",
    "matplotlib.pyplot",
    "seaborn",
    "scipy.stats",
    "stsutils.data",
    "stsutils.encoders",
    "stsutils.evaluation",
    "stsutils.experiments",
    "stsutils.microscope",
    "stsutils.report",
    "stsutils.training",
]
FORKS = multiprocessing.get_context("forkserver") if sys.platform == "linux" else None
STARTING = threading.Lock()


def start(env: dict[str, str]) -> None:
    """Start the process that kernels are forked from, with this environment, if there is none."""
    from multiprocessing import forkserver  # not to be had on Windows

    # Libraries read some of these when they are imported, which is then.
    wanted = env | {"MPLBACKEND": "module://matplotlib_inline.backend_inline"}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ |= wanted
    FORKS.set_forkserver_preload(IMPORTED)
    with deaf():
        forkserver.ensure_running()
    for name, value in before.items():  # never empty: other notebooks start meanwhile
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value


def stop() -> None:
    """End that process, which would import on for some seconds when this one is gone."""
    if FORKS is not None:
        from multiprocessing import forkserver

        if (pid := forkserver._forkserver._forkserver_pid) is not None:
            os.kill(pid, signal.SIGKILL)


@contextlib.contextmanager
def deaf() -> Iterator[None]:
    """What is started meanwhile does not hear Ctrl-C: it ends with the process that started it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it would lift the block when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_with_parent() -> None:
    """End this process and its children when the one that asked for it is gone, however it went."""
    if hasattr(os, "setsid"):
        os.setsid()  # a signal for this process must not reach the others
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        multiprocessing.parent_process().join()
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def beside(work: Callable, env: dict[str, str], *arguments) -> int:
    """Call a function in a process of its own, with this environment; returns its exit status."""
    if FORKS is not None:
        with STARTING:
            start(env)
    context = FORKS or multiprocessing.get_context("spawn")
    process = context.Process(target=_worker, args=(work, env, *arguments), daemon=True)
    with deaf():
        process.start()
    process.join()
    return process.exitcode


def _worker(work: Callable, env: dict[str, str], *arguments) -> None:
    leave_with_parent()
    os.environ |= env
    sys.stdout.reconfigure(errors="replace")  # a console of Windows lacks ε and −
    work(*arguments)


def kernel(arguments: list[str], folder: str, env: dict[str, str]) -> None:
    """Be a kernel until it is told to stop: what runs in the fork."""
    leave_with_parent()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    os.chdir(folder)
    os.environ |= env
    sys.path[:] = ["", *(place for place in sys.path if place not in ("", HERE))]
    from ipykernel.kernelapp import IPKernelApp

    parent = f"--IPKernelApp.parent_handle={os.getppid()}"  # it ends when that one is gone
    try:
        IPKernelApp.launch_instance(argv=[*arguments, parent])
    finally:
        atexit._run_exitfuncs()  # a fork leaves without them, and temporary folders would stay


class Fork:
    """A forked process with the few methods of `subprocess.Popen` that a provisioner calls."""

    stdin = stdout = stderr = None

    def __init__(self, *arguments) -> None:
        """Fork; the arguments are those of :func:`kernel`."""
        self.process = FORKS.Process(target=kernel, args=arguments, daemon=True)
        self.process.start()
        self.pid = self.process.pid

    def poll(self) -> int | None:
        """The exit status, or ``None`` while it runs."""
        return self.process.exitcode

    def wait(self) -> int | None:
        """The exit status, when it has ended."""
        self.process.join()
        return self.process.exitcode

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end; ProcessLookupError where it has ended, which a provisioner tolerates."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


class Forked(LocalProvisioner):
    """Starts a kernel as a fork in place of a command."""

    async def launch_kernel(self, cmd: list[str], **kwargs) -> dict:
        """Fork it; the command's arguments from ``-f`` on are the kernel's."""
        with STARTING:
            start(kwargs["env"])
        self.process = Fork(cmd[cmd.index("-f") :], kwargs["cwd"], kwargs["env"])
        self.pid = self.process.pid
        return self.connection_info


class Kernels(AsyncKernelManager):
    """What a notebook is executed with: forked kernels where they can be had."""

    def __init__(self, **kwargs) -> None:
        """As any manager of kernels."""
        super().__init__(**kwargs)
        if FORKS is not None:
            self.provisioner = Forked(kernel_spec=self.kernel_spec, parent=self)
