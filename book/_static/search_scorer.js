// What the search puts first: the page that is called like the question.
//
// Sphinx scores a page by the best place of one word, so many pages tie. Here the share of the
// question's words that stand in a title counts, and the share of the title that they are.
// Chapters come before the evidence. The search of Sphinx takes this in place of its own numbers.
var Scorer = {
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
  words: (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [],
  score([page, title, anchor, , score]) {
    const asked = Scorer.words(new URLSearchParams(location.search).get("q") ?? "");
    const named = Scorer.words(title.replace(/^\d+ · /, "").replace(/^.* > /, ""));
    const same = (a, b) => a === b || a === `${b}s` || b === `${a}s`;
    const share = (all, among) =>
      all.filter((word) => among.some((other) => same(word, other))).length / Math.max(1, all.length);
    const named_like = 60 * share(asked, named) + 40 * share(named, asked);
    return score + named_like - (anchor ? 10 : 0) - (page.includes("evidence/") ? 20 : 0);
  },
};
