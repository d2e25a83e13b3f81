"""Build the book: stage a copy, execute its notebooks, make HTML of it.

    python book/make.py            # what has changed since the last time
    python book/make.py --help

A notebook is executed again when it, the package, constraints.txt or a record it can read changes.
Content decides, not dates. HTML is made again when anything in the staged tree changes. A build may
be stopped at any moment, and the next one goes on from there.
"""

import argparse
import errno
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import execution
import notebook_kernels
import pages
from tree import Tree

ROOT = Path(__file__).resolve().parent.parent
#: Settings of the reader's that a build heeds: where sets lie, and trained encoders.
HEEDED = ("STSUTILS_DATA", "STSUTILS_WORK")


def build(tree: Tree, options: argparse.Namespace) -> None:
    """Make what is out of date, in order."""
    tree.check()
    pages.stage(tree, not options.no_solutions)
    jobs = max(1, options.jobs)
    threads = str(max(1, (os.cpu_count() or 2) // jobs))
    pool = ThreadPoolExecutor(jobs)  # used as a context it would go on after Ctrl-C
    try:
        others = []
        if not options.execute_only:
            # Made in the same pool: no core waits for the other.
            env = execution.environment(tree, threads)
            work = tree.root / (os.environ.get("STSUTILS_WORK") or "runs")
            others = [pool.submit(pages.live, tree, env, work), pool.submit(pages.judged, tree)]
        execution.execute_all(tree, pool, threads, options.timeout, options.force)
        for future in execution.completed(others):
            future.result()
    except BaseException as error:
        pool.shutdown(wait=not isinstance(error, KeyboardInterrupt), cancel_futures=True)
        raise
    if not options.execute_only:
        pages.status(tree)
        pages.show(tree, not options.no_solutions)
        pages.site(tree)
        print("The book is in _out/_build/html/index.html: open that file, or run `make serve`.")


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> None:
    """Read the command line and build, alone in this checkout."""
    parser = argparse.ArgumentParser(description="Execute the notebooks and build the book.")
    parser.add_argument("--jobs", type=int, default=2, help="notebooks at a time (default 2)")
    parser.add_argument("--timeout", type=int, default=600, help="seconds a cell may take")
    parser.add_argument("--force", action="store_true", help="execute every notebook again")
    parser.add_argument("--no-solutions", action="store_true", help="hide the solutions")
    parser.add_argument("--execute-only", action="store_true", help="make no pages")
    options = parser.parse_args(arguments)
    sys.path.insert(0, str(ROOT))
    from stsutils.errors import UserError
    from stsutils.locks import alone

    sys.stdout.reconfigure(errors="replace")  # a console of Windows lacks letters of cells
    for name in sorted(n for n in os.environ if n.startswith("STSUTILS_") and n not in HEEDED):
        print(f"{name} is set: the book is made as if it were not", flush=True)
        del os.environ[name]
    started, tree = time.perf_counter(), Tree(root)
    busy = "the book is being made by another process: wait for it, or stop it first"
    try:
        with alone(tree.out / ".lock", busy):
            build(tree, options)
    except KeyboardInterrupt:
        print("stopped: the same command goes on from there", file=sys.stderr, flush=True)
        notebook_kernels.stop()
        os._exit(130)  # waits for no thread; kernels end with this process
    except UserError as error:
        sys.exit(str(error))
    except OSError as error:
        full = error.errno == errno.ENOSPC
        if not full and error.filename is None:
            raise
        mend = "make room" if full else "move what is in the way"
        sys.exit(f"{error}: {mend}, and the same command goes on from there")
    print(f"{time.perf_counter() - started:.1f} s")


if __name__ == "__main__":
    main()
