"""What the site test and the screenshots share: a loopback server and a cut-off Chromium."""

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
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No name but this machine's is found. A handler of requests would do the same, and would turn
    # the cache off: each page would read the theme and MathJax again.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


def toc_pages() -> list[str]:
    """The pages of book/_toc.yml, in order."""
    toc = yaml.safe_load((ROOT / "book" / "_toc.yml").read_text(encoding="utf-8"))
    chapters = [chapter for part in toc["parts"] for chapter in part["chapters"]]
    below = [[one, *one.get("sections", [])] for one in chapters]
    return [toc["root"], *[page["file"] for pages in below for page in pages]]


PAGES = toc_pages()


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
