// The pictures of loss_play.js: the line of cosines, the plane of vectors, the loss so far, and the
// comparisons of CoSENT.
// Pairs with a high label are filled, pairs with a low one are hollow, and each has its number.
const lossDrawings = (() => {
  "use strict";
  const { signed, sum, svg, text } = live;
  const WIDE = 360;
  const RADIUS = 9;

  // Draws into the picture that is there already: a new one would let a dragged point go.
  function canvas(place, height, label) {
    const picture = place.firstElementChild ?? place.appendChild(svg("svg", { role: "img", class: "play-svg" }));
    picture.setAttribute("viewBox", `0 0 ${WIDE} ${height}`);
    picture.setAttribute("aria-label", label);
    picture.replaceChildren();
    return picture;
  }

  // An arrow as long as (dx, dy), which begins `from` away from (x, y): at the rim of a point.
  function arrow(x, y, dx, dy, from = 0) {
    const length = Math.hypot(dx, dy);
    if (length < 0.5) return null;
    const head = Math.min(7, length);
    const [ux, uy] = [dx / length, dy / length];
    x += from * ux;
    y += from * uy;
    const [tipX, tipY] = [x + dx, y + dy];
    const [backX, backY] = [tipX - head * ux, tipY - head * uy];
    const wing = head / 2;
    const corners = [[tipX, tipY], [backX - wing * uy, backY + wing * ux]];
    corners.push([backX + wing * uy, backY - wing * ux]);
    const points = corners.map((corner) => corner.join(",")).join(" ");
    return svg(
      "g",
      { class: "play-arrow" },
      svg("line", { x1: x, y1: y, x2: backX, y2: backY }),
      svg("polygon", { points }),
    );
  }

  function point(x, y, number, label) {
    const kind = label > 0.5 ? "high" : label < 0.5 ? "low" : "middle";
    return svg(
      "g",
      { class: `play-point play-${kind}` },
      svg("circle", { cx: x, cy: y, r: 16, class: "play-touch" }),
      svg("circle", { cx: x, cy: y, r: RADIUS }),
      svg("text", { x, y: y + 4, "text-anchor": "middle" }, String(number)),
    );
  }

  // Where a pointer is, in the drawing's own units.
  function place(picture, event) {
    const box = picture.getBoundingClientRect();
    const unit = picture.viewBox.baseVal.width / box.width;
    return [(event.clientX - box.left) * unit, (event.clientY - box.top) * unit];
  }

  // The picture listens, not the point: points are drawn anew at each movement.
  function draggable(picture, nearest, act) {
    if (picture.dataset.drags) return;
    picture.dataset.drags = "yes";
    let held = null;
    picture.addEventListener("pointerdown", (event) => {
      held = nearest(...place(picture, event));
      if (held === null) return;
      picture.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    picture.addEventListener("pointermove", (event) => {
      if (held !== null) act(held, ...place(picture, event));
    });
    for (const end of ["pointerup", "pointercancel"]) {
      picture.addEventListener(end, () => (held = null));
    }
  }

  // The point within a finger's reach, or none, so that a touch elsewhere scrolls the page.
  function closest(points, x, y) {
    const far = points.map(([px, py]) => Math.hypot(px - x, py - y));
    const best = far.indexOf(Math.min(...far));
    return far[best] < 26 ? best : null;
  }

  // In words; a push of so few pixels that it has no arrow is told as such.
  const told = (state, found, pixels) =>
    state.pairs
      .map(({ name }, i) => {
        const way = found.gradient[i] < 0 ? "pushed up" : "pushed down";
        const push = pixels(i) < 0.5 ? (found.gradient[i] ? "hardly pushed" : "not pushed") : way;
        return `pair ${i + 1}${name ? ` (${name})` : ""}, label ${found.y[i]}, at ${signed(found.c[i])}, ${push}`;
      })
      .join("; ");

  function line(box, state, found, move, show) {
    const top = 26;
    const rows = state.pairs.length + (state.yours !== undefined);
    const height = top + 26 * rows + 20;
    const x = (c) => WIDE / 2 + (c * (WIDE - 40)) / 2;
    const y = (i) => top + 26 * i + 10;
    const own = state.yours === undefined ? "" : `; yours, without a label, at ${signed(state.yours)}`;
    const pixels = (i) => ((WIDE - 40) / 2) * state.rate * Math.abs(found.gradient[i]);
    const picture = canvas(box, height, `The line of cosines: ${told(state, found, pixels)}${own}`);
    picture.append(text(4, 12, "On the line of cosines"));
    for (const c of [-1, -0.5, 0, 0.5, 1]) {
      const end = height - 18;
      picture.append(svg("line", { x1: x(c), x2: x(c), y1: top - 6, y2: end, class: "play-grid" }));
      picture.append(text(x(c), height - 4, signed(c, 1), "middle"));
    }
    const threshold = state.settings.threshold;
    if (threshold !== undefined) {
      const own = { x1: x(threshold), x2: x(threshold), y1: top - 6, y2: height - 18 };
      picture.append(svg("line", { ...own, class: "play-mark" }), text(x(threshold) + 3, top, "ε"));
    }
    const points = found.c.map((c, i) => [x(c), y(i)]);
    points.forEach(([px, py], i) => {
      const to = x(Math.max(-1.1, Math.min(1.1, found.c[i] - state.rate * found.gradient[i])));
      const push = arrow(px, py, to - px, 0, RADIUS);
      picture.append(text(4, py + 4, state.pairs[i].name ?? ""), point(px, py, i + 1, found.y[i]));
      if (push) picture.append(push);
    });
    if (own) {
      const dot = point(x(state.yours), y(rows - 1), rows, 0.5);
      dot.classList.add("play-yours");
      picture.append(text(4, y(rows - 1) + 4, "yours, no label"), dot);
    }
    picture.pointsNow = points;
    draggable(
      picture,
      (px, py) => closest(picture.pointsNow, px, py),
      (i, px) => {
        if (!state.pairs[i]) return;
        move(state.pairs[i], (px - WIDE / 2) / ((WIDE - 40) / 2));
        show();
      },
    );
  }

  function plane(box, state, found, show) {
    const [size, middle] = [110, 150];
    const pixels = (i) => size * state.rate * Math.hypot(...found.turns[i]);
    const words = told(state, found, pixels);
    const picture = canvas(box, 300, `The plane of vectors, u to the right: ${words}`);
    const to = ([a, b]) => [WIDE / 2 + size * a, middle - size * b];
    picture.append(
      text(4, 12, "In the plane of vectors"),
      svg("circle", { cx: WIDE / 2, cy: middle, r: size, class: "play-grid" }),
      arrow(WIDE / 2, middle, size, 0),
      text(WIDE / 2 + size + 6, middle + 4, "u"),
    );
    const points = state.pairs.map(({ v }) => to(v));
    points.forEach(([px, py], i) => {
      const ray = { x1: WIDE / 2, y1: middle, x2: px, y2: py, class: "play-ray" };
      picture.append(svg("line", ray));
      const by = found.turns[i].map((slope) => -state.rate * size * slope);
      const push = arrow(px, py, by[0], -by[1], RADIUS);
      picture.append(point(px, py, i + 1, found.y[i]));
      if (push) picture.append(push);
    });
    picture.pointsNow = points;
    draggable(
      picture,
      (px, py) => closest(picture.pointsNow, px, py),
      (i, px, py) => {
        const v = [(px - WIDE / 2) / size, (middle - py) / size];
        const length = Math.hypot(...v);
        if (!state.pairs[i] || length < 0.05) return;
        const kept = Math.min(1.3, Math.max(0.3, length));
        state.pairs[i].v = v.map((part) => (part * kept) / length);
        state.past = [];
        show();
      },
    );
  }

  // The loss of the steps so far, from 0 or the least up, with the level where all cosines are equal.
  function past(box, state, found) {
    const values = [...state.past.map(({ value }) => value), found.value];
    const last = signed(found.value, 3);
    const picture = canvas(box, 90, `The loss after ${state.past.length} steps is ${last}`);
    const most = Math.max(...values, found.chance, 1e-9);
    const least = Math.min(...values, found.chance, 0); // linear threshold with ε < 0 goes below 0
    const x = (i) => 30 + (i * (WIDE - 50)) / Math.max(20, values.length - 1);
    const y = (value) => 78 - (60 * (value - least)) / (most - least);
    const level = (height, kind) =>
      svg("line", { x1: 30, x2: WIDE - 20, y1: height, y2: height, class: kind });
    const points = values.map((value, i) => `${x(i)},${y(value)}`).join(" ");
    picture.append(
      text(4, 12, "The loss, step by step; dashed: all cosines equal"),
      level(y(0), "play-grid"),
      level(y(found.chance), "play-mark"),
      svg("polyline", { points, class: "play-curve" }),
      svg("circle", { cx: x(values.length - 1), cy: y(found.value), r: 3, class: "play-dot" }),
    );
  }

  // CoSENT's comparisons: a row is the pair that should stand above, a column the one below; the area
  // of a square is the comparison's share of the push.
  function comparisons(box, words, terms) {
    box.hidden = words.hidden = !terms?.length;
    if (box.hidden) return;
    const total = sum(terms.map(({ weight }) => weight)) || 1;
    const shares = terms.map((one) => ({ ...one, share: one.weight / total }));
    const worst = shares.reduce((most, one) => (one.share > most.share ? one : most));
    const alike = 1 / sum(shares.map(({ share }) => share ** 2));
    words.textContent =
      `Pair ${worst.i + 1} over pair ${worst.k + 1} has ${(100 * worst.share).toFixed(0)} % of the ` +
      `push, as if ${alike.toFixed(1)} of ${terms.length} comparisons shared it.`;
    const places = (key) => [...new Set(terms.map((one) => one[key]))].sort((a, b) => a - b);
    const [rows, columns] = [places("i"), places("k")];
    const size = Math.min(24, 250 / columns.length);
    const [left, top] = [60, 36];
    const label = `Whose order pushes: ${words.textContent}`;
    const picture = canvas(box, top + size * rows.length + 6, label);
    picture.append(text(4, 12, "CoSENT's comparisons: a row should stand above a column"));
    rows.forEach((i, place) => {
      const y = top + size * (place + 0.5) + 4;
      picture.append(text(left - 8, y, String(i + 1), "end"));
    });
    columns.forEach((k, place) => {
      const x = left + size * (place + 0.5);
      picture.append(text(x, top - 6, String(k + 1), "middle"));
    });
    for (const { i, k, share } of shares) {
      const side = Math.max(1, size * Math.sqrt(share));
      const x = left + size * (columns.indexOf(k) + 0.5) - side / 2;
      const y = top + size * (rows.indexOf(i) + 0.5) - side / 2;
      picture.append(svg("rect", { x, y, width: side, height: side, class: "play-dot" }));
    }
  }

  return { comparisons, line, past, plane };
})();
