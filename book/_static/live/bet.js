// Bet before you look: how probable is it that the records support what a document claims?
live.ready("bets", (body) => {
  "use strict";
  const { badge, button, element, mean, svg, text } = live;
  // An open claim answers no bet.
  const DECIDED = ["supported", "mixed", "contradicted"];
  const fixed = (x) => x.toFixed(2);

  const questions = window.claimsOfTheBook
    .filter((one) => DECIDED.includes(one.kind) && one.document !== "Our own questions")
    .map((one) => ({ ...one, supported: one.kind === "supported", key: `${one.tier} ${one.claim}` }))
    .sort((a, b) => shuffled(a.key) - shuffled(b.key));

  // A fixed order in which documents and verdicts are mixed.
  function shuffled(text) {
    return [...text].reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)) >>> 0, 7);
  }

  let bets = live.bets.read();
  const isBet = (one) => Number.isFinite(bets[one.key]) && bets[one.key] >= 0 && bets[one.key] <= 1;
  const cost = (one) => (bets[one.key] - one.supported) ** 2;

  const card = element("div", { class: "bet-card" });
  const score = element("div", {});

  function ask() {
    const one = questions.find((question) => !isBet(question));
    if (!one) {
      card.replaceChildren(element("p", {}, "You have bet on all of them. The verdicts are below."));
      return showScore();
    }
    const place = questions.filter(isBet).length + 1;
    const [label, bet] = live.bets.ask((share) => settleBet(one, share), { class: "play-field" });
    card.replaceChildren(
      element("p", { class: "live-note" }, `Claim ${place} of ${questions.length}: ${one.document}`),
      element("p", { class: "bet-claim", tabindex: -1 }, one.claim),
      one.quote ? element("blockquote", {}, one.quote) : "",
      element("p", { class: "live-note" }, `${one.source}. Run with: ${one.conditions || one.tier}.`),
      label,
      element("div", { class: "live-row" }, bet),
    );
    showScore();
  }

  function settleBet(one, share) {
    bets[one.key] = share;
    live.bets.write(bets);
    const next = button("Next claim", askNext);
    const outcomes = Object.entries(
      one.contrasts.reduce((all, { outcome }) => ({ ...all, [outcome]: (all[outcome] ?? 0) + 1 }), {}),
    ).map(([outcome, number]) => `${number} ${number === 1 ? outcome : outcome.replace(/s$/, "")}`);
    card.replaceChildren(
      element("p", { class: "bet-claim" }, one.claim),
      element(
        "div",
        { role: "status" },
        element("p", {}, badge(one.verdict, one.slug), ` Its comparisons: ${outcomes.join(", ")}.`),
        element("p", {}, `You said ${Math.round(100 * share)} %. That costs ${fixed(cost(one))}.`),
      ),
      one.why ? element("p", {}, `How far we believe it: ${one.why}`) : "",
      element("div", { class: "live-row" }, next),
    );
    showScore();
    next.focus();
  }

  function askNext() {
    ask();
    card.querySelector(".bet-claim")?.focus();
  }

  function showScore() {
    const done = questions.filter(isBet);
    if (!done.length) return score.replaceChildren();
    const base = mean(done.map((one) => Number(one.supported)));
    const lines = [
      ["your Brier score (0 is best)", fixed(mean(done.map(cost)))],
      ["who always says 50 %", "0.25"],
      ["who knew the share beforehand and said it each time", fixed(base * (1 - base))],
      ["share that the records support", `${(100 * base).toFixed(0)} %`],
      ["mean of what you said", `${(100 * mean(done.map((one) => bets[one.key]))).toFixed(0)} %`],
    ];
    const rows = done.map((one) =>
      element("li", {}, badge(one.verdict, one.slug), ` ${one.claim} You said ${Math.round(100 * bets[one.key])} %.`),
    );
    const again = () => ((bets = {}), live.bets.write(bets), askNext());
    score.replaceChildren(
      element("h2", {}, `After ${done.length} ${done.length === 1 ? "bet" : "bets"}`),
      live.numbers(lines),
      calibration(done),
      element("details", { class: "sts-fold" }, element("summary", {}, "Your bets"), element("ul", {}, rows)),
      button("Forget my bets and start again", again),
    );
  }

  // Bets in five groups: what was said against how often the records support it.
  function calibration(done) {
    const groups = [0, 1, 2, 3, 4]
      .map((k) => done.filter((one) => Math.min(4, Math.floor(bets[one.key] * 5)) === k))
      .filter((group) => group.length)
      .map((group) => ({
        said: mean(group.map((one) => bets[one.key])),
        supported: mean(group.map((one) => Number(one.supported))),
        number: group.length,
      }));
    const told = groups
      .map(({ said, supported, number }) => {
        return `of ${number} at about ${Math.round(100 * said)} %, ${Math.round(100 * supported)} % supported`;
      })
      .join("; ");
    const [x, y] = [(share) => 40 + 200 * share, (share) => 222 - 200 * share];
    const label = `Calibration: ${told}. On the dashed line what you say is what happens.`;
    return svg(
      "svg",
      { viewBox: "0 0 260 262", role: "img", class: "play-svg bet-picture", "aria-label": label },
      svg("rect", { x: 40, y: 22, width: 200, height: 200, class: "play-grid" }),
      svg("line", { x1: x(0), y1: y(0), x2: x(1), y2: y(1), class: "play-mark" }),
      groups.map(({ said, supported, number }) =>
        svg("circle", { cx: x(said), cy: y(supported), r: 4 + 2 * Math.sqrt(number), class: "bet-dot" }),
      ),
      text(4, 13, "How often the records support it"),
      text(140, 252, "What you said", "middle"),
      [0, 0.5, 1].map((share) => [
        text(x(share), 236, `${100 * share} %`, "middle"),
        text(36, y(share) + 4, `${100 * share} %`, "end"),
      ]).flat(),
    );
  }

  body.append(card, score);
  ask();
});
