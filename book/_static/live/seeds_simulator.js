// The seeds simulator: what a study of this size can show, from a thousand simulated ones.
live.ready("seeds-simulator", (body) => {
  "use strict";
  const { element, svg, text } = live;
  const TIMES = 1000;
  const MOST_SEEDS = 20;
  const percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
  const points = (x) => live.signed(x, x < 1 ? 2 : 1);
  const OURS = { difference: 2, spread: 1.5, seeds: 5, pairs: 2000, chance: 0.8 };
  const state = { ...OURS, dice: 1 };

  const KNOBS = {
    difference: { words: "True difference, in points", from: 0, to: 10, step: 0.1 },
    spread: { words: "Spread of the difference from seed to seed, in points", from: 0, to: 6, step: 0.1 },
    seeds: { words: "Seeds", from: 2, to: MOST_SEEDS, step: 1 },
    pairs: { words: "Test pairs", from: 100, to: 20000, step: 100 },
    chance: { words: "Error of 1,000 test pairs, in points", from: 0, to: 6, step: 0.1 },
  };

  // Comparisons of the book that were run with five seeds and more, as starts.
  function recorded() {
    const found = new Map();
    for (const claim of window.claimsOfTheBook ?? []) {
      for (const one of claim.contrasts) {
        const usable = one.tested && one.able && one.times === 100 && one.kind === "greater";
        if (!usable || !(one.df >= 4) || !Number.isFinite(one.se)) continue;
        const seeds = one.df + 1;
        const spread = Math.sqrt(Math.max(0, one.se ** 2 - one.pairs ** 2) * seeds);
        const [better, worse] = one.value < 0 ? [one.b, one.a] : [one.a, one.b];
        found.set(`${better} > ${worse}`, {
          difference: Math.abs(one.value) * 100,
          spread: spread * 100,
          seeds,
          pairs: one.tested,
          chance: one.pairs * 100 * Math.sqrt(one.tested / 1000),
        });
      }
    }
    return found;
  }

  const knobs = {};
  for (const [key, { words, from, to, step }] of Object.entries(KNOBS)) {
    const shown = element("output", {});
    const range = element("input", {
      type: "range", min: from, max: to, step, "aria-label": words,
      oninput: () => ((state[key] = Number(range.value)), show()),
    });
    knobs[key] = { range, shown };
  }

  const records = recorded();
  const begin = (name) => (Object.assign(state, records.get(name) ?? OURS), show());
  const names = [...records.keys()].map((name) => [name, name]);
  const start = live.picker("seeds-start", [["", "an example of ours"], ...names], begin);

  const answer = element("div", {});
  const intervals = element("div", {});
  const curve = element("div", {});

  function show() {
    for (const [key, { range, shown }] of Object.entries(knobs)) {
      range.value = state[key];
      const whole = key === "seeds" || key === "pairs";
      shown.textContent = whole ? state[key].toLocaleString("en") : points(state[key]);
    }
    const found = studies.repeat(state, TIMES, state.dice);
    const equal = state.difference === 0;
    const lines = [
      [equal ? "A is shown to be better, which is false" : "A is shown to be better, as it is", found.shown],
      ["nothing is shown", found.open],
      ["B is shown to be better, which is false", found.wrong],
      ["B has the higher mean over the seeds", found.meanWrong],
      ["B has the higher number if only the first seed is run", found.oneSeedWrong],
      ["the interval holds the true difference", found.covered],
    ];
    const rows = lines.map(([words, share]) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, words),
        element("td", {}, percent(share)),
        element("td", { class: "seeds-bar", "aria-hidden": "true" }, bar(share)),
      ),
    );
    answer.replaceChildren(
      element("table", { class: "play-table seeds-table" },
        element("caption", {}, `Of ${TIMES.toLocaleString("en")} such studies`),
        element("tbody", {}, rows)),
      element("p", { role: "status" },
        `A difference of ${points(studies.detectable(state))} points would be shown about four times in five. `,
        `The test pairs alone make an error of ${points(studies.pairsError(state))} points, which no seed removes.`),
    );
    drawIntervals(found.some);
    drawCurve();
  }

  function bar(share) {
    const node = element("span", {});
    node.style.width = `${100 * share}%`;
    return node;
  }

  // Forty studies, one above the other, with the true difference and 0.
  function drawIntervals(some) {
    const ends = some.flatMap(({ low, high }) => [low, high]).filter(Number.isFinite);
    const [from, to] = [Math.min(0, ...ends), Math.max(state.difference, ...ends)];
    const x = (value) => 10 + (340 * (value - from)) / (to - from || 1);
    const kinds = { holds: "seeds-right", fails: "seeds-wrong", open: "seeds-open" };
    const mark = (value, kind) => svg("line", { x1: x(value), x2: x(value), y1: 16, y2: 262, class: kind });
    const label = "The intervals of forty of these studies; one that crosses 0 shows nothing.";
    intervals.replaceChildren(
      live.picture("0 0 360 280", label,
        text(4, 11, "Forty of them; dashed: the true difference"),
        mark(0, "seeds-zero"),
        mark(state.difference, "play-mark"),
        some.map(({ low, high, value, outcome }, i) => [
          svg("line", { x1: x(low), x2: x(high), y1: 22 + 6 * i, y2: 22 + 6 * i, class: kinds[outcome] }),
          svg("circle", { cx: x(value), cy: 22 + 6 * i, r: 2, class: `${kinds[outcome]} seeds-dot` }),
        ]).flat(),
        text(x(0), 276, "0", "middle")),
    );
  }

  // How often the better loss is shown, from two seeds on.
  function drawCurve() {
    const x = (seeds) => 44 + (300 * (seeds - 2)) / (MOST_SEEDS - 2);
    const y = (share) => 140 - 116 * share;
    const shares = [];
    for (let seeds = 2; seeds <= MOST_SEEDS; seeds += 1) {
      shares.push([seeds, studies.repeat({ ...state, seeds }, 400, state.dice).shown]);
    }
    const own = shares.find(([seeds]) => seeds === state.seeds)[1];
    const label = `How often A is shown to be better, by number of seeds: ${shares
      .filter(([seeds]) => [2, 3, 5, 10, 20].includes(seeds))
      .map(([seeds, share]) => `${seeds} seeds ${percent(share)}`)
      .join(", ")}.`;
    const level = (share) => svg("line", { x1: 44, x2: 344, y1: y(share), y2: y(share), class: "play-grid" });
    curve.replaceChildren(
      live.picture("0 0 360 172", label,
        text(4, 11, "How often A is shown to be better, by number of seeds"),
        [0, 0.5, 0.8, 1].map((share) => [level(share), text(40, y(share) + 4, percent(share), "end")]).flat(),
        [2, 5, 10, 15, 20].map((seeds) => text(x(seeds), 156, String(seeds), "middle")),
        text(190, 170, "seeds", "middle"),
        svg("polyline", {
          points: shares.map(([seeds, share]) => `${x(seeds)},${y(share)}`).join(" "), class: "play-curve",
        }),
        svg("circle", { cx: x(state.seeds), cy: y(own), r: 4, class: "play-dot" })),
    );
  }

  const fields = Object.entries(KNOBS).map(([key, { words }]) =>
    element("label", { class: "play-field play-slider" }, `${words} = `, knobs[key].shown, knobs[key].range),
  );
  const again = live.button("Throw the dice again", () => ((state.dice += 1), show()));
  if (records.size) body.append(element("div", { class: "live-row" }, live.field("Start with", start)));
  body.append(
    element("div", { class: "live-row" }, fields),
    element("div", { class: "play-pictures" }, intervals, element("div", {}, answer, curve)),
    again,
  );
  show();
});
