"""One PDF of the taught chapters, printed from the built pages by Chromium.

    python book/pdf.py                 # _out/book.pdf, chapters 00 to 29
    python book/pdf.py 01 04 09        # these chapters

The chapters lie in one folder, so their articles are put below one another in the first one's page:
pictures and styles are found, and a link to another chapter becomes one within the file.
"""

import argparse
import http.server
import shutil
import sys
import threading
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "_out" / "_build" / "html" / "notebooks"
STYLE = """
.bd-header, .bd-header-article, .bd-sidebar-primary, .bd-sidebar-secondary, .bd-footer, .skip-link,
.prev-next-footer, .copybtn, .headerlink, #pst-back-to-top, #jb-print-docs-body, .onlyprint,
.cell.tag_hide-input details { display: none !important }
article h1 { display: block !important }
pre { white-space: pre-wrap !important; font-size: 8pt !important }
.bd-main, .bd-content, .bd-article-container { display: block; max-width: none !important }
section.chapter + section.chapter { break-before: page }
section, details, .cell { break-inside: auto !important }
.cell_input, img, svg, table, .admonition { break-inside: avoid !important }
body { font-size: 10.5pt }
"""
#: Puts the other chapters' articles below the first one's, each at its own anchor.
JOIN = """async names => {
  const here = name => document.getElementById('chapter-' + name);
  const first = document.querySelector('article.bd-article');
  const chapters = [];
  for (const name of names) {
    const page = name === names[0] ? document
      : new DOMParser().parseFromString(await (await fetch(name + '.html')).text(), 'text/html');
    const chapter = document.createElement('section');
    chapter.className = 'chapter'; chapter.id = 'chapter-' + name;
    chapter.append(...page.querySelector('article.bd-article').childNodes);
    chapters.push(chapter);
  }
  first.append(...chapters);
  for (const details of first.querySelectorAll('details')) details.open = true;
  for (const link of first.querySelectorAll('a[href]')) {
    const [file, place] = link.getAttribute('href').split('#');
    const name = file.replace(/\\.html$/, '');
    if (names.includes(name)) link.href = '#' + (place || 'chapter-' + name);
  }
  await MathJax.startup.promise;
  await MathJax.typesetPromise([first]);
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A file server that prints nothing."""

    def log_message(self, *_) -> None:
        """Say nothing."""


def write(chromium, names: list[str], target: Path) -> None:
    """Print these pages into one PDF, by a browser of playwright's."""
    handler = partial(Quiet, directory=str(PAGES.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = chromium.new_page()
        page.set_default_timeout(300_000)
        page.goto(f"http://127.0.0.1:{server.server_port}/notebooks/{names[0]}.html")
        page.add_style_tag(content=STYLE)
        page.evaluate(JOIN, names)
        number = '<p style="font-size:8pt;width:100%;text-align:center" class="pageNumber"></p>'
        page.pdf(
            path=target,
            format="A4",
            margin=dict.fromkeys(("top", "bottom", "left", "right"), "18mm"),
            outline=True,
            tagged=True,
            display_header_footer=True,
            header_template="<p></p>",
            footer_template=number,
        )
        page.close()
        server.shutdown()


def main() -> None:
    """Read the command line and print."""
    parser = argparse.ArgumentParser(description="One PDF of the taught chapters.")
    parser.add_argument("chapters", nargs="*", help="numbers of chapters [all below 30]")
    options = parser.parse_args()
    found = [p.stem for p in sorted(PAGES.glob("*.html")) if p.stem[:2].isdigit()]
    names = [n for n in found if (n[:2] in options.chapters if options.chapters else n < "30")]
    if not names:
        sys.exit("no such chapter was built: run `make book` first")
    from playwright.sync_api import sync_playwright

    target = ROOT / "_out" / "book.pdf"
    programs = map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))
    with sync_playwright() as playwright:
        where = next(filter(None, programs), None)
        chromium = playwright.chromium.launch(executable_path=where, args=["--no-sandbox"])
        write(chromium, names, target)
        chromium.close()
    print(f"{target}: {len(names)} chapters, {target.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
