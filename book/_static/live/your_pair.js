// The reader's own pair: kept in this browser, shown on any page that asks for it.
//
//   <div class="your-pair" data-encoders="raw cosent"></div>    book.js brings the scripts
//
// `live.yourPair` holds the two sentences, and their cosine under each encoder that was asked.
live.yourPair = (() => {
  "use strict";
  const KEY = "stsutils.your-pair";
  const LONGEST = 300;
  let held = null;
  let blocked = false; // the browser keeps nothing: then the pair lives as long as the page

  const isText = (text) => typeof text === "string" && text.trim() && text.length <= LONGEST;

  // {texts: [first, second], cosines: {stamp of an encoder: cosine}}, or null. Whatever else lies
  // in the store, put there by another page or another edition, counts as nothing.
  function sound(found) {
    if (!Array.isArray(found?.texts) || found.texts.length !== 2) return null;
    if (!found.texts.every(isText)) return null;
    const known = Object.entries(found.cosines ?? {}).filter(
      ([, cosine]) => typeof cosine === "number" && Math.abs(cosine) <= 1,
    );
    return { texts: found.texts, cosines: Object.fromEntries(known) };
  }

  function read() {
    if (blocked) return held;
    try {
      held = sound(JSON.parse(localStorage.getItem(KEY)));
    } catch {
      held = null; // no store, or no JSON in it
    }
    return held;
  }

  function write(pair) {
    held = pair;
    try {
      if (pair) localStorage.setItem(KEY, JSON.stringify(pair));
      else localStorage.removeItem(KEY);
    } catch {
      blocked = true; // no store, or a full one
    }
    document.dispatchEvent(new Event("your-pair"));
  }

  // Keep two sentences; the cosines of another pair are forgotten.
  function keep(texts) {
    if (!texts.every(isText) || same(texts)) return;
    write({ texts: [...texts], cosines: {} });
  }

  const same = (texts) => read()?.texts.every((text, i) => text === texts[i]) ?? false;

  // Note the cosine of these texts under an encoder, if they are the pair.
  function note(texts, { stamp }, cosine) {
    if (!same(texts) || Math.abs(read().cosines[stamp] - cosine) < 1e-6) return;
    write({ texts: [...texts], cosines: { ...read().cosines, [stamp]: Math.max(-1, Math.min(1, cosine)) } });
  }

  return { forget: () => write(null), keep, note, read };
})();

live.ready("your-pair", (body, root) => {
  "use strict";
  const { button, element, signed, yourPair } = live;
  const { cast } = live.listed;
  const wanted = root.dataset.encoders?.split(/\s+/).filter(Boolean);
  const encoders = live.listed.encoders.filter(({ name }) => wanted?.includes(name) ?? true);
  const id = (part) => `your-pair-${part}-${[...document.querySelectorAll(".your-pair")].indexOf(root)}`;

  // Enter also ends a Chinese word that is being composed: that asks for nothing
  const asked = ({ key, isComposing }) => key === "Enter" && !isComposing && !ask.disabled && load();
  const inputs = [0, 1].map((i) =>
    element("input", { maxlength: 300, id: id(i), oninput: soon, onkeydown: asked, autocomplete: "off" }),
  );
  const fields = ["First sentence", "Second sentence"].map((name, i) =>
    element("p", { class: "live-field" }, element("label", { for: id(i) }, name), inputs[i]),
  );
  const title = element("span", {});
  const ask = button("", load);
  const forget = button("Forget my pair", drop);
  const said = element("p", { class: "live-note", role: "status" });
  const caption =
    "Your pair among the book's twelve, which are traps: most share their words, few their meaning. " +
    "A number is a cosine; in brackets its place under this encoder, 1 the highest. Compare places, " +
    "not cosines. The last line says how often an encoder puts the pair first that our score does.";
  const heads = ["pair", "our score, 0–5", ...encoders.map((e) => e.title)];
  const table = live.table("your-pair-table", caption, heads, []);
  const sentences = element(
    "details",
    {},
    element("summary", {}, `The ${cast.length} pairs of the cast`),
    element("dl", {}, ...cast.flatMap(([kind, , first, second]) => [
      element("dt", {}, kind), element("dd", {}, first, element("br"), second),
    ])),
  );
  const region = { class: "live-wide", tabindex: 0, role: "region", "aria-label": "the cast" };
  const among = element("div", region, table);
  const fold = element(
    "details",
    { class: "sts-fold", open: "open" in root.dataset },
    element("summary", {}, element("b", {}, "Your pair"), title),
    ...fields,
    element("div", { class: "live-row" }, ask, forget),
    said,
    among,
    sentences,
  );
  body.classList.add("your-pair-body");
  body.append(fold);

  let typing = 0;
  function soon() {
    const mine = ++typing;
    said.textContent = "";
    setTimeout(() => mine === typing && yourPair.keep(inputs.map(({ value }) => value.trim())), 400);
  }

  // Forgets the pair: what stands in the fields too, and what waits to be kept.
  function drop() {
    typing += 1;
    for (const input of inputs) input.value = "";
    yourPair.forget();
  }

  // Loads what is missing, one after the other, and notes each cosine.
  async function load() {
    const texts = inputs.map(({ value }) => value.trim());
    yourPair.keep(texts);
    if (!texts.every(Boolean)) return (said.textContent = "Type two sentences.");
    const held = document.activeElement === ask; // a button that works loses the keyboard
    ask.disabled = true;
    for (const listed of encoders) {
      said.textContent = `Loading ${listed.title} …`;
      try {
        const model = await live.weights.load(listed);
        const [first, second] = texts.map((text) => live.encoder.encode(model, text));
        yourPair.note(texts, listed, live.encoder.cosine(first, second));
      } catch (error) {
        said.textContent = `${listed.title} could not be loaded: ${error.message}.`;
        ask.disabled = false;
        if (held) ask.focus();
        return;
      }
    }
    ask.disabled = false;
    if (held) ask.focus();
    show();
    said.textContent = "Nothing that you type leaves this browser.";
  }

  function show() {
    const pair = yourPair.read();
    if (pair && !inputs.includes(document.activeElement)) {
      inputs.forEach((input, i) => (input.value = pair.texts[i]));
    }
    const known = encoders.map(({ stamp }) => pair?.cosines[stamp]);
    const missing = encoders.filter((_, i) => known[i] === undefined);
    const told = encoders.flatMap((e, i) => (known[i] === undefined ? [] : `${e.title} ${signed(known[i])}`));
    title.textContent = pair
      ? `: ${pair.texts.join(" / ")}${told.length ? ` (${told.join(", ")})` : ""}`
      : ": two sentences of your own, which travel with you through the book";
    const size = live.sum(missing.map(({ bytes }) => bytes)) / 1e6;
    ask.textContent = `Ask ${encoders.length === 1 ? "this encoder" : `these ${encoders.length} encoders`}`;
    if (missing.length) ask.textContent += ` (loads up to ${size.toFixed(1)} MB)`;
    forget.disabled = !pair;
    among.hidden = sentences.hidden = !told.length; // a pair without a cosine has no place yet
    // the place of a cosine among the cast's, and the pair's where it is known
    const columns = encoders.map((e, i) => [known[i], ...e.cast].filter((c) => c !== undefined));
    const cell = (cosine, i) =>
      element("td", {}, cosine === undefined ? "–" : `${signed(cosine)} (${place(cosine, columns[i])})`);
    const line = (name, score, cosines, more = {}) =>
      element("tr", more, element("th", { scope: "row" }, name), element("td", {}, score), ...cosines.map(cell));
    table.tBodies[0].replaceChildren(
      line("yours", "", known, { class: "your-pair-own" }),
      ...cast.map(([kind, score], k) => line(kind, String(score), encoders.map((e) => e.cast[k]))),
      element("tr", {}, element("th", { scope: "row" }, "right of 100"), element("td", {}),
        ...encoders.map((e) => element("td", {}, right(e.cast)))),
    );
  }

  // Of 100 comparisons between pairs of the cast, how many an encoder gets right.
  function right(cosines) {
    const compared = cast.flatMap(([, a], i) => cast.flatMap(([, b], k) => (a > b ? [cosines[i] > cosines[k]] : [])));
    return compared.length ? (100 * compared.filter(Boolean).length / compared.length).toFixed(0) : "–";
  }

  const place = (cosine, all) => 1 + all.filter((other) => other > cosine).length;

  document.addEventListener("your-pair", show);
  addEventListener("storage", show); // typed on another page that is open
  show();
});
