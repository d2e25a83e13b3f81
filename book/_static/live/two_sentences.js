// Type two sentences: their cosine under several encoders, and which pieces make it.
live.ready("two-sentences", (body) => {
  "use strict";
  const { button, element, signed, svg } = live;
  const { encoders, examples, scores } = live.listed;
  const loaded = new Map(); // name → model
  const texts = [...(live.yourPair.read()?.texts ?? examples[1].slice(1))];
  let pictured = "";
  let own = false; // whether the texts were typed here, so that they are the reader's pair
  let asked = 0; // counts the questions, so that a late answer to an old one is dropped

  const CAPTION =
    "The cosine, and where it lies among hand-written pairs: the long line is yours, short lines " +
    "above are pairs that mean the same (scored 4 or 5), below pairs that do not (0 or 1).";

  const size = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

  // ---- what stands on the page -----------------------------------------------------------------

  const inputs = texts.map((text, i) =>
    element("input", { maxlength: 300, value: text, oninput: soon, id: `live-text-${i}` }),
  );
  const fields = ["First sentence", "Second sentence"].map((name, i) =>
    element("p", { class: "live-field" }, element("label", { for: inputs[i].id }, name), inputs[i]),
  );
  const buttons = examples.map(([kind, ...pair]) => button(kind, () => fill(pair)));
  const said = element("p", { class: "live-note", role: "status" });
  const rows = encoders.map((listed) => rowOf(listed));
  const heads = ["encoder", "cosine", "among pairs", ""];
  const table = live.table("live-table", CAPTION, heads, rows.map((row) => row.line));
  const total = size(encoders.reduce((sum, { bytes }) => sum + bytes, 0));
  const all = button(`Load all (${total})`, loadAll);
  const picture = element("figure", { class: "live-figure" });
  body.append(
    element("div", { class: "live-row", role: "group", "aria-label": "Examples" }, ...buttons),
    ...fields,
    element("div", { class: "live-wide" }, table),
    element("div", { class: "live-row" }, all),
    said,
    picture,
  );
  say("No encoder is loaded yet. Each is a file of this book; nothing is sent anywhere.");

  function say(text) {
    said.textContent = text;
  }

  // ---- one encoder's row -----------------------------------------------------------------------

  function rowOf(listed) {
    const { name, title } = listed;
    const bar = element("progress", { max: 1, value: 0, "aria-label": `loading ${title}` });
    const act = button(`Load (${size(listed.bytes)})`, () => (loaded.has(name) ? show(name) : load()));
    const cosine = element("td", { class: "live-number" }, "–");
    const place = element("td");
    const last = element("td", {}, act);
    const first = [element("th", { scope: "row" }, title), cosine];

    async function load() {
      if (loaded.has(name)) return;
      const held = document.activeElement === act; // a disabled button loses the keyboard
      act.disabled = true;
      last.append(bar);
      try {
        loaded.set(name, await live.weights.load(listed, (share) => (bar.value = share)));
        act.textContent = "Show its pieces";
        pictured ||= name;
        await answer();
      } catch (error) {
        say(`${title} could not be loaded: ${error.message}.`);
      }
      bar.remove();
      act.disabled = false;
      if (held) act.focus();
    }

    function write(value, pairs) {
      cosine.textContent = signed(value, 3);
      place.replaceChildren(...(Number.isFinite(value) ? among(value, pairs) : []));
    }

    return { name, title, listed, act, load, write, line: element("tr", {}, ...first, place, last) };
  }

  async function loadAll() {
    all.disabled = true;
    for (const row of rows) await row.load();
    all.disabled = false;
    if (rows.every(({ name }) => loaded.has(name))) all.remove();
  }

  // ---- among the hand-written pairs ------------------------------------------------------------

  // The cosines of the pairs in this language, alike (scored 4 or 5) above, unlike (0 or 1) below,
  // from the least of them to 1: each encoder has a scale of its own.
  function among(value, pairs) {
    const below = pairs.filter(({ cosine }) => cosine < value).length;
    const least = Math.min(value, ...pairs.map(({ cosine }) => cosine));
    const x = (cosine) => 2 + (196 * (cosine - least)) / Math.max(1 - least, 1e-6);
    const ticks = pairs.flatMap(({ cosine, score }) => {
      if (score > 1 && score < 4) return [];
      const [y1, y2, stroke] = score >= 4 ? [2, 15, "--live-plus"] : [17, 30, "--live-minus"];
      return svg("line", { x1: x(cosine), x2: x(cosine), y1, y2, stroke: `var(${stroke})` });
    });
    const mark = svg("line", { x1: x(value), x2: x(value), y1: 0, y2: 32, class: "live-mark" });
    const name = `among ${pairs.length} pairs: ${medians(pairs)}`;
    const strip = svg("svg", { viewBox: "0 0 200 32", role: "img", "aria-label": name }, ticks, mark);
    const under = [signed(least, 2), `above ${below} of ${pairs.length}`, "1"];
    const ends = under.map((text) => element("span", {}, text));
    return [strip, element("div", { class: "live-ends" }, ...ends)];
  }

  function medians(pairs) {
    const middle = (test) => {
      const found = pairs.filter(({ score }) => test(score)).map(({ cosine }) => cosine);
      return signed(found.sort((a, b) => a - b)[found.length >> 1], 2);
    };
    const [alike, unlike] = [middle((score) => score >= 4), middle((score) => score <= 1)];
    return `pairs of one meaning around ${alike}, of different meanings around ${unlike}`;
  }

  // The pairs of the language that is typed, with their cosines under this encoder.
  function pairsOf(model) {
    const chinese = /\p{Script=Han}/u.test(texts.join());
    const english = scores.hand_graded.length;
    const [own, start] = chinese ? [scores.hand_zh, english] : [scores.hand_graded, 0];
    return own.map((score, i) => ({ score, cosine: model.pairs[start + i] }));
  }

  // ---- the pieces ------------------------------------------------------------------------------

  function show(name) {
    pictured = name;
    answer();
  }

  // Row piece × column piece, in hundredths of the cosine, which is the sum of all cells.
  function draw(title, first, second, cosine) {
    const cells = live.encoder.contributions(first, second);
    const most = Math.max(...cells.flat().map(Math.abs));
    const least = Math.max(0, Math.min(...cells.flat())); // colours of positive cells begin there
    const strength = (number, start) => (Math.abs(number) - start) / Math.max(most - start, 1e-9);
    const cell = (number) =>
      element(
        "td",
        {
          class: number >= 0 ? "live-plus" : "live-minus",
          style: `--live-strength: ${strength(number, number >= 0 ? least : 0).toFixed(2)}`,
        },
        signed(100 * number, 1),
      );
    const name = `${title}: in hundredths, what two pieces bring to the cosine; all cells together`;
    const top = second.pieces.map((piece) => element("th", { scope: "col" }, piece));
    const lines = cells.map((numbers, i) =>
      element("tr", {}, element("th", { scope: "row" }, first.pieces[i]), ...numbers.map(cell)),
    );
    const table = element(
      "table",
      { class: "live-heat" },
      element("thead", {}, element("tr", {}, element("td"), ...top)),
      element("tbody", {}, ...lines),
    );
    const around = { class: "live-wide", tabindex: 0, role: "region", "aria-label": "the pieces" };
    picture.replaceChildren(
      element("figcaption", {}, `${name} are ${signed(100 * cosine, 1)}`),
      element("div", around, table),
    );
  }

  // ---- question and answer ---------------------------------------------------------------------

  // A pair that was forgotten comes back only if it is typed again.
  document.addEventListener("your-pair", () => (own &&= live.yourPair.read() !== null));

  function fill(pair) {
    own = false;
    pair.forEach((text, i) => (inputs[i].value = text));
    answer();
  }

  function soon() {
    const mine = ++asked;
    own = true;
    setTimeout(() => mine === asked && answer(), 400);
  }

  async function answer() {
    const mine = ++asked;
    inputs.forEach((input, i) => (texts[i] = input.value.trim()));
    if (own) live.yourPair.keep(texts);
    for (const [i, button] of buttons.entries()) {
      button.setAttribute("aria-pressed", examples[i].slice(1).every((text, k) => text === texts[k]));
    }
    if (!loaded.size) return say("Load an encoder to see the cosine.");
    if (!texts.every(Boolean)) {
      for (const { write } of rows) write(NaN, []); // no number of the sentences before
      picture.replaceChildren();
      return say("Type two sentences.");
    }
    const heard = [];
    for (const { name, title, act, write, listed } of rows) {
      const model = loaded.get(name);
      if (!model) continue;
      await new Promise((resolve) => setTimeout(resolve)); // let the page breathe between encoders
      if (mine !== asked) return;
      const [first, second] = texts.map((text) => live.encoder.encode(model, text));
      const cosine = live.encoder.cosine(first, second);
      write(cosine, pairsOf(model));
      live.yourPair.note(texts, listed, cosine);
      heard.push(`${title} ${signed(cosine, 2)}`);
      act.setAttribute("aria-pressed", name === pictured);
      if (name === pictured) draw(title, first, second, cosine);
    }
    say(`Cosines: ${heard.join("; ")}.`);
  }
});
