"""What the tests of pages share: a loopback server and a cut-off Chromium."""

import contextlib
import functools
import http.server
import shutil
import threading
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
HTML = ROOT / "_out" / "_build" / "html"
FLAGS = [
    "--disable-gpu",
    # No name but this machine's is found. A handler of requests would do the same, and would turn
    # the cache off: each page would read the theme and MathJax again.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]

TOC = yaml.safe_load((ROOT / "book" / "_toc.yml").read_text(encoding="utf-8"))
CHAPTERS = [chapter for part in TOC["parts"] for chapter in part["chapters"]]
#: The pages of the table of contents, in order.
PAGES = [TOC["root"], *(p["file"] for one in CHAPTERS for p in (one, *one.get("sections", [])))]


def chromium() -> str | None:
    """The system's Chromium, if there is one."""
    names = ["chromium", "chromium-browser", "google-chrome"]
    return next(filter(None, map(shutil.which, names)), None)


def launch(playwright):
    """A headless Chromium with a new, empty profile."""
    return playwright.chromium.launch(executable_path=chromium(), args=FLAGS)


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A file server that prints nothing."""

    def log_message(self, *args):
        """Say nothing."""


@contextlib.contextmanager
def serve(folder: Path):
    """Serve a folder on a free loopback port; gives the address."""
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
