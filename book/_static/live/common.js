// What the live pieces share. Classic scripts: a page opened from disk may load nothing else.
//
//   <div class="seeds"><div class="live-still">seen without JavaScript, and in print</div></div>
//   <script src="../_static/live/common.js"></script>
//   <script src="../_static/live/seeds.js"></script>    with: live.ready("seeds", (body) => { … });
window.live ??= (() => {
  "use strict";
  const here = document.currentScript.src.replace(/[^/]*$/, "");
  const loaded = new Map();

  // Numbers from 0 to 1 from a seed (Marsaglia's xorshift on 32 bits): the same each time.
  function dice(seed) {
    let state = (seed * 2654435761) >>> 0 || 1;
    return () => {
      state ^= state << 13;
      state >>>= 0;
      state ^= state >>> 17;
      state ^= state << 5;
      state >>>= 0;
      return (state + 0.5) / 4294967296;
    };
  }

  function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else if (value === true) node.setAttribute(name, "");
      else if (value !== false && value != null) node.setAttribute(name, value);
    }
    node.append(...children.flat().filter((child) => child != null));
    return node;
  }

  // element("button", { type: "button", onclick: act }, "Play"): strings become text, never HTML.
  function element(name, attributes = {}, ...children) {
    return fill(document.createElement(name), attributes, children);
  }

  // The same within a drawing; units are those of its viewBox.
  function svg(name, attributes = {}, ...children) {
    return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
  }

  const button = (words, onclick) => element("button", { type: "button", onclick }, words);
  const badge = (words, slug) => element("span", { class: `verdict verdict-${slug}` }, words);

  // A list to choose from: `options` are [value, words], and `act` hears the value that is chosen.
  function picker(id, options, act = () => {}, chosen) {
    const node = element("select", { id, onchange: () => act(node.value) });
    for (const [value, words] of options) {
      node.append(element("option", { value, selected: value === chosen }, words));
    }
    return node;
  }

  // A control behind its label.
  const field = (label, node) =>
    element("span", { class: "play-field" }, element("label", { for: node.id }, label), node);

  // A table with headings of its columns; a heading of no words is an empty cell.
  function table(name, caption, heads, rows) {
    const head = (words) => (words ? element("th", { scope: "col" }, ...[words].flat()) : element("td"));
    return element("table", { class: name },
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, heads.map(head))),
      element("tbody", {}, rows));
  }

  // Numbers with their names, [name, number] each.
  const numbers = (lines) =>
    element("dl", { class: "play-numbers" }, lines.map(([name, number]) =>
      element("div", {}, element("dt", {}, name), element("dd", {}, number))));

  // A drawing that a screen reader calls by its label, and words in it.
  const picture = (viewBox, label, ...children) =>
    svg("svg", { viewBox, role: "img", class: "play-svg", "aria-label": label }, ...children);
  const text = (x, y, words, anchor) => svg("text", { x, y, class: "play-text", "text-anchor": anchor }, words);

  // A number with a true minus sign; a dash where there is none.
  const signed = (x, digits = 2) => (Number.isFinite(x) ? x.toFixed(digits) : "–").replace("-", "−");
  const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);
  const mean = (numbers) => sum(numbers) / numbers.length;

  // Whether the reader's system asks for no motion; asked anew at each start of a movement.
  function motionReduced() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  // A script that lies beside this one, once.
  function script(file) {
    if (!loaded.has(file)) {
      const wait = new Promise((resolve, reject) => {
        const failed = () => reject(new Error(`${file} is not there`));
        const node = element("script", { src: here + file, onload: resolve, onerror: failed });
        document.head.append(node);
      });
      wait.catch(() => loaded.delete(file)); // may be tried again
      loaded.set(file, wait);
    }
    return loaded.get(file);
  }

  // Builds a piece in every element whose id or class is `name`. What lies in .live-still is hidden
  // once the piece stands; it stays where building fails, and in print.
  function ready(name, build) {
    const start = () => {
      for (const root of document.querySelectorAll(`#${name}, .${name}`)) {
        if (root.classList.contains("live-on")) continue;
        const body = element("div", { class: "live-body" });
        build(body, root);
        root.append(body);
        root.classList.add("live-on");
      }
    };
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
    else start();
  }

  return {
    badge, button, dice, element, field, mean, motionReduced, numbers, picker, picture, ready, script,
    signed, sum, svg, table, text,
  };
})();
