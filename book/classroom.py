"""Make one zip for a room without a network: notebooks, pages, packages for three systems, a check.

    python book/classroom.py                            # _out/classroom.zip, some 1 GB
    python book/classroom.py --systems none             # for who has a network: no packages
    python book/classroom.py --python 3.11 --systems linux --check

The student site is taken from _out (`python book/make.py --no-solutions`). uv says which packages
each system needs, pip fetches them. `--check` unpacks the zip elsewhere, installs from it alone,
and runs every notebook with its exercises solved.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import student  # noqa: E402

from stsutils.errors import UserError  # noqa: E402
from stsutils.teach.exercises import PUBLIC, exercises, without_reference  # noqa: E402
from stsutils.teach.otter import copy_package  # noqa: E402
from stsutils.writing import write_atomically  # noqa: E402

#: How uv calls a system, and which tags of wheels run there.
SYSTEMS = {
    "windows": ("x86_64-pc-windows-msvc", ["win_amd64"]),
    "macos": ("aarch64-apple-darwin", ["macosx_14_0_arm64"]),
    "linux": (
        "x86_64-manylinux_2_28",
        [f"manylinux_2_{minor}_x86_64" for minor in range(28, 4, -1)],
    ),
}
#: What torch asks for on Linux, and its CPU build does not.
CUDA = re.compile(r"(nvidia|triton|cuda)\b")


def papers(folder: Path) -> None:
    """Write notebooks, what they read, the site, and the check."""
    _texts(folder / "notebooks", student.made(address="../site/{}.html"))
    sources = sorted((ROOT / "solutions").glob("*.py"))
    marking = {path.name: without_reference(path.read_text(encoding="utf-8")) for path in sources}
    facts = (ROOT / "solutions" / "exercises.toml").read_text(encoding="utf-8")
    _texts(folder / "solutions", marking | {"exercises.toml": facts})
    for part in ("results", "published", "earlier"):
        shutil.copytree(ROOT / "book" / part, folder / "book" / part)
    shutil.copytree(site(), folder / "site")


def site() -> Path:
    """The folder of the pages; UserError where there are none, or they show solutions."""
    html = ROOT / "_out" / "_build" / "html"
    pages = list(html.glob("notebooks/*.html"))
    if not pages or any('class="solution' in p.read_text(encoding="utf-8") for p in pages):
        what = "show solutions" if pages else "were not built"
        raise UserError(f"the pages {what}: run `python book/make.py --no-solutions` first")
    return html


def _texts(folder: Path, texts: dict[str, str]) -> None:
    folder.mkdir(parents=True)
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())


def wheels(folder: Path, system: str, python: str, index: str) -> None:
    """Fetch every package that the class needs on one system, and make the book's own."""
    triple, tags = SYSTEMS[system]
    work = folder.parent.parent
    package, asked, fetched = work / "package", work / "asked.txt", work / "fetched.txt"
    pip = "-m pip --quiet --disable-pip-version-check"
    if not package.is_dir():
        copy_package(package)
        _run(sys.executable, f"{pip} wheel --no-deps", ["-w", folder, package])
    uv = "-m uv pip compile --quiet --no-header --no-annotate --no-config"
    there = ["--python-platform", triple, "--python-version", python, asked]
    env = {**os.environ, "MACOSX_DEPLOYMENT_TARGET": "14.0"}  # the oldest that torch runs on
    asked.write_text(f"stsutils[class] @ {package.as_uri()}\n")
    _run(sys.executable, uv, there, ["-c", ROOT / "constraints.txt", "-o", fetched], env=env)
    lines = [line for line in fetched.read_text().splitlines() if not line.startswith("stsutils")]
    fetched.write_text("\n".join(line for line in lines if not CUDA.match(line)))
    _run(
        sys.executable,
        f"{pip} download --no-deps --only-binary=:all: --python-version {python}",
        [word for tag in tags for word in ("--platform", tag)],
        ["--extra-index-url", index] if index and system == "linux" else [],
        ["-d", folder, "-r", fetched],
    )
    if system == "linux" and not list(folder.glob("torch-*+cpu-*")):
        raise UserError("torch for Linux is the build with CUDA: give --torch-index its CPU builds")
    # Would pip there find all it needs in the folder alone? uv knows without being there.
    asked.write_text("stsutils[class]\n")
    _run(sys.executable, uv, there, ["--no-index", "--find-links", folder, "-o", fetched], env=env)


def _run(python, command: str, *more: list, **how) -> None:
    rest = (str(word) for words in more for word in words)
    subprocess.run([python, *command.split(), *rest], check=True, **how)


def pack(folder: Path, target: Path) -> None:
    """Write the folder as a zip whose files lie below one name; wheels are compressed already."""
    with zipfile.ZipFile(target, "w") as made:
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            kind = zipfile.ZIP_STORED if path.suffix == ".whl" else zipfile.ZIP_DEFLATED
            made.write(path, Path("sts") / path.relative_to(folder), kind)


def check(target: Path) -> list[str]:
    """Install from the zip alone and run its notebooks, exercises solved; names what failed."""
    with tempfile.TemporaryDirectory() as place:
        started = time.time()
        with zipfile.ZipFile(target) as made:
            made.extractall(place)
        here = Path(place) / "sts"
        python = here / ".venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
        # No variable of this shell reaches the class's Python, and no registry is asked.
        env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PIP", "STS"))}
        env |= {"HF_HUB_OFFLINE": "1", "PIP_CONFIG_FILE": os.devnull}
        _run(sys.executable, "check_env.py", cwd=here, env=env)
        _run(sys.executable, "-m venv .venv", cwd=here, env=env)
        install = "-m pip install --quiet --no-index --find-links wheels stsutils[class]"
        _run(python, install, cwd=here, env=env)
        _run(python, "check_env.py", cwd=here, env=env)
        size = sum(p.stat().st_size for p in (here / ".venv").rglob("*") if p.is_file()) / 1e6
        print(f"installed in {(time.time() - started) / 60:.1f} min, {size:,.0f} MB", flush=True)
        return _executed(here, python, env)


def _executed(here: Path, python: Path, env: dict[str, str]) -> list[str]:
    """Run each notebook by nbconvert, its answer cells filled in."""
    import nbformat

    known, failed = exercises(ROOT / "solutions"), []
    for path in sorted((here / "notebooks").glob("*.ipynb")):
        notebook, started = nbformat.read(path, as_version=4), time.time()
        marks = [cell for cell in notebook.cells if cell.id.endswith("-mark")]
        solved = {f"{cell.id.removesuffix('-mark')}-answer" for cell in marks}
        for cell in notebook.cells:
            if cell.id in solved:
                cell.source = known[cell.id.removesuffix("-answer")].reference(PUBLIC)
        nbformat.write(notebook, path)
        words = ["--execute", "--to=notebook", "--inplace", "--log-level=ERROR"]
        command = [python, "-m", "nbconvert", *words, path]
        ran = subprocess.run(command, cwd=here, env=env, capture_output=True, encoding="utf-8")
        said = "ok" if ran.returncode == 0 else "FAILED\n" + ran.stderr[-600:]
        failed += [path.name] * bool(ran.returncode)
        print(
            f"  {path.name} {time.time() - started:.0f} s, {len(marks)} marked, {said}", flush=True
        )
    return failed


def main() -> None:
    """Read the command line and make the zip."""
    parser = argparse.ArgumentParser(description="Make one zip for a room without a network.")
    parser.add_argument("--python", default="3.12", help="the students' Python [3.12]")
    parser.add_argument("--systems", nargs="*", default=list(SYSTEMS), choices=[*SYSTEMS, "none"])
    parser.add_argument("--torch-index", default="https://download.pytorch.org/whl/cpu")
    parser.add_argument("--out", type=Path, default=ROOT / "_out" / "classroom.zip")
    parser.add_argument("--check", action="store_true", help="install from it and run all")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "sts"
            papers(folder)
            for name in ("check_env.py", "README.txt"):
                text = (ROOT / "book" / "class" / name).read_text(encoding="utf-8")
                ending = "\r\n" if name == "README.txt" else "\n"  # Notepad
                text = text.replace("{python}", options.python)
                (folder / name).write_bytes(text.replace("\n", ending).encode())
            for system in options.systems if "none" not in options.systems else ():
                print(f"packages for {system}", flush=True)
                wheels(folder / "wheels", system, options.python, options.torch_index)
            write_atomically(options.out, lambda place: pack(folder, place))
    except UserError as error:
        sys.exit(str(error))
    except subprocess.CalledProcessError as error:
        sys.exit(f"this did not work (see above): {' '.join(map(str, error.cmd))}")
    print(f"{options.out}: {options.out.stat().st_size / 1e6:,.0f} MB")
    if options.check and (failed := check(options.out)):
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
