// The pictures of scale_play.js: the table of comparisons, and their shares over all scales.
const scaleDrawings = (() => {
  "use strict";
  const { element, signed, sum, svg, text } = live;
  const [FROM, TO] = [-1, 3]; // of the logarithm of the scale
  const percent = (share) => (share < 0.005 ? "·" : (100 * share).toFixed(0));

  // Rows: pairs that should stand above, the lowest first. Columns: the others, the highest first.
  // So the worst comparison is in the corner.
  function table(box, c, terms) {
    const places = (key, sign) =>
      [...new Set(terms.map((one) => one[key]))].sort((a, b) => sign * (c[a] - c[b]) || a - b);
    const [rows, columns] = [places("i", 1), places("k", -1)];
    const name = (pair) => [String(pair + 1), element("br"), element("small", {}, signed(c[pair]))];
    const head = (...words) => element("th", { scope: "row" }, ...words);
    const found = (i, k) => terms.find((one) => one.i === i && one.k === k);
    const cell = ({ i, k, weight }) => {
      const wrong = c[k] >= c[i];
      const strength = `--live-strength: ${Math.sqrt(weight).toFixed(3)}`;
      const kind = wrong ? "live-minus" : "live-plus";
      return element("td", { class: kind, style: strength }, percent(weight), wrong ? " ✗" : "");
    };
    const total = (key, pair) =>
      percent(sum(terms.filter((one) => one[key] === pair).map(({ weight }) => weight)));
    const row = (...cells) => element("tr", {}, ...cells);
    const lines = rows.map((i) => {
      const cells = columns.map((k) => cell(found(i, k)));
      return row(head(...name(i)), ...cells, element("td", {}, total("i", i)));
    });
    const down = columns.map((k) => element("td", {}, total("k", k)));
    const caption = "Shares of the push, in per cent: row above column";
    lines.push(row(head("down"), ...down, element("td")));
    box.replaceChildren(live.table("live-heat scale-table", caption, ["pair", ...columns.map(name), "up"], lines));
  }

  // Each band is a comparison's share, the worst below; what is left above them stays unused.
  function bands(box, c, y, scale) {
    const [wide, high, left, top] = [296, 150, 42, 22];
    const x = (log) => left + (wide * (log - FROM)) / (TO - FROM);
    const at = (share) => top + high * (1 - share);
    const logs = Array.from({ length: 81 }, (_, n) => FROM + ((TO - FROM) * n) / 80);
    const columns = logs.map((log) => {
      const terms = losses.all.cosent.at(c, y, { scale: 10 ** log }).comparisons;
      return terms.sort((a, b) => c[b.k] - c[b.i] - c[a.k] + c[a.i] || a.i - b.i || a.k - b.k);
    });
    const floors = logs.map(() => 0);
    const areas = columns[0].map(({ i, k }, n) => {
      const low = floors.map((share, column) => `${x(logs[column]).toFixed(1)},${at(share).toFixed(2)}`);
      columns.forEach((terms, column) => (floors[column] += terms[n].weight));
      const high = floors.map((share, column) => `${x(logs[column]).toFixed(1)},${at(share).toFixed(2)}`);
      const kind = c[k] >= c[i] ? "scale-wrong" : "scale-right";
      return svg("polygon", { points: [...low, ...high.reverse()].join(" "), class: kind });
    });
    const mark = { x1: x(Math.log10(scale)), x2: x(Math.log10(scale)), y1: top - 6, y2: top + high + 4 };
    const label =
      "Shares of the push over λ, stacked. On the left all bands are equally thin. To the right the " +
      "worst comparisons take over; what no comparison has stays empty at the top.";
    box.replaceChildren(
      live.picture("0 0 360 208", label,
        text(4, 12, "Shares over λ: the worst comparison lowest"),
        svg("rect", { x: left, y: top, width: wide, height: high, class: "play-grid" }),
        areas,
        [0, 0.5, 1].map((share) => text(left - 4, at(share) + 4, `${100 * share} %`, "end")),
        [0.1, 1, 10, 100, 1000].map((tick) => text(x(Math.log10(tick)), top + high + 18, String(tick), "middle")),
        text(left + wide / 2, 206, "λ", "middle"),
        svg("line", { ...mark, class: "scale-mark" })),
    );
  }

  return { bands, table };
})();
