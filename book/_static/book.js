// Mends of the theme's markup, for those who read with a screen reader.
document.addEventListener("DOMContentLoaded", () => {
  // The search button says more than its label does: let its own text name it.
  for (const button of document.querySelectorAll(".search-button-field[aria-label]")) {
    button.removeAttribute("aria-label");
  }
  // Bibliography entries carry list roles that don't fit together.
  for (const entry of document.querySelectorAll(".citation-list, .citation-list [role]")) {
    entry.removeAttribute("role");
  }
  // The colour switch has a label; its icons need no titles of their own. Font Awesome turns each
  // <i title> into an <svg> with a <title>, before or after this runs: so watch.
  for (const button of document.querySelectorAll(".theme-switch-button")) {
    const quieten = () => {
      for (const icon of button.querySelectorAll(".theme-switch")) {
        icon.setAttribute("aria-hidden", "true");
        icon.removeAttribute("title");
        icon.querySelector("title")?.remove();
      }
    };
    quieten();
    new MutationObserver(quieten).observe(button, { childList: true, subtree: true });
  }
  // "Show code cell source" is its own name: a label that hides it misleads.
  for (const summary of document.querySelectorAll("summary[aria-label]")) {
    summary.removeAttribute("aria-label");
  }
  // The sidebar's arrows have no words.
  for (const summary of document.querySelectorAll("nav summary")) {
    if (!summary.textContent.trim()) summary.setAttribute("aria-label", "Pages below");
  }
});

// What is wider than its place scrolls: the keyboard must reach it then, and a table says so. On a
// phone a table gets narrower before it scrolls: a group's heading stands above its lines, letters
// are smaller, and few rows become columns.
document.addEventListener("DOMContentLoaded", () => {
  const narrow = matchMedia("(max-width: 599px)");
  const wide = (place) => place.scrollWidth > place.clientWidth;
  const over = (place, table) => Math.max(table.scrollWidth, table.offsetWidth) - place.clientWidth;
  const make = (tag, words, more = {}) => {
    const made = Object.assign(document.createElement(tag), more);
    made.append(...words);
    return made;
  };
  const content = (cell) => cell.cloneNode(true).childNodes;

  const lift = (table) => {
    table.classList.add("sts-lifted");
    const colSpan = table.tHead.rows[0].cells.length - 1;
    for (const head of table.querySelectorAll("th[rowspan]")) {
      const above = make("th", [make("div", content(head))], { scope: "rowgroup", colSpan });
      head.parentElement.before(make("tr", [above], { className: "sts-above" }));
    }
  };
  const tighten = (table) => {
    table.classList.add("sts-tight");
    for (const cell of table.querySelectorAll("th, td")) { // hand_graded breaks at its end, or at _
      if (!cell.children.length) cell.innerHTML = cell.innerHTML.replaceAll("_", "_<wbr>");
    }
  };
  const turn = (place, table) => {
    const rows = [...table.rows].map((row) => [...row.cells]);
    if (table.tHead?.rows.length !== 1 || rows.length > 7) return;
    if (rows.some((row) => row.length !== rows[0].length)) return;
    if (table.querySelector("[colspan], [rowspan], [id], input, button")) return;
    const cell = (old, i, k) =>
      make(i && k ? "td" : "th", content(old), i && k ? {} : { scope: k ? "col" : "row" });
    const lines = rows[0].map((_, i) => make("tr", rows.map((row, k) => cell(row[i], i, k))));
    const other = table.cloneNode(false);
    const parts = [make("thead", lines.slice(0, 1)), make("tbody", lines.slice(1))];
    other.append(...(table.caption ? [table.caption.cloneNode(true)] : []), ...parts);
    const before = over(place, table);
    table.replaceWith(other);
    if (over(place, other) > before / 2) other.replaceWith(table); // for little, all stays as it was
  };
  const fit = (place, table) => {
    const tooWide = () => over(place, table) > 0;
    if (!tooWide() || table.matches(".sts-cards, .sts-forest, .sts-tight")) return;
    if (table.matches(".sts-grid:not(.sts-lifted)")) lift(table);
    if (tooWide()) tighten(table);
    if (tooWide()) turn(place, table);
  };
  const reach = (entries) => {
    for (const { target } of entries) {
      const tables = [...target.querySelectorAll("table")];
      if (narrow.matches) tables.forEach((table) => fit(target, table));
      if (wide(target)) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
      target.classList.toggle("sts-more", tables.length > 0 && wide(target));
    }
  };
  const watcher = new ResizeObserver((entries) => requestAnimationFrame(() => reach(entries)));
  const places = "div.cell_output, div.output.text_html, .pst-scrollable-table-container";
  for (const place of document.querySelectorAll(places)) watcher.observe(place);
});

// Sections whose heading begins with "Deeper: " are folded. Without this script they stand open.
document.addEventListener("DOMContentLoaded", () => {
  const folds = [];
  for (const heading of document.querySelectorAll("article section > :is(h2, h3)")) {
    if (!heading.textContent.startsWith("Deeper: ")) continue;
    const section = heading.parentElement;
    const rest = [...section.childNodes];
    const fold = document.createElement("details");
    const line = document.createElement("summary");
    fold.className = "sts-fold sts-deeper";
    line.append(heading);
    fold.append(line, ...rest.filter((node) => node !== heading));
    section.append(fold);
    folds.push(fold);
  }
  // A link into a fold opens it, and paper has all of it.
  const open = () => {
    let name = location.hash.slice(1);
    try {
      name = decodeURIComponent(name);
    } catch {
      // a lone % sign is no code: the name is taken as it stands
    }
    const target = document.getElementById(name);
    const around = folds.filter((fold) => fold.parentElement.contains(target));
    for (const fold of around) fold.open = true;
    if (around.length) target.scrollIntoView();
  };
  window.addEventListener("hashchange", open);
  window.addEventListener("beforeprint", () => folds.forEach((fold) => { fold.open = true; }));
  open();
});

// A number that the records hold opens a card: by click, Enter and Space; Escape closes it.
(() => {
  let open = null;
  const close = () => {
    if (!open) return;
    open.card.remove();
    open.link.setAttribute("aria-expanded", "false");
    open.link.removeAttribute("aria-describedby");
    open = null;
  };
  const line = (card, text, tag) => {
    if (!text) return;
    const p = card.appendChild(document.createElement("p"));
    (tag ? p.appendChild(document.createElement(tag)) : p).textContent = text;
  };
  const show = (link) => {
    const again = open?.link === link;
    close();
    if (again) return;
    const card = document.createElement("div");
    card.className = "ev-card";
    card.id = "ev-card";
    card.setAttribute("role", "note");
    line(card, link.dataset.says);
    line(card, link.dataset.how);
    line(card, link.dataset.run, "code");
    document.body.append(card);
    const at = link.getBoundingClientRect();
    const most = document.documentElement.clientWidth - card.offsetWidth - 16;
    card.style.left = `${Math.max(16, Math.min(at.left, most)) + window.scrollX}px`;
    card.style.top = `${at.bottom + 6 + window.scrollY}px`;
    link.setAttribute("aria-expanded", "true");
    link.setAttribute("aria-describedby", card.id);
    open = { link, card };
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".ev");
    if (link) show(link);
    else if (!event.target.closest(".ev-card")) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    const link = event.target.closest?.(".ev");
    if (link && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      show(link);
    }
  });
})();

// A page that asks for the reader's own pair gets its scripts: <div class="your-pair"></div>.
(() => {
  const here = document.currentScript.src.replace(/book\.js.*$/, "live/");
  document.addEventListener("DOMContentLoaded", () => {
    if (!document.querySelector(".your-pair")) return;
    for (const name of ["common", "wordpiece", "encoder", "weights", "encoders", "your_pair"]) {
      if (document.querySelector(`script[src*="live/${name}.js"]`)) continue;
      const script = document.createElement("script");
      document.head.append(Object.assign(script, { src: `${here}${name}.js`, async: false })); // in this order
    }
  });
})();

// On a phone a table of words is a list of cards: each cell says which column it is of.
document.addEventListener("DOMContentLoaded", () => {
  const LONG = 24; // letters; tables of numbers alone stay tables, and scroll
  for (const table of document.querySelectorAll("article table:not(.live-body table, .live-still table, .sts-forest)")) {
    const [line, ...more] = table.querySelectorAll("thead tr");
    if (!line || more.length || table.querySelector("[colspan], [rowspan]")) continue;
    const heads = [...line.cells].map((cell) => cell.textContent.trim());
    const cells = [...table.querySelectorAll("tbody :is(td, th)")];
    const long = (cell) => cell.textContent.trim().length > LONG;
    const code = [...table.querySelectorAll("tbody code")].some(long); // does not break in a column
    if (!(heads.length > 2 && cells.some(long)) && !(heads.length === 2 && code)) continue;
    table.classList.add("sts-cards");
    table.setAttribute("role", "table"); // what is laid out as blocks is still a table to be read
    for (const row of table.querySelectorAll("tr")) row.setAttribute("role", "row");
    for (const cell of cells) {
      cell.dataset.label = heads[cell.cellIndex] ?? "";
      cell.setAttribute("role", cell.tagName === "TH" ? "rowheader" : "cell");
    }
  }
});
