// Play with the loss: pairs on the line of cosines and in the plane, moved by the true gradients.
//
// Every pair has the sentence u = (1, 0) in common; its other sentence is a vector v that can be
// dragged. The cosine is that of v with u. An arrow is one step: −η ∂L/∂c on the line, −η ∂L/∂v in
// the plane, with ∂L/∂v = ∂L/∂c · (u − c v/|v|) / |v|.
live.ready("loss-play", (body) => {
  "use strict";
  const { button, element, signed } = live;
  const MOST = 12;
  const clamp = (x, low = -1, high = 1) => Math.min(high, Math.max(low, x));
  const cosine = ({ v }) => clamp(v[0] / Math.hypot(...v));
  const at = (c, length = 1, side = 1) => [length * c, side * length * Math.sqrt(1 - c * c)];

  const STARTS = lossStarts.all;
  const state = { start: "order", way: "vectors", labels: "two", rate: 0.02, past: [], timer: null };

  function begin(name) {
    const start = STARTS[name];
    state.start = name;
    state.labels = start.labels ?? "two";
    state.pairs = start.pairs.map(([c, y], i) => ({ v: at(c, 1, i % 2 ? -1 : 1), y }));
    state.pairs.forEach((pair, i) => (pair.name = start.names?.[i]));
    choose(start.loss, start.settings);
  }

  function choose(name, own = {}) {
    state.loss = name;
    state.settings = {};
    for (const [key, setting] of Object.entries(losses.all[name].settings)) {
      state.settings[key] = own[key] ?? setting.value;
    }
    if (losses.all[name].labels === "two") state.labels = "two";
    state.past = [];
    fitRate();
  }

  // The first step moves the most pushed pair by about a seventh of the half line.
  function fitRate() {
    const most = Math.max(...now().gradient.map(Math.abs));
    const wanted = most > 0 ? 0.15 / most : 0.1;
    state.rate = Number(clamp(wanted, 0.001, 2).toPrecision(1));
  }

  // Labels as the loss reads them: only two of them where the page, or the loss, has two.
  const labels = () => state.pairs.map(({ y }) => (state.labels === "two" ? Number(y > 0.5) : y));

  function now() {
    const c = state.pairs.map(cosine);
    const y = labels();
    const loss = losses.all[state.loss];
    const { value, gradient, comparisons } = loss.at(c, y, state.settings);
    const middle = live.mean(c);
    const chance = loss.at(c.map(() => middle), y, state.settings).value;
    const turns = state.pairs.map(({ v }, i) => turn(v, c[i], gradient[i]));
    return { c, y, value, gradient, comparisons, turns, chance };
  }

  function turn([x, y], c, slope) {
    const length = Math.hypot(x, y);
    return [(slope * (1 - (c * x) / length)) / length, (slope * ((-c * y) / length)) / length];
  }

  function step() {
    const { c, value, gradient, turns } = now();
    state.past.push({ value, rho: losses.spearman(c, labels()) });
    state.pairs.forEach((pair, i) => {
      if (state.way === "vectors") {
        pair.v = pair.v.map((x, axis) => x - state.rate * turns[i][axis]);
      } else {
        const side = pair.v[1] < 0 ? -1 : 1;
        pair.v = at(clamp(c[i] - state.rate * gradient[i]), Math.hypot(...pair.v), side);
      }
    });
  }

  // Playing: twelve steps a second, or sixty at once where the reader's system asks for no motion.
  function play() {
    if (state.timer) return halt(), show();
    if (live.motionReduced()) {
      for (let i = 0; i < 60; i += 1) step();
      return show();
    }
    state.timer = setInterval(() => {
      step();
      show();
    }, 80);
    show();
  }

  // The controls.
  const picker = (label, options, value, act) => {
    const id = `play-${label.toLowerCase().replaceAll(" ", "-")}`;
    return live.field(label, live.picker(id, Object.entries(options), act, value));
  };

  function slider(label, value, { from, to, step: by }, act) {
    const digits = by < 1 ? 2 : 0;
    const shown = element("output", {}, signed(value, digits));
    const node = element("input", {
      type: "range", min: from, max: to, step: by, value, "aria-label": label,
      oninput: () => {
        shown.textContent = signed(Number(node.value), digits);
        act(Number(node.value));
      },
    });
    return element("label", { class: "play-field play-slider" }, `${label} = `, shown, node);
  }

  const titles = (of) =>
    Object.fromEntries(Object.entries(of).map(([key, one]) => [key, one.title]));

  const startRow = element("div", { class: "live-row" });
  const lossRow = element("div", { class: "live-row" });
  const stepRow = element("div", { class: "live-row" });
  const words = element("p", { class: "play-words" });
  const line = element("div", { class: "play-line" });
  const plane = element("div", { class: "play-plane" });
  const past = element("div", {});
  const comparisons = element("div", {});
  const shares = element("p", { class: "live-note" });
  const numbers = element("div", { class: "live-wide" });
  const table = element("div", { class: "live-wide" });
  const playButton = button("Play", play);

  // Rows of controls are made anew only when the choice of loss or start changes, so that a slider
  // that is being moved stays in the hand.
  function controls() {
    const held = document.activeElement?.id; // made anew below: the keyboard stays where it was
    const start = STARTS[state.start];
    words.textContent = start.loss === state.loss ? start.words : lossStarts.asks[state.loss];
    startRow.replaceChildren(
      picker("Start", titles(STARTS), state.start, (name) => (halt(), begin(name), controls())),
    );
    const loss = losses.all[state.loss];
    const rows = [picker("Loss", titles(losses.all), state.loss, (name) => (choose(name), controls()))];
    for (const [key, own] of Object.entries(loss.settings)) {
      const change = (value) => ((state.settings[key] = value), (state.past = []), show());
      rows.push(
        own.options
          ? picker(own.words, own.options, state.settings[key], change)
          : slider(`${own.symbol} (${own.words})`, state.settings[key], own, change),
      );
    }
    if (loss.labels !== "two") {
      const kinds = { two: "0 and 1", grades: "grades" };
      rows.push(picker("Labels", kinds, state.labels, (kind) => {
        state.labels = kind;
        state.past = [];
        controls();
      }));
    }
    lossRow.replaceChildren(...rows);
    stepRow.replaceChildren(
      slider("η (step size)", Math.log10(state.rate), { from: -3, to: 0.3, step: 0.05 }, (x) => {
        state.rate = 10 ** x;
        show();
      }),
      picker(
        "A step moves",
        { vectors: "the vectors, as training does", cosines: "the cosines themselves" },
        state.way,
        (way) => ((state.way = way), show()),
      ),
    );
    const rate = stepRow.querySelector("output");
    const rateRange = stepRow.querySelector("input");
    state.rateShown = () => {
      rate.textContent = state.rate.toPrecision(2);
      rateRange.setAttribute("aria-valuetext", rate.textContent); // its own value is a logarithm
    };
    rowsOfPairs();
    show();
    if (held?.startsWith("play-")) document.getElementById(held)?.focus();
  }

  function halt() {
    clearInterval(state.timer);
    state.timer = null;
  }

  // A pair's row: its label and its cosine can be set there without dragging.
  function rowsOfPairs() {
    const y = labels();
    const rows = state.pairs.map((pair, i) => {
      const grades = state.labels === "two" ? [0, 1] : [...new Set([0, 0.25, 0.5, 0.75, 1, y[i]])].sort();
      const options = grades.map((grade) => [grade, String(grade)]);
      const act = (grade) => ((pair.y = Number(grade)), (state.past = []), show());
      const label = live.picker(null, options, act, y[i]);
      label.setAttribute("aria-label", `label of pair ${i + 1}`);
      const range = element("input", {
        type: "range", min: -1, max: 1, step: 0.01, "aria-label": `cosine of pair ${i + 1}`,
        oninput: () => {
          move(pair, Number(range.value));
          show();
        },
      });
      pair.range = range;
      pair.cells = [element("td"), element("td")];
      const head = element("th", { scope: "row" }, String(i + 1));
      return element("tr", {}, head, element("td", {}, label), element("td", {}, range), pair.cells);
    });
    const heads = ["pair", "label", "cosine", "", "∂L/∂c"];
    table.replaceChildren(live.table("play-table", "The pairs: labels and cosines can be set here too", heads, rows));
  }

  function move(pair, c) {
    pair.v = at(clamp(c), Math.hypot(...pair.v), pair.v[1] < 0 ? -1 : 1);
    state.past = [];
  }

  function show() {
    const found = now();
    state.yours = lossStarts.yours(STARTS[state.start]);
    playButton.textContent = state.timer ? "Pause" : "Play";
    state.rateShown();
    lossDrawings.line(line, state, found, move, show);
    lossDrawings.plane(plane, state, found, show);
    lossDrawings.past(past, state, found);
    lossDrawings.comparisons(comparisons, shares, found.comparisons);
    state.pairs.forEach((pair, i) => {
      if (document.activeElement !== pair.range) pair.range.value = found.c[i];
      pair.cells[0].textContent = signed(found.c[i]);
      pair.cells[1].textContent = signed(found.gradient[i]);
    });
    const all = [
      ["loss", signed(found.value, 3)],
      ["loss if all cosines were equal", signed(found.chance, 3)],
      ["Spearman's ρ", signed(losses.spearman(found.c, found.y))],
      ["ρ at most, for the ties of the labels", signed(losses.tieCeiling(found.y))],
      ["comparisons in the right order (AUC)", signed(losses.right(found.c, found.y))],
      ["steps", String(state.past.length)],
    ];
    numbers.replaceChildren(live.numbers(all));
  }

  const buttons = element(
    "div",
    { class: "live-row" },
    button("Step", () => (step(), show())),
    playButton,
    button("Back to the start", () => (halt(), begin(state.start), controls())),
    button("Add a pair", () => {
      if (state.pairs.length >= MOST) return;
      const i = state.pairs.length;
      state.pairs.push({ v: at(0.9 - 0.15 * i, 1, i % 2 ? -1 : 1), y: i % 2 });
      state.past = [];
      controls();
    }),
    button("Take one away", () => {
      if (state.pairs.length <= 2) return;
      state.pairs.pop();
      state.past = [];
      controls();
    }),
  );
  const pictures = element(
    "div",
    { class: "play-pictures" },
    element("div", {}, line, past),
    element("div", {}, plane, comparisons, shares),
  );
  body.append(startRow, words, lossRow, pictures, buttons, stepRow, numbers, table);

  function open() {
    const { start, loss } = lossStarts.asked(location.hash);
    halt();
    begin(start ?? "order");
    if (loss) choose(loss);
    controls();
  }
  const known = () => Object.values(lossStarts.asked(location.hash)).some(Boolean);
  window.addEventListener("hashchange", () => known() && open());
  document.addEventListener("your-pair", show);
  open();
});
