"""Equations have one number, on the page, in the student notebook and on slides."""

import re
import subprocess
import sys

from browsing import ROOT

from stsutils.teach.roles import Pages, plain

PAGES = {
    "index": "# Start\n\n```{toctree}\n04_four\n09_nine\n```\n",
    "04_four": "# Four\n\n$$\na\n$$ (eq-a)\n\n$$\nno name\n$$\n\n$$\nb\n$$ (eq-b)\n",
    "09_nine": "# Nine\n\n$$\nc\n$$ (eq-c)\n\nBy {eq}`eq-c` and {eq}`eq-b`.\n",
}


def test_the_page_and_the_notebook_number_alike(tmp_path):
    for name, text in PAGES.items():
        (tmp_path / f"{name}.md").write_text(text)
    (tmp_path / "conf.py").write_text(
        'extensions = ["myst_parser", "equations"]\nmyst_enable_extensions = ["dollarmath"]\n'
        "math_numfig = False\n"
    )
    command = [sys.executable, "-m", "sphinx", "-qW", str(tmp_path), str(tmp_path / "to")]
    subprocess.run(command, check=True, env={"PYTHONPATH": str(ROOT / "book"), "PATH": ""})
    html = {name: (tmp_path / "to" / f"{name}.html").read_text() for name in PAGES}
    assert re.findall(r'"eqno">\(([\d.]+)\)', html["04_four"]) == ["4.1", "4.2"]
    linked = re.findall(r'href="[^"]*#equation-eq-[bc]">\(([\d.]+)\)', html["09_nine"])
    assert linked == ["9.1", "4.2"]

    pages = Pages("../{}.md")
    for name, text in PAGES.items():
        pages.add(f"notebooks/{name}", [text])
    seen = plain(PAGES["09_nine"], "notebooks/09_nine", pages)
    assert r"\tag{9.1}" in seen
    assert "By (9.1) and (4.2) of [Four](04_four.ipynb)." in seen
