// The claims explorer: every verdict, filtered; its numbers; and the margin, which can be dragged.
live.ready("claims-explorer", (body) => {
  "use strict";
  const { badge, button, element } = live;
  const claims = window.claimsOfTheBook;
  const every = "all";
  const filters = {
    document: { label: "Document", of: (one) => [one.document] },
    set: { label: "Test set", of: (one) => one.sets },
    verdict: { label: "Verdict", of: (one) => [one.verdict] },
    encoder: { label: "Encoder", of: (one) => one.encoders },
  };
  const chosen = { document: every, set: every, verdict: every, encoder: every, words: "" };

  const fits = (one) =>
    Object.entries(filters).every(
      ([key, { of }]) => chosen[key] === every || of(one).includes(chosen[key]),
    ) && `${one.claim} ${one.source} ${one.table}`.toLowerCase().includes(chosen.words);

  const count = element("p", { class: "live-note", role: "status" });
  const list = element("div", {});
  const more = button("", () => show(list.children.length));

  // The claims that somebody ran come first; thirty are listed at a time. Those that are listed
  // `from` before stay as they are, open or moved.
  function show(from = 0) {
    const most = from + 30;
    const found = claims.filter(fits);
    found.sort((a, b) => (a.kind === "not run") - (b.kind === "not run"));
    const run = found.filter((one) => one.kind !== "not run").length;
    count.textContent = `${found.length} of ${claims.length} claims; ${run} of them have been run.`;
    if (!from) list.replaceChildren();
    list.append(...found.slice(from, most).map(claimAlone));
    if (from) list.children[from].firstElementChild.focus();
    more.hidden = found.length <= most;
    more.textContent = `Show more (${Math.max(0, found.length - most)} left)`;
  }

  function picker(key) {
    const { label, of } = filters[key];
    const options = [...new Set(claims.flatMap(of))].sort((a, b) => a.localeCompare(b));
    const number = (value) => claims.filter((one) => of(one).includes(value)).length;
    const words = options.map((value) => [value, `${value} (${number(value)})`]);
    const act = (value) => ((chosen[key] = value), show());
    return live.field(label, live.picker(`claims-${key}`, [[every, every], ...words], act));
  }

  const search = element("input", {
    type: "search",
    id: "claims-words",
    oninput: () => ((chosen.words = search.value.trim().toLowerCase()), show()),
  });

  // One claim: folded, and laid out only when it is opened.
  function claimAlone(one) {
    const summary = element(
      "summary",
      {},
      badge(one.verdict, one.slug),
      ` ${one.claim} `,
      element("cite", {}, one.source),
    );
    const fold = element("details", { class: "sts-fold claims-one" }, summary);
    fold.addEventListener("toggle", () => {
      if (fold.open && fold.children.length === 1) fold.append(inside(one));
    });
    return fold;
  }

  function inside(one) {
    const box = element("div", {});
    if (one.quote) box.append(element("blockquote", {}, one.quote));
    const where = [one.table, one.tier, one.conditions].filter(Boolean).join("; ");
    box.append(element("p", { class: "live-note" }, `${where}. `, strength(one)));
    if (one.why) box.append(element("p", {}, `How far we believe it: ${one.why}`));
    const run = one.contrasts.filter((part) => part.value !== undefined);
    if (one.kind !== "not run" && run.length) box.append(claimsMargin(one));
    else if (run.length < one.contrasts.length) {
      const told = `${run.length} of ${one.contrasts.length} comparisons have been run.`;
      box.append(element("p", {}, told));
    }
    const commands = one.commands.map((text) => element("li", {}, element("code", {}, text)));
    box.append(element("p", {}, "Make the runs:"), element("ul", {}, commands));
    return box;
  }

  const strength = ({ strength: word, contrasts }) =>
    (contrasts.length === 1
      ? "One comparison decides."
      : `${{ all: "All", most: "Most", one: "One" }[word]} of ${contrasts.length} comparisons must hold.`) +
    (contrasts.some((one) => one.declared) ? " The document names no margin, so the sign decides." : "");

  const row = element("div", { class: "live-row" }, Object.keys(filters).map(picker), live.field("Words", search));
  body.append(row, count, list, more);
  show();
});
