"""Is this machine ready for the class? Says OK, or what to mend. Needs nothing but Python.

    py -3.12 check_env.py        (Windows)        python3.12 check_env.py        (elsewhere)

Run it twice: before the packages are installed, and after, by the Python in .venv.
"""

import importlib.util
import os
import platform
import re
import shutil
import struct
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
WINDOWS = os.name == "nt"
VENV = os.path.join(HERE, ".venv", "Scripts" if WINDOWS else "bin", "python")
SYSTEMS = {"Windows AMD64": "win_amd64", "Darwin arm64": "macosx", "Linux x86_64": "manylinux"}


def troubles():
    """What must be mended before anything can be installed, each with its mend."""
    wheels = os.path.join(HERE, "wheels")
    names = os.listdir(wheels) if os.path.isdir(wheels) else []
    system, version = platform.system() + " " + platform.machine(), platform.python_version()
    mine = [name for name in names if SYSTEMS.get(system, "none") in name]
    wanted = {found.group(1) for found in map(re.compile(r"-cp3(\d+)-cp").search, mine) if found}
    if struct.calcsize("P") * 8 != 64:
        yield "This Python has 32 bits: install the 64-bit one from python.org."
    if names and not mine:
        yield f"There are no packages for {system} in wheels: ask your teacher."
    elif wanted and str(sys.version_info[1]) not in wanted:
        yield f"This is Python {version}, the packages are for 3.{min(wanted)}: install that one."
    elif sys.version_info < (3, 11):  # noqa: UP036, this file is for any Python
        yield f"This is Python {version}: install 3.11 or newer."
    if not os.path.isfile(VENV + (".exe" if WINDOWS else "")):
        free = shutil.disk_usage(HERE).free / 1e9
        if free < 3:
            yield f"{free:.1f} GB of disk are free: make room for 3 GB."
        if not importlib.util.find_spec("ensurepip"):  # Debian and Ubuntu ship it apart
            yield "This Python makes no .venv: sudo apt install python3-venv, or take uv's Python."
    if WINDOWS and len(HERE) > 60:
        yield rf"This folder's path has {len(HERE)} characters: move the folder to C:\sts."
    if not os.path.isdir(os.path.join(HERE, "book", "results")):
        yield "The folder book is not beside this file: unpack the whole zip, then run it there."


def installed():
    """Try what the chapters do; returns a line for each thing that does not work."""
    failed = []
    for name in ("torch", "transformers", "pandas", "matplotlib", "jupyterlab", "ipykernel"):
        try:
            importlib.import_module(name)
        except Exception as error:  # a DLL that is not found is no ImportError everywhere
            said = (str(error).splitlines() or [type(error).__name__])[0]
            failed.append(f"{name} cannot be used ({said}).")
    if failed:
        return [*failed, "Run the line of README.txt with pip install once more."]
    try:
        os.chdir(os.path.join(HERE, "notebooks"))
        from stsutils.data import load
        from stsutils.encoders import load_encoder
        from stsutils.evaluation import sts

        sts(load_encoder("mini"), load("hand_graded").head(20))
    except Exception as error:
        return [f"The small encoder does not run ({error}): show your teacher this line."]
    return []


def main():
    """Say what is so, and end with 1 where something must be mended."""
    found = list(troubles())
    ours = os.path.realpath(sys.prefix) == os.path.realpath(os.path.join(HERE, ".venv"))
    if not found and not ours and os.path.isdir(os.path.join(HERE, ".venv")):
        found = [f"Run this file by the Python of .venv: {os.path.relpath(VENV)} check_env.py"]
    elif not found and ours:
        started = time.time()
        found = installed()
        print("tried the packages: %.0f s" % (time.time() - started))
    for line in found:
        print("MEND: " + line)
    if not found and ours:
        print(f"OK: start with  {os.path.relpath(VENV, HERE)} -m jupyter lab")
    elif not found:
        print("OK so far: go on with the next line of README.txt.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
