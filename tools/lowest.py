"""What pyproject.toml promises at its lower end, tried without setting it up: CI runs this.

    .venv/bin/python tools/lowest.py

- Are the lowest versions of what is required to be had together? uv resolves them, without
  installing any (pip install uv).
- Do the package and a page of the book run on the lowest Python? An interpreter of the promised
  minor version and of a lower patch than this one borrows the packages of this environment.

What cannot be tried, for want of uv, a network, or such an interpreter, is said and passed over.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "book"))
import pages  # noqa: E402  # of the book's folder

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MINOR = PROJECT["requires-python"].removeprefix(">=")
UNREACHED = ("error sending request", "Failed to fetch", "dns error")

PAGE = """# A page

```{math}
:label: eq-one
x = 1
```

{eq}`eq-one`, a picture ![alt](_static/icon.svg).

```{exercise} One
:label: ex-one
What is one?
```
"""
#: What the other Python does: every module, then the page with the book's own settings.
PROGRAM = """
import importlib, pathlib, pkgutil, sys
root, place = map(pathlib.Path, sys.argv[1:])
sys.path[:0] = [str(root / "book"), str(root)]
import stsutils
names = [room.name for room in pkgutil.walk_packages(stsutils.__path__, "stsutils.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
import pages, tree
pages.site(tree.Tree(place))
print(f"{len(names)} modules imported, a page built")
"""


def resolve() -> str:
    """What became of the lowest versions; SystemExit where they do not go together."""
    uv = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
    if uv is None:
        return "skipped: uv is not installed (pip install uv)"
    words = [uv, "pip", "compile", "pyproject.toml", "--quiet", "--python-version", MINOR]
    words += ["--no-header", "--no-annotate", "--resolution", "lowest-direct"]
    for extra in ("book", "test"):
        words += ["--extra", extra]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    if ran.returncode and any(word in ran.stderr for word in UNREACHED):
        return "skipped: the index of packages can't be reached from here"
    if ran.returncode:
        sys.exit(f"the lowest versions of pyproject.toml do not go together:\n{ran.stderr}")
    return f"{len(ran.stdout.splitlines())} packages go together"


def lowest_python(folders: Iterable[str], here: tuple[int, int, int]) -> tuple[str, str] | None:
    """Path and version of the lowest patch of this Python in the folders, if below `here`."""
    minor = "{}.{}".format(*here)
    found = []
    for path in [
        Path(folder) / name for folder in folders for name in (f"python{minor}", "python3")
    ]:
        if path.is_file():
            said = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
            if match := re.fullmatch(rf"Python {re.escape(minor)}\.(\d+)\s*", said):
                found.append((int(match[1]), str(path)))
    patch, path = min(found, default=(here[2], ""))
    return (path, f"{minor}.{patch}") if patch < here[2] else None


def build(python: str) -> str:
    """What the other Python said; SystemExit where it failed."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "_out" / "src"
        shutil.copytree(ROOT / "book" / "_static", source / "book" / "_static")
        shutil.copy(ROOT / "book" / "references.bib", source / "book")
        (source / "_config.yml").write_bytes(pages.configured(ROOT / "_config.yml"))
        (source / "made").mkdir()
        (source / "book" / "page.md").write_text(PAGE, encoding="utf-8")
        toc = "format: jb-book\nroot: book/page\n"
        (source / "book" / "_toc.yml").write_text(toc, encoding="utf-8")
        packages = {sysconfig.get_paths()[kind] for kind in ("purelib", "platlib")}
        env = os.environ | {"PYTHONPATH": os.pathsep.join(packages), "OMP_NUM_THREADS": "1"}
        words = [python, "-c", PROGRAM, str(ROOT), folder]
        ran = subprocess.run(words, capture_output=True, text=True, env=env)
        if ran.returncode:
            sys.exit(f"{python}:\n{ran.stdout}\n{ran.stderr}")
        return ran.stdout.splitlines()[-1]


def main() -> None:
    """Try both, and say what came of it."""
    print(f"lowest versions: {resolve()}", flush=True)
    here = sys.version_info[:3]
    if "{}.{}".format(*here) != MINOR:
        print(f"lowest Python: skipped: only a {MINOR} could lend its packages to another one")
        return
    found = lowest_python(["/usr/bin", *os.environ["PATH"].split(os.pathsep)], here)
    if found is None:
        print(f"lowest Python: skipped: there is no {MINOR} below this one")
        return
    path, version = found
    print(f"lowest Python: {path}, {version}: {build(path)}")


if __name__ == "__main__":
    main()
