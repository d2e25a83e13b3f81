"""The encoder in a page computes what the package does; opened from disk, nothing else at hand."""

import json
import shutil
from pathlib import Path

import browsing
import live_weights
import numpy as np
import pieces
import pytest
from live_page import EXAMPLES, fragment

from stsutils.data import load
from stsutils.encoders import load_encoder
from stsutils.statistics import spearman

TRAPS = [
    "",
    " \t\n ",
    "[MASK] a [CLS]x[SEP] [mask]",
    "É̄ñ ﬁne İstanbul ΣΑΣ ẞß ŉ ǰ",
    "a\u200bb\ufeffc\u00a0d\u0085e\u3000f\x0bg\x0ch",
    "👩‍👩‍👧 ok 🇩🇪",
    "x" * 99 + " " + "x" * 150,
    "don't—stop…“now” $5+5=10^1 ⹀ ؟",
    "𠀀㐂 漢字kana カナ ｶﾞ 한국어 각",
    "word " * 300,
    "\0\ufffd\tz ½ x² №5 ™ e\u0301\u0327 नमस्ते",
]


def packed(encoder, folder: Path, name: str = "raw", pairs=(0.0,)) -> dict:
    """Write the scripts of a rounded encoder; gives its entry in the list of encoders."""
    content, settings = live_weights.pack(encoder, np.asarray(pairs))
    written = live_weights.write(name, content, folder / "_static" / "live")
    return {"name": name, "title": name, "settings": settings, **written}


def scripts(folder: Path) -> None:
    """Our scripts beside the weights, as the built book has them."""
    shutil.copytree(pieces.STATIC / "live", folder / "_static" / "live", dirs_exist_ok=True)


def computing(chromium, folder: Path, entry: dict):
    """An empty page, opened from disk, with the encoder of `entry` loaded as `model`."""
    scripts(folder)
    names = ["common", "wordpiece", "encoder", "weights"]
    tags = "".join(f'<script src="_static/live/{name}.js"></script>' for name in names)
    (folder / "page.html").write_text(f"<!doctype html><meta charset=utf-8>{tags}")
    view = chromium.new_page()
    view.goto((folder / "page.html").as_uri())
    view.evaluate("async (entry) => { window.model = await live.weights.load(entry); }", entry)
    return view


def compare(view, encoder, sentences: list[str]) -> np.ndarray:
    """The page's vectors, after a look that they are the package's, and so are the pieces."""
    ask = "(texts) => texts.map((text) => { const e = live.encoder.encode(model, text);"
    found = view.evaluate(ask + " return [e.ids, [...e.vector]]; })", sentences)
    assert [ids for ids, _ in found] == [list(ids) for ids in encoder.tokenize(sentences)]
    vectors = np.array([vector for _, vector in found])
    np.testing.assert_allclose(vectors, encoder.encode(sentences), atol=5e-6)
    return vectors


@pytest.fixture(scope="module")
def raw():
    return load_encoder("mini")


@pytest.fixture(scope="module")
def page(chromium, raw, tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    return computing(chromium, folder, packed(live_weights.rounded(raw), folder))


def test_pieces_and_vectors_are_the_packages(page, raw):
    rows = [load("hand_graded").iloc[:18], load("hand_zh").iloc[:6]]
    columns = [[s for part in rows for s in part[c]] for c in ("sentence1", "sentence2")]
    vectors = compare(page, live_weights.rounded(raw), [*columns[0], *columns[1], *TRAPS])
    # and eight bits move little: cosines, and their order
    exact = raw.encode(columns[0] + columns[1])
    n = len(columns[0])
    both = np.stack([vectors[: 2 * n], exact])
    units = both / np.linalg.norm(both, axis=2, keepdims=True)
    ours, theirs = (units[:, :n] * units[:, n:]).sum(axis=2)
    assert 0 < np.abs(ours - theirs).max() < 0.005
    assert spearman(ours, theirs) > 0.999


def test_every_kind_of_character_is_cut_alike(page, raw):
    numbers = [*range(0x3400), *range(0x3400, 0x110000, 89)]
    texts = [f"in{chr(n)}to" for n in numbers if not 0xD800 <= n < 0xE000]
    found = page.evaluate("(texts) => texts.map((text) => live.tokenize(model, text))", texts)
    theirs = raw.tokenizer(texts)["input_ids"]
    assert [t for t, a, b in zip(texts, found, theirs, strict=True) if a != b] == []


@pytest.mark.parametrize("pooling", ["mean", "cls"])
def test_any_size_and_both_poolings(chromium, tiny, tmp_path, sentences, pooling):
    encoder = live_weights.rounded(tiny(pooling))
    view = computing(chromium, tmp_path, packed(encoder, tmp_path))
    u, v = compare(view, encoder, [*sentences, *TRAPS])[:2]
    cells = view.evaluate(
        "(texts) => live.encoder.contributions(...texts.map((t) => live.encoder.encode(model, t)))",
        sentences[:2],
    )
    assert np.sum(cells) == pytest.approx(u @ v / np.linalg.norm(u) / np.linalg.norm(v), abs=1e-6)


def test_weights_that_are_cut_off_are_noticed(chromium, tiny, tmp_path):
    entry = packed(live_weights.rounded(tiny()), tmp_path)
    entry["settings"]["pieces"] += 1
    with pytest.raises(Exception, match=r"RangeError|cut off"):
        computing(chromium, tmp_path, entry)


def test_what_a_page_cannot_compute_is_refused(tiny, refused):
    refused("pooling mean or cls", live_weights.pack, tiny("max"), np.zeros(1))
    relu = tiny()
    relu.transformer.config.hidden_act = "relu"
    refused("relu", live_weights.pack, relu, np.zeros(1))


@pytest.fixture
def widget(tiny, tmp_path):
    """A page with the fragment of `Type two sentences`; gives its address and its encoders."""
    encoders = {"raw": live_weights.rounded(tiny()), "cosent": live_weights.rounded(tiny("cls"))}
    scores = {"hand_graded": [5.0, 3.0, 0.0], "hand_zh": [4.0, 1.0]}
    entries = [packed(e, tmp_path, n, [-1, 0, 0.5, -0.9, 0.9]) for n, e in encoders.items()]
    cast = [["swap <b>", 2.0, "a b", "b a"], ["typo", 5.0, "a", "A"]]
    entries = [{**entry, "cast": [1.0, -1.0]} for entry in entries]
    index = {"encoders": entries, "scores": scores, "examples": EXAMPLES, "cast": cast}
    scripts(tmp_path)
    listed = tmp_path / "_static" / "live" / "encoders.js"
    listed.write_text(f"live.listed = {json.dumps(index)};")
    (tmp_path / "book").mkdir()
    head = '<!doctype html><html data-theme="light"><meta charset=utf-8>'
    head += '<link rel="stylesheet" href="../_static/live/live.css">'
    page = tmp_path / "book" / "page.html"
    page.write_text(head + fragment(index, encoders), encoding="utf-8")
    return page, encoders


def cosine(encoder, *pair: str, digits: int = 3) -> str:
    u, v = encoder.encode(list(pair))
    return f"{u @ v / np.linalg.norm(u) / np.linalg.norm(v):.{digits}f}".replace("-", "−")


def test_the_widget_answers(opened, widget):
    page, encoders = widget
    view = opened(page)
    assert view.locator(".live-still").is_hidden()
    assert view.locator(".live-number").all_text_contents() == ["–", "–"]
    view.get_by_role("button", name="Load (0.0 MB)").first.press("Enter")
    status = view.get_by_role("status")
    view.wait_for_selector(f"text={cosine(encoders['raw'], *EXAMPLES[1][1:])}")
    view.wait_for_function("() => document.activeElement.textContent === 'Show its pieces'")
    assert "raw" in status.text_content()
    assert view.locator(".live-body .live-heat tbody tr").count() > 3
    chosen = view.get_by_role("button", name=EXAMPLES[1][0]).first
    assert chosen.get_attribute("aria-pressed") == "true"

    view.get_by_role("button", name="Load all").click()
    view.get_by_label("First sentence").fill("<b>a cat sat</b>")
    view.get_by_label("Second sentence").fill("two dogs run .")
    for encoder in encoders.values():
        view.wait_for_selector(f"text={cosine(encoder, '<b>a cat sat</b>', 'two dogs run .')}")
    assert view.locator(".live-body b").count() == 0  # what is typed is text, never markup
    view.get_by_role("button", name="Show its pieces").nth(1).click()
    view.wait_for_selector(".live-body figcaption:has-text('cosent')")
    view.get_by_role("button", name="Chinese, role swap").click()
    view.wait_for_selector(".live-ends:has-text('of 2')")  # seen among the Chinese pairs now
    view.get_by_label("First sentence").fill("  ")
    view.wait_for_selector("text=Type two sentences.")


def test_an_encoder_that_is_not_there_is_told_and_can_be_tried_again(chromium, widget, tmp_path):
    place = tmp_path / "_static" / "live" / "raw" / "0.js"
    place.rename(place.with_suffix(".away"))
    view = chromium.new_page()
    view.goto(widget[0].as_uri())
    view.get_by_role("button", name="Load (0.0 MB)").first.click()
    view.wait_for_selector("text=could not be loaded")
    place.with_suffix(".away").rename(place)
    view.get_by_role("button", name="Load (0.0 MB)").first.click()
    view.wait_for_selector("text=Cosines: raw")


@pytest.fixture
def chapter(widget, tmp_path):
    """The address of a chapter beside the live page: book.js, and the mark for the pair's box."""
    shutil.copy(pieces.STATIC / "book.js", tmp_path / "_static")
    page = tmp_path / "book" / "chapter.html"
    page.write_text(
        '<!doctype html><html data-theme="light"><meta charset=utf-8>'
        '<script src="../_static/book.js"></script><div class="your-pair" data-encoders="cosent">'
    )
    return page


def test_the_readers_pair_travels_and_a_chapter_shows_it_beside_the_cast(opened, widget, chapter):
    page, encoders = widget
    view = opened(page)
    pair = ("<i>two dogs</i> run", "the woman reads .")
    view.get_by_label("First sentence").fill(pair[0])
    view.get_by_label("Second sentence").fill(pair[1])
    view.get_by_role("button", name="Load all").click()
    view.wait_for_selector(f"text={cosine(encoders['cosent'], *pair)}")
    view.goto(chapter.as_uri())
    short = cosine(encoders["cosent"], *pair, digits=2)
    told = view.wait_for_selector(".your-pair summary >> nth=0").text_content()
    assert told == f"Your pair: {pair[0]} / {pair[1]} (cosent {short})", "none is loaded again"
    view.locator("summary").first.click()
    rows = view.locator(".your-pair-table tbody tr").all_inner_texts()
    assert rows[1].split("\t")[1:] == ["2", "1.00 (1)"]
    assert rows[0].split("\t") == ["yours", "", f"{short} (2)"]
    assert rows[2].endswith("−1.00 (3)")
    assert rows[3].split("\t") == ["right of 100", "", "0"], "the one that scores less is first"
    heads = view.locator(".your-pair-table thead th").all_inner_texts()
    assert heads == ["pair", "our score, 0–5", "cosent"]
    assert view.locator(".your-pair :is(i, th b, dt b)").count() == 0, "what is typed is text"

    # another pair is asked here, and forgotten here
    view.get_by_label("Second sentence").fill("two dogs run .")
    view.get_by_role("button", name="Ask this encoder (loads up to 0.0 MB)").click()
    other = cosine(encoders["cosent"], pair[0], "two dogs run .", digits=2)
    view.wait_for_selector(f"td:has-text('{other}')")
    view.goto(page.as_uri())
    assert view.get_by_label("Second sentence").first.input_value() == "two dogs run ."
    view.goto(chapter.as_uri())
    view.locator("summary").first.click()
    assert view.locator(".your-pair-table").is_visible()
    view.get_by_role("button", name="Forget my pair").click()
    assert view.locator(".your-pair-table").is_hidden(), "no pair, no place among the cast"
    assert view.evaluate("() => localStorage.length") == 0
    assert "two sentences of your own" in view.locator("summary").first.text_content()


JUNK = ["{", "7", "null", '"ab"', '{"texts": "ab"}', '{"texts": ["a"]}', '{"texts": ["a", 1]}']
JUNK += ['{"texts": ["a", " "]}', json.dumps({"texts": ["a", "b" * 301]})]


def test_junk_in_the_browsers_store_counts_as_nothing(opened, chapter, widget):
    view = opened(chapter)
    keep = "(kept) => localStorage.setItem('stsutils.your-pair', kept)"
    for number, junk in enumerate(JUNK):
        view.evaluate(keep, junk)
        view.goto((chapter, widget[0])[number % 2].as_uri())
        view.wait_for_selector(".live-on")
        assert view.evaluate("() => live.yourPair.read()") is None, junk
    odd = '{"texts": ["a", "b"], "cosines": {"x": "<b>", "y": 7, "z": 0.5, "w": null}}'
    view.evaluate(keep, odd)
    assert view.evaluate("() => live.yourPair.read().cosines") == {"z": 0.5}


def test_a_browser_without_a_store_keeps_the_pair_for_the_page(opened, chapter):
    view = opened(chapter)
    view.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    view.reload()
    view.wait_for_selector(".live-on")
    view.evaluate("() => live.yourPair.keep(['a', 'b'])")
    assert view.locator("summary").first.text_content() == "Your pair: a / b"


def test_without_javascript_and_in_print_the_still_tables_stand(opened, widget):
    page, encoders = widget
    pieces.stands_still(opened, page)
    view = opened(page, java_script_enabled=False)
    told = view.locator(".live-still tbody").first.text_content()
    assert cosine(encoders["raw"], *EXAMPLES[0][1:], digits=2) in told
    assert view.locator(".live-still .live-heat").count() == 2


def test_the_built_page_is_light_before_a_click(built, chromium):
    page = browsing.HTML / "book" / "two_sentences.html"
    view = chromium.new_page()
    asked = []
    view.on("request", lambda request: asked.append(request.url))
    view.goto(page.as_uri(), wait_until="load")
    assert all(url.startswith(("file:", "data:", "blob:")) for url in asked)
    files = [Path(url.removeprefix("file://").split("?")[0].split("#")[0]) for url in asked]
    assert sum(file.stat().st_size for file in files if file.is_file()) < 3_000_000
    listed = view.evaluate("() => live.listed.encoders.map(({ bytes }) => bytes)")
    assert len(listed) == 6
    assert max(listed) <= live_weights.LIMIT
