// The abstracts: a sentence opens its claims; a bet may come before the verdict.
//
// The marked text and its folds are in the page already. Here folds get their comparisons, and the
// switch that hides what came out until the reader has bet. Bets are those of the page of bets. Then
// the seeds fall one by one, and only after them stand interval, margin and verdict.
live.ready("abstracts", (body, root) => {
  "use strict";
  const { element } = live;
  const claims = new Map(
    window.claimsOfTheBook.filter(({ tier }) => tier === "lab").map((one) => [one.id, one]),
  );
  const page = root.closest("article") ?? document.body;

  // The comparisons of a claim first, so that a phone sees its seeds; below them the margin to be
  // dragged, the document's words, what it was run with, and how far we believe it.
  function inside(one) {
    const where = [one.table, one.conditions].filter(Boolean).join("; ");
    const run = one.kind !== "not run" && one.contrasts.some(({ value }) => value !== undefined);
    const margin = run ? claimsMargin(one) : null;
    margin?.prepend(margin.querySelector(".claims-list"));
    return [
      margin,
      one.quote ? element("blockquote", {}, one.quote) : null,
      element("p", { class: "live-note" }, where),
      one.why ? element("p", { class: "claims-after" }, `How far we believe it: ${one.why}`) : null,
    ];
  }

  function opened(fold) {
    for (const item of fold.querySelectorAll("[data-claim]:not(.sts-open)")) {
      const one = claims.get(item.dataset.claim);
      item.classList.add("sts-open", "claims-falling");
      if (!one) continue;
      item.style.setProperty("--turns", claimsMargin.turns(one));
      item.addEventListener("animationend", ({ animationName }) => {
        if (animationName === "claims-appear") item.classList.remove("claims-falling");
      });
      const box = element("div", { class: "sts-claim live-body" }, ...inside(one));
      const settle = (share) => {
        live.bets.write({ ...live.bets.read(), [`${one.tier} ${one.claim}`]: share });
        item.classList.add("sts-bet", "claims-falling");
        const decided = ["supported", "mixed", "contradicted"].includes(one.kind);
        const cost = (share - (one.kind === "supported")) ** 2;
        const out = decided
          ? `it costs ${cost.toFixed(2)}. It is ${one.verdict}.`
          : `it is ${one.verdict}, which answers no bet.`;
        bet.tabIndex = -1;
        bet.focus(); // the button that was pressed is gone
        bet.replaceChildren(`You said ${Math.round(100 * share)} %: `, element("span", { class: "claims-after" }, out));
      };
      const bet = element(
        "div",
        { class: "sts-stake live-body", role: "status" },
        ...live.bets.ask(settle),
      );
      item.append(bet, box);
    }
  }

  for (const fold of page.querySelectorAll(".sts-sentence")) {
    fold.addEventListener("toggle", () => fold.open && opened(fold));
  }
  // A marked sentence opens its fold and goes there.
  const follow = () => {
    const fold = document.getElementById(location.hash.slice(1));
    if (!fold?.matches(".sts-sentence")) return;
    fold.open = true;
    fold.querySelector("summary").focus();
    fold.scrollIntoView();
  };
  page.addEventListener("click", (event) => {
    const said = event.target.closest(".sts-said");
    if (!said) return;
    event.preventDefault();
    history.replaceState(null, "", said.hash);
    follow();
  });
  const hide = element("input", {
    type: "checkbox", id: "abstracts-hide",
    onchange: () => page.classList.toggle("sts-betting", hide.checked),
  });
  body.append(
    element("label", { for: "abstracts-hide", class: "live-row" }, hide, "Hide what came out: I want to bet first"),
  );
  follow();
});
