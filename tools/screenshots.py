"""Pictures of the built pages: python tools/screenshots.py OUTDIR [page ...]

A page is a name such as `notebooks/00_how_to_use_this_book`; without one, every page is taken.
Each gives three PNGs: light, dark and phone.
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "book"))
from browsing import HTML, PAGES, launch, serve


def main() -> None:
    """Take the pictures."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    out, pages = Path(sys.argv[1]), sys.argv[2:] or PAGES
    if not (HTML / "index.html").is_file():
        sys.exit("There is no built book: run `make book` first.")
    out.mkdir(parents=True, exist_ok=True)
    looks = {"light": ("light", 1280), "dark": ("dark", 1280), "phone": ("light", 390)}
    with serve(HTML) as address, sync_playwright() as playwright:
        browser = launch(playwright)
        for name, (scheme, width) in looks.items():
            view = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 900})
            for page in pages:
                view.goto(f"{address}/{page}.html", wait_until="load")
                view.evaluate("for (const i of document.images) i.loading = 'eager'")
                view.wait_for_timeout(500)
                target = out / f"{page.replace('/', '_')}_{name}.png"
                view.screenshot(path=target, full_page=True)
                print(target)
            view.close()
        browser.close()


if __name__ == "__main__":
    main()
