// Label twenty, train in the page: questions, the reader's own ceiling, the training, and a class.
live.ready("label-twenty", (body) => {
  "use strict";
  const { button, element, mean } = live;
  const { cast, pairs, first, second, questions } = live.twenty;
  const { LOSSES } = twenty;
  const KEY = "stsutils.label-twenty";
  const MARK = "twenty1:"; // of an exported line: the edition of the questions
  const ROUNDS = 5;
  const MEANS = ["nothing shared", "one topic", "other story, same parts", "roughly", "but for a detail", "the same"];
  const signed = (x) => (x < 0 ? "−" : "+") + Math.abs(x).toFixed(0);

  // ---- what is kept: one digit a question -------------------------------------------------------

  const sound = (text) => typeof text === "string" && /^[0-5]*$/.test(text) && text.length <= questions.length;
  let answers = "";
  try {
    const kept = localStorage.getItem(KEY);
    if (sound(kept)) answers = kept;
  } catch {
    // nothing kept, or not allowed to look
  }
  function keep(text) {
    answers = text;
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // the answers live as long as the page
    }
    show();
  }

  // A line of answers as scores by pair, and the pairs that were asked twice.
  function scoresOf(line) {
    const scores = [];
    const twice = [];
    questions.forEach(([place, again], i) => {
      const score = Number(line[i]);
      if (again) twice.push([place, score]);
      else scores[place] = score;
    });
    return { scores, once: twice.map(([place]) => scores[place]), again: twice.map(([, score]) => score) };
  }

  const trained = (scores) =>
    scores.map((score, i) => ({ u: Float64Array.from(first[i]), v: Float64Array.from(second[i]), score }));

  // ---- the questions ---------------------------------------------------------------------------

  const card = element("div", { class: "twenty-card" });
  const result = element("div", {});
  let begun = false; // the first card leaves the keyboard where it is, each further one takes it
  body.append(card, result);

  function show() {
    if (answers.length < questions.length) ask();
    else finish();
  }

  function ask() {
    const [place, turned] = questions[answers.length];
    const texts = pairs[place].slice(0, 2);
    if (turned) texts.reverse();
    const buttons = MEANS.map((words, score) =>
      element("button", { type: "button", onclick: () => answer(score) },
        element("b", {}, String(score)), ` ${words}`),
    );
    const back = button("Back", () => keep(answers.slice(0, -1)));
    back.disabled = !answers;
    const title = `Question ${answers.length + 1} of ${questions.length}: how much alike is the meaning?`;
    const question = element("p", { class: "twenty-title", tabindex: -1 }, title);
    card.replaceChildren(
      question,
      element("p", { class: "twenty-pair" }, texts[0], element("br"), texts[1]),
      element("div", { class: "twenty-buttons", role: "group", "aria-label": title }, ...buttons),
      element("div", { class: "live-row" }, back, element("span", { class: "live-note" }, "Keys 0 to 5; ← goes back.")),
    );
    result.replaceChildren();
    if (begun) question.focus({ preventScroll: true });
    begun = true;
  }

  const answer = (score) => keep(answers + score);

  body.addEventListener("keydown", (event) => {
    if (answers.length >= questions.length || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("textarea, input, select")) return;
    if (/^[0-5]$/.test(event.key)) answer(event.key);
    else if (event.key === "ArrowLeft" && answers) keep(answers.slice(0, -1));
    else return;
    event.preventDefault();
  });

  // ---- what came of it -------------------------------------------------------------------------

  function finish() {
    const { scores, once, again } = scoresOf(answers);
    const line = element("input", { readonly: true, value: MARK + answers, id: "twenty-line", onfocus: () => line.select() });
    card.replaceChildren(
      element("p", { class: "twenty-title", tabindex: -1 }, "You have judged all of them."),
      ...ceiling(once, again, scores),
      element("p", { class: "live-field" }, element("label", { for: "twenty-line" }, "Your line, to hand in"), line),
      element("div", { class: "live-row" }, button("Forget my answers and start again", () => keep(""))),
    );
    result.replaceChildren(trainer(scores, "you", "twenty"), classroom());
    if (begun) card.firstElementChild.focus({ preventScroll: true });
    begun = true;
  }

  function ceiling(once, again, scores) {
    const off = once.map((score, i) => Math.abs(score - again[i]));
    const same = off.filter((gap) => gap === 0).length;
    const { alike, told } = twenty.agreement(once, again);
    const books = twenty.agreement(scores, pairs.map((pair) => pair[2]));
    return [
      element("p", {},
        `Five pairs came back, turned round. You gave ${same} of them the same score; you were off by ` +
        `${mean(off).toFixed(1)} on average. ` +
        (told ? `Of ${told} comparisons among the five, you ordered ${alike} alike both times.` : "")),
      element("p", {},
        "A perfect model would agree with you a little better than you do with yourself, since it makes no slips. " +
        "No model can do better. Five pairs tell it roughly."),
      books.told
        ? element("p", {}, `You and the book's scores agree on ${books.alike} of ${books.told} comparisons.`)
        : null,
    ];
  }

  // Trains on these scores: one loss that is watched, or all of them on pairs that were left out.
  function trainer(scores, whom, id) {
    const own = trained(scores);
    const levels = new Set(scores).size;
    const titles = Object.entries(LOSSES).map(([name, { title }]) => [name, title]);
    const pick = live.picker(`${id}-loss`, titles);
    const said = element("p", { class: "live-note", role: "status" });
    const table = element("div", { class: "live-wide" });
    const one = button("Train on all twenty", watch);
    const all = button("Which loss follows on unseen pairs?", compare);
    if (levels < 3) return element("p", {}, `A training needs at least three different scores; here are ${levels}.`);

    function watch() {
      const values = [];
      const map = twenty.train(pick.value, own, (value) => values.push(value));
      const order = own.flatMap((a, i) => own.flatMap((b, k) => (a.score > b.score ? [[i, k]] : [])));
      const cosines = (at) => own.map(({ u, v }) => twenty.cosineOf(at, u, v));
      const share = (c) => (100 * order.filter(([i, k]) => c[i] > c[k]).length) / order.length;
      const start = twenty.identity(first[0].length);
      const before = share(cosines(start));
      said.textContent =
        `${LOSSES[pick.value].title}: the loss goes from ${values[0].toFixed(2)} to ${values.at(-1).toFixed(2)}. ` +
        `On the twenty pairs that it learned from, ${before.toFixed(0)} of 100 comparisons were right before and ` +
        `${share(cosines(map)).toFixed(0)} are right after. That is memory. What does it say of pairs it has not seen?`;
      beside(start, map);
    }

    // The book's twelve pairs, which nobody here is trained on, before and after.
    function beside(...maps) {
      const rows = cast.map((pair) =>
        element("tr", {}, element("th", { scope: "row" }, pair.kind), element("td", {}, String(pair.score)),
          ...maps.map((map) => element("td", {}, live.signed(twenty.cosineBeside(map, pair))))));
      const caption = "The book's cast of twelve, which is not trained on: cosines.";
      table.replaceChildren(live.table("your-pair-table", caption, ["pair", "our score, 0–5", "before", "after"], rows));
    }

    async function compare() {
      const held = document.activeElement === all;
      one.disabled = all.disabled = true;
      const folds = twenty.foldsOf(own.length, ROUNDS);
      const found = new Map();
      for (const name of [null, ...Object.keys(LOSSES)]) {
        const comparisons = [];
        for (const [at, out] of folds.entries()) {
          if (at % 5 === 0) {
            said.textContent = `${name ? LOSSES[name].title : "no training"} … ${at} of ${folds.length}`;
            await new Promise((resolve) => setTimeout(resolve));
          }
          comparisons.push(...twenty.compared(name, own, out));
        }
        found.set(name, comparisons);
      }
      tell(found);
      one.disabled = all.disabled = false;
      if (held) all.focus();
    }

    function tell(found) {
      const rank = [...found].map(([name, own]) => ({ name, own, right: twenty.right(own) }));
      rank.sort((a, b) => b.right - a.right);
      const title = (name) => (name ? LOSSES[name].title : "no training");
      const cells = rank.map(({ name, own, right }) => {
        const [low, high] = name ? twenty.interval(own, found.get(null), scores.length) : [];
        const gain = name ? `${signed(right - twenty.right(found.get(null)))} [${signed(low)}, ${signed(high)}]` : "–";
        const bar = element("span", { class: "twenty-bar", style: `width:${Math.max(0, right - 30)}%` });
        const row = [element("th", { scope: "row" }, title(name)), element("td", {}, bar, right.toFixed(0)), element("td", {}, gain)];
        return element("tr", {}, ...row);
      });
      const caption = "Comparisons of pairs that were left out of the training, by fours.";
      const heads = ["loss", "right of 100", "gain over no training [95 %]"];
      table.replaceChildren(live.table("live-table", caption, heads, cells));
      const [best, next] = rank;
      const [low, high] = twenty.interval(best.own, next.own, scores.length);
      said.textContent =
        `${title(best.name)} follows ${whom} best, ${title(next.name)} is second. Its lead is ` +
        `${signed(best.right - next.right)} comparisons of 100, and from twenty pairs it may be anything from ` +
        `${signed(low)} to ${signed(high)}. ${low > 0 ? "So it is ahead." : "So twenty pairs do not decide it."}`;
    }

    return element("section", { class: "twenty-train" },
      element("p", { class: "twenty-title" }, `Train on what ${whom} said`),
      element("div", { class: "live-row" },
        live.field("Loss", pick), one, all),
      said, table);
  }

  // ---- a class ---------------------------------------------------------------------------------

  function classroom() {
    const box = element("textarea", { id: "twenty-class", rows: 5, spellcheck: "false" });
    const out = element("div", { role: "status" });
    const read = button("Compare the lines", pool);

    function pool() {
      const lines = box.value.split(/\s+/).filter(Boolean);
      const full = (line) => line.startsWith(MARK) && sound(line.slice(MARK.length)) && line.length === MARK.length + questions.length;
      const bad = lines.filter((line) => !full(line));
      const people = lines.filter(full).map((line) => scoresOf(line.slice(MARK.length)).scores);
      const odd = bad.length ? `${bad.length} of ${lines.length} are no line of this page: ${bad.slice(0, 3).map((line) => line.slice(0, 30)).join(", ")}. ` : "";
      if (people.length < 2) {
        return out.replaceChildren(element("p", {}, `${odd}Paste at least two lines, one a reader.`));
      }
      const between = [];
      people.forEach((one, i) => people.slice(i + 1).forEach((other) => {
        const { alike, told } = twenty.agreement(one, other);
        if (told) between.push((100 * alike) / told);
      }));
      const means = pairs.map((_, k) => mean(people.map((scores) => scores[k])));
      const spread = pairs.map((pair, k) => ({
        pair,
        range: `${Math.min(...people.map((s) => s[k]))} to ${Math.max(...people.map((s) => s[k]))}`,
        sd: Math.sqrt(mean(people.map((s) => (s[k] - means[k]) ** 2))),
      })).sort((a, b) => b.sd - a.sd);
      out.replaceChildren(
        element("p", {}, `${odd}${people.length} readers. Two of them agree on ${between.length ? mean(between).toFixed(0) : "–"} of 100 comparisons that both tell apart.`),
        element("p", {}, "They differ most on:"),
        element("ul", {}, ...spread.slice(0, 3).map(({ pair, range }) => element("li", {}, `${pair[0]} / ${pair[1]} (${range})`))),
        trainer(means, "the class", "twenty-all"),
      );
    }

    return element("details", { class: "sts-fold" },
      element("summary", {}, "For a class: paste everybody's line"),
      element("p", { class: "live-field" }, element("label", { for: box.id }, "Lines, one a reader"), box),
      element("div", { class: "live-row" }, read), out);
  }

  show();
});
