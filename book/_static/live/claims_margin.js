// Inside of a claim: its comparisons with their intervals, and a margin that moves the verdict.
//
// The slider adds the same amount to every declared margin. The strip below it shows the verdict for
// every place of the slider.
const claimsMargin = (() => {
  "use strict";
  const { element, svg } = live;
  const KINDS = {
    seen: ["Seen at small scale", "Reproduced", "seen-at-small-scale"],
    part: ["Seen in part", "Partly reproduced", "seen-in-part"],
    mixed: ["Mixed", "Mixed", "mixed"],
    opposite: ["Opposite seen", "Not reproduced", "opposite-seen"],
    "opposite in part": ["Opposite seen in part", "Not reproduced in part", "opposite-seen-in-part"],
    undecided: ["Undecided", "Undecided", "undecided"],
    untestable: ["Not testable here", "Not testable here", "not-testable-here"],
    "not run": ["Not run", "Not run", "not-run"],
  };
  const PLACES = 60;
  const signed = (x, digits = 2) =>
    (x >= 0 ? "+" : "−") + (Number.isFinite(x) ? Math.abs(x).toFixed(digits) : "∞");
  const plain = (x) => String(Number(x.toPrecision(4))).replace("-", "−");

  // The contrasts with this much added to their margins; an equivalence needs one above 0.
  const moved = (contrasts, by) =>
    contrasts.map((one) => {
      const margin = one.margin + by / one.times;
      return { ...one, margin: one.kind === "equivalent" ? Math.max(1e-9, margin) : margin };
    });

  function judged(claim, by) {
    const parts = moved(claim.contrasts, by);
    const settled = rule.settle(parts, claim.level);
    const kind = rule.judge(settled.map((one) => one.outcome), claim.strength);
    return { parts, settled, kind };
  }

  // How far the slider goes: as far as anything can happen, and to the declared margin's other side.
  function reach(claim) {
    const ends = claim.contrasts
      .filter((one) => Number.isFinite(one.value) && Number.isFinite(one.se))
      .flatMap((one) => {
        const value = one.kind === "equivalent" ? Math.abs(one.value) : one.value;
        const half = Math.min(rule.width(one, 0.002), 12 * one.se);
        return [value - half, value + half].map((end) => (end - one.margin) * one.times);
      });
    const low = Math.min(-1, ...ends);
    const high = Math.max(1, ...ends);
    const step = 10 ** Math.floor(Math.log10((high - low) / 100));
    return { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step, step };
  }

  const told = (one) => {
    const margin = plain(one.margin * one.times);
    if (one.kind === "equivalent") return `${one.a} = ${one.b} within ±${margin}`;
    return `${one.a} > ${one.b}` + (one.margin ? ` by more than ${margin}` : "");
  };

  // An interval, 0 and the margin (both margins of an equivalence) on one scale for the whole claim.
  function picture(one, decision, [from, to]) {
    const x = (value) => 8 + (344 * (value * one.times - from)) / (to - from);
    const inside = (value) => Math.min(356, Math.max(4, x(value)));
    const margins = one.kind === "equivalent" ? [one.margin, -one.margin] : [one.margin];
    return svg(
      "svg",
      { viewBox: "0 0 360 30", class: "play-svg", "aria-hidden": "true" },
      svg("line", { x1: x(0), x2: x(0), y1: 3, y2: 27, class: "play-grid" }),
      margins.map((m) => svg("line", { x1: x(m), x2: x(m), y1: 1, y2: 29, class: "claims-margin" })),
      svg("line", {
        x1: inside(decision.low), x2: inside(decision.high), y1: 15, y2: 15, class: "claims-interval",
      }),
      svg("circle", { cx: inside(one.value), cy: 15, r: 5, class: "play-dot" }),
    );
  }

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

  return function claimsMargin(claim, badge) {
    const { low, high, step } = reach(claim);
    const name = (kind) => KINDS[kind][claim.tier === "paper" ? 1 : 0];
    const verdict = element("span", { role: "status" });
    const shown = element("output", {});
    const range = element("input", {
      type: "range", min: low, max: high, step, value: 0,
      "aria-label": "added to every declared margin", oninput: () => show(Number(range.value)),
    });
    const ends = claim.contrasts
      .filter((one) => Number.isFinite(one.value) && Number.isFinite(one.se))
      .flatMap((one) => {
        const half = Math.min(rule.width(one, 0.002), 12 * one.se);
        const mirrored = one.kind === "equivalent" ? -one.margin : one.margin;
        return [one.value - half, one.value + half, one.margin, mirrored].map((v) => v * one.times);
      });
    const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
    const scale = most > least ? [least, most] : [-1, 1]; // all 0, or no error to draw
    const lines = claim.contrasts.map((one) => {
      const words = element("p", {});
      const image = element("div", {});
      return { words, image, node: element("li", {}, words, image, one.records && records(one)) };
    });

    function show(by) {
      const { parts, settled, kind } = judged(claim, by);
      const margins = [...new Set(parts.map((one) => plain(one.margin * one.times)))];
      shown.textContent =
        margins.length === 1 ? margins[0] : `each one as declared ${by ? signed(by, 1) : ""}`;
      verdict.replaceChildren(badge(name(kind), KINDS[kind][2]));
      parts.forEach((one, i) => {
        const { outcome, low: from, high: to, level } = settled[i];
        let text = `${told(one)}: ${outcome}`;
        if (Number.isFinite(one.value)) {
          text += ` (${signed(one.value * one.times)}`;
          if (Number.isFinite(from)) {
            const ends = `${signed(from * one.times)} to ${signed(to * one.times)}`;
            text += `, ${(100 * level).toFixed(1)} % interval ${ends}`;
          }
          lines[i].image.replaceChildren(picture(one, settled[i], scale));
          text += ")";
        }
        lines[i].words.textContent = text;
      });
    }

    const strip = element("div", { class: "claims-strip", "aria-hidden": "true" });
    let last = null;
    for (let i = 0; i < PLACES; i += 1) {
      const { kind } = judged(claim, low + ((i + 0.5) * (high - low)) / PLACES);
      if (kind === last?.kind) last.size += 1;
      else {
        last = { kind, size: 1, node: element("span", { class: `verdict-${KINDS[kind][2]}` }) };
        strip.append(last.node);
      }
      last.node.style.flexGrow = last.size;
      last.node.title = name(kind);
      last.node.textContent = last.size > 6 ? name(kind) : "";
    }
    const back = element(
      "button",
      { type: "button", onclick: () => ((range.value = 0), show(0)) },
      "As declared",
    );
    const head = element("div", { class: "live-row" }, "Margin: ", shown, " gives ", verdict, back);
    const list = element("ul", { class: "claims-list" }, lines.map((line) => line.node));
    show(0);
    return element("div", {}, head, range, strip, list);
  };
})();
