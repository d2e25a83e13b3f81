// Recorded trainings, replayed: the cosines of the same test pairs, one loss beside another.
live.ready("training-replayed", (body) => {
  "use strict";
  const { element, mean, signed, svg, text } = live;
  const BINS = 36;

  // Each training with its cosines, and its measures at each moment.
  const trainings = window.replaysOfTheBook.map((told) => {
    const half = Math.max(...told.scores) / 2; // a pair scored higher is called similar
    const similar = told.scores.map((score) => Number(score > half));
    const moments = told.thousandths.map((numbers) => {
      const c = numbers.map((x) => x / 1000);
      const own = (kind) => c.filter((_, i) => similar[i] === kind);
      return {
        classes: [own(0), own(1)],
        rho: losses.spearman(c, told.scores),
        auc: losses.right(c, similar),
      };
    });
    return { ...told, moments };
  });
  const last = Math.min(...trainings.map(({ steps }) => steps.length)) - 1;
  // The line of a picture begins at a tenth below which no cosine of both trainings ever comes.
  const leastOf = (pair) =>
    Math.floor(Math.min(...pair.flatMap(({ thousandths }) => thousandths.flat())) / 100) / 10;
  const state = { moment: 0, chosen: [0, 1], timer: null };

  const named = (name) => trainings.findIndex(({ loss }) => loss.name === name);
  const titles = trainings.map(({ title }, i) => [i, title]);
  const pickers = [0, 1].map((side) =>
    live.picker(`replay-${side}`, titles, (i) => ((state.chosen[side] = Number(i)), show())));
  const shown = element("output", {});
  const slider = element("input", {
    type: "range", id: "replay-moment", min: 0, max: last, step: 1,
    oninput: () => (halt(), (state.moment = Number(slider.value)), show()),
  });
  const playButton = live.button("Play", play);
  const frames = [element("div", {}), element("div", {})];
  const curve = element("div", {});

  // Three moments a second; straight to the end where the reader's system asks for no motion.
  function play() {
    if (state.timer) return halt(), show();
    if (state.moment === last) state.moment = 0;
    if (live.motionReduced()) {
      state.moment = last;
      return show();
    }
    state.timer = setInterval(() => {
      state.moment += 1;
      if (state.moment >= last) halt();
      show();
    }, 350);
    show();
  }

  function halt() {
    clearInterval(state.timer);
    state.timer = null;
  }

  // The shares of a class' pairs in equal pieces of the line.
  function histogram(cosines, least) {
    const found = Array.from({ length: BINS }, () => 0);
    for (const c of cosines) {
      const bin = Math.floor((BINS * (c - least)) / (1 - least));
      found[Math.min(BINS - 1, Math.max(0, bin))] += 1 / cosines.length;
    }
    return found;
  }

  // Both classes share a scale; the highest bar fills the picture.
  function draw(box, training, least) {
    const { classes, rho, auc } = training.moments[state.moment];
    const [left, wide, middle, tall] = [10, 340, 105, 72];
    const x = (c) => left + (wide * (c - least)) / (1 - least);
    const shares = classes.map((cosines) => histogram(cosines, least));
    const most = Math.max(...shares.flat());
    const bars = shares.flatMap((own, similar) =>
      own.map((share, bin) => {
        const height = (tall * share) / most;
        const at = { x: left + (wide * bin) / BINS, y: similar ? middle - height : middle };
        const kind = similar ? "scale-right" : "scale-wrong";
        return svg("rect", { ...at, width: wide / BINS, height, class: kind });
      }),
    );
    const means = classes.map(mean);
    const marks = means.map((c, similar) => {
      const ends = similar ? [middle - tall, middle] : [middle, middle + tall];
      return svg("line", { x1: x(c), x2: x(c), y1: ends[0], y2: ends[1], class: "play-mark" });
    });
    const ticks = [];
    const by = least > 0.2 ? 0.1 : 0.5;
    for (let n = Math.ceil(least / by); n * by <= 1.001; n += 1) {
      const c = n * by;
      ticks.push(text(x(c), 194, signed(c, 1), "middle"));
    }
    const words =
      `similar pairs around ${signed(means[1])}, the others around ${signed(means[0])}; ` +
      `${Math.round(100 * auc)} of 100 comparisons in the right order (AUC ${auc.toFixed(2)}), ` +
      `ρ ${signed(rho)}`;
    const step = training.steps[state.moment];
    const label = `${training.title} after ${step} steps: ${words}`;
    box.replaceChildren(
      live.picture("0 0 360 200", label,
        text(4, 12, `${training.title}, ${step ? `after ${step} steps` : "before training"}`),
        bars,
        svg("line", { x1: left, x2: left + wide, y1: middle, y2: middle, class: "seeds-zero" }),
        marks,
        text(left, 32, `similar, ${classes[1].length} pairs`),
        text(left, 178, `not similar, ${classes[0].length} pairs`),
        ticks),
      element("p", { class: "replay-words" }, `${words[0].toUpperCase()}${words.slice(1)}.`),
    );
  }

  // ρ over the steps of both trainings: the first one's line is whole, the second one's dashed.
  function drawCurve(pair) {
    const rhos = pair.map(({ moments }) => moments.map(({ rho }) => rho));
    const ends = rhos.flat();
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const x = (moment) => 40 + (300 * moment) / last;
    const y = (rho) => 130 - (100 * (rho - low)) / Math.max(high - low, 1e-9);
    const points = (line) => line.slice(0, last + 1).map((rho, i) => `${x(i)},${y(rho)}`).join(" ");
    const told = pair.map(({ title }, side) => `${title} from ${signed(rhos[side][0])} to ${signed(rhos[side][last])}`);
    const here = x(state.moment);
    curve.replaceChildren(
      live.picture("0 0 360 165", `ρ over the steps: ${told.join("; ")}`,
        text(4, 12, "ρ on these pairs; whole line: first, dashed: second"),
        [low, high].map((rho) => text(36, y(rho) + 4, signed(rho), "end")),
        svg("line", { x1: here, x2: here, y1: 22, y2: 138, class: "play-ray" }),
        rhos.map((line, side) =>
          svg("polyline", { points: points(line), class: side ? "replay-second" : "play-curve" })),
        rhos.map((line) => svg("circle", { cx: here, cy: y(line[state.moment]), r: 4, class: "seeds-dot" })),
        [0, last].map((moment) => text(x(moment), 154, String(pair[0].steps[moment]), "middle")),
        text(190, 162, "steps", "middle")),
    );
  }

  function show() {
    const pair = state.chosen.map((i) => trainings[i]);
    playButton.textContent = state.timer ? "Pause" : "Play";
    pickers.forEach((node, side) => (node.value = state.chosen[side]));
    slider.value = state.moment;
    shown.textContent = `${pair[0].steps[state.moment]} of ${pair[0].steps[last]}`;
    slider.setAttribute("aria-valuetext", `step ${shown.textContent}`);
    frames.forEach((box, side) => draw(box, pair[side], leastOf(pair)));
    drawCurve(pair);
  }

  // An address such as training_replayed.html#loss=softmax opens with that loss first.
  function open() {
    const asked = named(new URLSearchParams(location.hash.slice(1)).get("loss"));
    const first = asked < 0 ? named("cosent") : asked;
    const { name } = trainings[first].loss;
    const twin = trainings.findIndex(({ loss }, i) => i > first && loss.name === name);
    const other = named(name === "cosent" ? "cosine_mse" : "cosent");
    state.chosen = [first, twin < 0 ? other : twin];
    show();
  }

  body.append(
    element("div", { class: "live-row" },
      live.field("First training", pickers[0]), live.field("Second training", pickers[1])),
    element("div", { class: "live-row" }, playButton,
      element("label", { class: "play-field play-slider", for: "replay-moment" }, "Step ", shown, slider)),
    element("div", { class: "play-pictures" }, ...frames),
    curve,
  );
  window.addEventListener("hashchange", () => location.hash.startsWith("#loss=") && open());
  open();
});
