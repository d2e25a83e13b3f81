// Inside of a claim: its comparisons with their intervals, and a margin that moves the verdict.
//
// The slider adds the same amount to every margin. The strip below it shows the verdict for every
// place of the slider. Within .claims-falling the seeds' dots fall one by one, and all else comes after.
const claimsMargin = (() => {
  "use strict";
  const { badge, element, svg } = live;
  const PLACES = 60;
  const signed = (x, digits = 2) =>
    (x >= 0 ? "+" : "−") + (Number.isFinite(x) ? Math.abs(x).toFixed(digits) : "∞");
  const name = (kind) => kind[0].toUpperCase() + kind.slice(1);
  const slug = (kind) => kind.replace(" ", "-");
  const BEYOND = { holds: "beyond", fails: "short of", open: "on both sides of" };
  const plain = (x) => String(Number(x.toPrecision(4))).replace("-", "−");

  // The contrasts with this much added to their margins; an equivalence needs one above 0.
  const moved = (contrasts, by) =>
    contrasts.map((one) => {
      const margin = one.margin + by / one.times;
      return { ...one, margin: one.kind === "equivalent" ? Math.max(1e-9, margin) : margin };
    });

  function judged(claim, by) {
    const parts = moved(claim.contrasts, by);
    const settled = rule.settle(parts);
    return { parts, settled, kind: rule.judge(settled, claim.strength) };
  }

  // Every estimate of a claim that can be drawn, those at settings that are as good, too.
  const estimates = (claim) =>
    claim.contrasts
      .flatMap((one) => [one, ...(one.beside ?? []).map((e) => ({ ...one, ...e }))])
      .filter((one) => Number.isFinite(one.value) && Number.isFinite(one.se))
      .map((one) => ({ ...one, half: Math.min(rule.width(one, 0.002), 12 * one.se) }));

  // How far the slider goes: as far as anything can happen, and to the margin's other side.
  function reach(claim) {
    const ends = estimates(claim).flatMap(({ value, half, ...one }) => {
      const distance = one.kind === "equivalent" ? Math.abs(value) : value;
      return [distance - half, distance + half].map((end) => (end - one.margin) * one.times);
    });
    const low = Math.min(-1, ...ends);
    const high = Math.max(1, ...ends);
    const step = 10 ** Math.floor(Math.log10((high - low) / 100));
    return { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step, step };
  }

  const told = (one) => {
    const margin = plain(one.margin * one.times);
    const without = one.without ? ` (without ${one.without})` : "";
    if (one.kind === "equivalent") return `${one.a} = ${one.b} within ±${margin}${without}`;
    return `${one.a} > ${one.b}` + (one.margin ? ` by more than ${margin}` : "") + without;
  };

  // The interval that is shown: that of two one-sided tests where two are equal.
  const levelOf = (one, { outcome }) => (one.kind === "equivalent" && outcome === "holds" ? 0.9 : 0.95);

  // What has to be known of a line's outcome, as the page of all claims tells it.
  function says(one, settled) {
    const level = levelOf(one, settled);
    const [low, high] = rule.interval(one, level).map((end) => end * one.times);
    const number = signed(one.value * one.times);
    const ends = `${Math.round(100 * level)} % interval ${signed(low)} to ${signed(high)}`;
    const near = [one, ...one.beside].map(({ value }) => value * one.times);
    const over = `${signed(Math.min(...near))} to ${signed(Math.max(...near))} over rates`;
    const { outcome, firm, beyond } = settled;
    const seeds = one.seeds?.map((value) => value * one.times);
    return [
      Number.isFinite(low) ? `${number}, ${ends}` : number,
      seeds && `${seeds.length} seeds from ${signed(Math.min(...seeds))} to ${signed(Math.max(...seeds))}`,
      beyond && `${BEYOND[beyond]} our margin of ${plain(one.declared * one.times)}`,
      one.beside.length && `${over} that validation cannot tell apart`,
      one.pending && `to be run at rates that validation cannot tell apart: ${one.pending}`,
      ["holds", "fails"].includes(outcome) && !firm && "not at Holm's level",
    ].filter(Boolean).join("; ");
  }

  // An interval, 0 and the margin (both margins of an equivalence) on one scale for the whole claim;
  // below them the seeds. Where a line has none its own dot falls, in the line's turn.
  function picture(one, settled, [from, to], turn) {
    const [low, high] = rule.interval(one, levelOf(one, settled));
    const x = (value) => 8 + (344 * (value * one.times - from)) / (to - from);
    const inside = (value) => Math.min(356, Math.max(4, x(value)));
    const margins = one.kind === "equivalent" ? [one.margin, -one.margin] : [one.margin];
    return svg(
      "svg",
      { viewBox: "0 0 360 38", class: "play-svg", "aria-hidden": "true" },
      svg("line", { x1: x(0), x2: x(0), y1: 3, y2: 35, class: "play-grid" }),
      svg(
        "g",
        { class: "claims-after" },
        margins.map((m) => svg("line", { x1: x(m), x2: x(m), y1: 1, y2: 37, class: "claims-margin" })),
        svg("line", { x1: inside(low), x2: inside(high), y1: 15, y2: 15, class: "claims-interval" }),
        one.beside.map(({ value }) =>
          svg("circle", { cx: inside(value), cy: 15, r: 5, class: "claims-beside" }),
        ),
        one.seeds && svg("circle", { cx: inside(one.value), cy: 15, r: 5, class: "play-dot" }),
      ),
      one.seeds?.map((value, i) =>
        svg("circle", { cx: inside(value), cy: 30, r: 4, class: "claims-seed", style: `--turn: ${i}` }),
      ) ??
        svg("circle", {
          cx: inside(one.value), cy: 15, r: 5, class: "play-dot claims-seed", style: `--turn: ${turn}`,
        }),
    );
  }

  // How many dots fall one after the other, those of all lines at the same time.
  const turns = ({ contrasts }) =>
    Math.max(...contrasts.map(({ seeds }, i) => seeds?.length ?? i + 1));

  const records = (one) =>
    element(
      "details",
      {},
      element("summary", {}, "The records behind it"),
      ["a", "b"].map((side, i) =>
        element(
          "p",
          {},
          `${one[side]}: `,
          one.records[i].flatMap((id) => [element("code", {}, id), " "]),
        ),
      ),
      element("p", {}, "Show one, or make it again: "),
      element("p", {}, element("code", {}, `stsutils ledger show ${one.records[0][0]}`)),
      element("p", {}, element("code", {}, `stsutils ledger repeat ${one.records[0][0]}`)),
    );

  function claimsMargin(claim) {
    const { low, high, step } = reach(claim);
    const verdict = element("span", { role: "status" });
    const shown = element("output", {});
    const range = element("input", {
      type: "range", min: low, max: high, step, value: 0,
      class: "claims-after", "aria-label": "added to every margin", oninput: () => show(Number(range.value)),
    });
    const ends = estimates(claim).flatMap(({ value, half, ...one }) => {
      const mirrored = one.kind === "equivalent" ? -one.margin : one.margin;
      return [value - half, value + half, one.margin, mirrored, ...(one.seeds ?? [])].map(
        (end) => end * one.times,
      );
    });
    const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
    const scale = most > least ? [least, most] : [-1, 1]; // all 0, or no error to draw
    const lines = claim.contrasts.map((one) => {
      const words = element("p", {});
      const image = element("div", {});
      return { words, image, node: element("li", {}, words, image, one.records && records(one)) };
    });

    function show(by) {
      list.closest(".claims-falling")?.classList.remove("claims-falling"); // moved by hand: all stands
      const { parts, settled, kind } = judged(claim, by);
      const margins = [...new Set(parts.map((one) => plain(one.margin * one.times)))];
      shown.textContent =
        margins.length === 1 ? margins[0] : `each line's own ${by ? signed(by, 1) : ""}`;
      verdict.replaceChildren(badge(name(kind), slug(kind)));
      parts.forEach((one, i) => {
        const measured = Number.isFinite(one.value);
        const more = measured ? ` (${says(one, settled[i])})` : "";
        const after = element("span", { class: "claims-after" }, `: ${settled[i].outcome}${more}`);
        lines[i].words.replaceChildren(told(one), after);
        if (measured) lines[i].image.replaceChildren(picture(one, settled[i], scale, i));
      });
    }

    const strip = element("div", { class: "claims-strip claims-after", "aria-hidden": "true" });
    let last = null;
    for (let i = 0; i < PLACES; i += 1) {
      const { kind } = judged(claim, low + ((i + 0.5) * (high - low)) / PLACES);
      if (kind === last?.kind) last.size += 1;
      else {
        last = { kind, size: 1, node: element("span", { class: `verdict-${slug(kind)}` }) };
        strip.append(last.node);
      }
      last.node.style.flexGrow = last.size;
      last.node.title = name(kind);
      last.node.textContent = last.size > 6 ? name(kind) : "";
    }
    const back = live.button("Back to the verdict above", () => ((range.value = 0), show(0)));
    const head = element("div", { class: "live-row claims-after" }, "Margin: ", shown, " gives ", verdict, back);
    const list = element("ul", { class: "claims-list" }, lines.map((line) => line.node));
    show(0);
    return element("div", {}, head, range, strip, list);
  }
  return Object.assign(claimsMargin, { turns });
})();
