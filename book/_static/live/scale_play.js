// CoSENT's scale on twelve pairs: how the push is shared among the 36 comparisons.
live.ready("scale-play", (body) => {
  "use strict";
  const { button, element, field, signed } = live;
  const labels = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0];
  const cosinesOf = ({ pairs }) => pairs.map(([cosine]) => cosine);
  const casts = Object.entries(lossStarts.all).filter(([, { names }]) => names);
  const STARTS = {
    ...Object.fromEntries(casts.map(([key, one]) => [key, { ...one, cosines: cosinesOf(one) }])),
    nearly: { title: "nearly in order", cosines: cosinesOf(lossStarts.all.twelve) },
    order: {
      title: "all in order",
      cosines: [0.9, 0.84, 0.77, 0.7, 0.64, 0.55, 0.45, 0.36, 0.25, 0.12, 0, -0.15],
    },
    cone: {
      title: "all near .9, an encoder in a cone",
      cosines: [0.95, 0.93, 0.92, 0.9, 0.88, 0.87, 0.93, 0.91, 0.89, 0.87, 0.86, 0.84],
    },
    mixed: {
      title: "mixed up",
      cosines: [0.1, 0.75, 0.3, 0.5, -0.1, 0.6, 0.7, 0.2, 0.8, -0.05, 0.4, 0.55],
    },
  };
  const state = { scale: 20, pair: 5 };
  const begin = (key) => Object.assign(state, { start: STARTS[key], cosines: [...STARTS[key].cosines] });
  begin(Object.keys(STARTS)[0]);

  const starts = Object.entries(STARTS).map(([key, { title }]) => [key, title]);
  const start = live.picker("scale-start", starts, (key) => (begin(key), show()));
  const shown = element("output", {});
  const slider = element("input", {
    type: "range", id: "scale-slider", min: -1, max: 3, step: 0.01,
    oninput: () => ((state.scale = 10 ** Number(slider.value)), show()),
  });
  // A pair's number, and its name where it is one of the cast.
  const named = (i) => `${i + 1}${state.start.names ? ` (${state.start.names[i]})` : ""}`;
  const option = (i) => `${named(i)}, ${labels[i] ? "similar" : "not similar"}`;
  const choose = (i) => ((state.pair = Number(i)), show());
  const pair = live.picker("scale-pair", labels.map((_, i) => [i, option(i)]), choose);
  const cosineShown = element("output", {});
  const cosine = element("input", {
    type: "range", id: "scale-cosine", min: -1, max: 1, step: 0.01,
    oninput: () => ((state.cosines[state.pair] = Number(cosine.value)), show()),
  });
  const said = element("p", { class: "play-words", role: "status" });
  const table = element("div", { class: "live-wide" });
  const bands = element("div", {});
  const points = element("div", {});

  // The finding in words: who has most, as if how many shared, and what stays unused.
  function words(c, terms) {
    const total = live.sum(terms.map(({ weight }) => weight));
    const worst = terms.reduce((most, one) => (one.weight > most.weight ? one : most));
    const alike = total ** 2 / live.sum(terms.map(({ weight }) => weight ** 2));
    const wrong = terms.filter(({ i, k }) => c[k] >= c[i]).length;
    const unused = 100 * (1 - total);
    const order = wrong
      ? `${wrong} of ${terms.length} comparisons ${wrong === 1 ? "is" : "are"} wrong.`
      : "All 36 comparisons are right.";
    if (total < 0.005) return `${order} With this λ nobody is pushed: the loss is content.`;
    return (
      `${order} The largest share, ${(100 * worst.weight).toFixed(0)} %, has the one that says: pair ` +
      `${named(worst.i)} should stand above pair ${named(worst.k)}. It is as if ${alike.toFixed(1)} ` +
      `comparisons shared the push. ${unused.toFixed(unused < 10 ? 1 : 0)} % of it stays unused.`
    );
  }

  function show() {
    const { scale, cosines: c } = state;
    const found = losses.all.cosent.at(c, labels, { scale });
    shown.textContent = scale >= 100 ? scale.toFixed(0) : scale.toPrecision(2);
    slider.value = Math.log10(scale);
    slider.setAttribute("aria-valuetext", shown.textContent); // its own value is a logarithm
    pair.value = state.pair;
    [...pair.options].forEach((one, i) => (one.textContent = option(i)));
    cosine.value = c[state.pair];
    cosineShown.textContent = signed(c[state.pair]);
    said.textContent = words(c, found.comparisons);
    scaleDrawings.table(table, c, found.comparisons);
    scaleDrawings.bands(bands, c, labels, scale);
    // an arrow of the whole push would be a quarter of the line
    const pairs = c.map((_, i) => ({ i, name: state.start.names?.[i] }));
    const drawn = { pairs, settings: {}, rate: 0.5 / scale, yours: lossStarts.yours(state.start) };
    lossDrawings.line(points, drawn, { ...found, c, y: labels }, move, show);
  }

  function move({ i }, value) {
    state.pair = i;
    state.cosines[i] = Math.min(1, Math.max(-1, value));
  }

  const set = (scale) => () => ((state.scale = scale), show());
  body.append(
    element("div", { class: "live-row" },
      element("label", { class: "play-field play-slider", for: "scale-slider" }, "λ = ", shown, slider)),
    element("div", { class: "live-row" },
      button("λ → 0", set(0.1)), button("λ = 20, as in the paper", set(20)), button("λ → ∞", set(1000)),
      field("Pairs", start)),
    said,
    element("div", { class: "play-pictures" }, element("div", {}, table, bands), points),
    element("div", { class: "live-row" }, field("Move pair", pair),
      element("label", { class: "play-field play-slider", for: "scale-cosine" }, "its cosine = ", cosineShown, cosine)),
  );
  document.addEventListener("your-pair", show);
  show();
});
