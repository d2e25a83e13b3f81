// Bets on what the records support, wherever they were made, and the question that asks for one.
//
// Bets stay in this browser (localStorage), or in the page where the browser keeps nothing.
live.bets = (() => {
  "use strict";
  const { button, element } = live;
  const KEY = "stsutils-bets";

  // The tier and the claim → what was said, from 0 to 1.
  function read() {
    try {
      const found = JSON.parse(localStorage.getItem(KEY));
      if (found && typeof found === "object") return found;
    } catch {
      // nothing kept, or not allowed to look
    }
    return {};
  }

  function write(bets) {
    try {
      localStorage.setItem(KEY, JSON.stringify(bets));
    } catch {
      // this browser keeps nothing: the page shows the bet, and forgets it
    }
  }

  // A slider with its words, and the button with which `settle` hears what was said.
  function ask(settle, attributes = {}) {
    const shown = element("output", {}, "50 %");
    const range = element("input", {
      type: "range", min: 0, max: 100, step: 5, value: 50,
      "aria-label": "The records support it with a probability of, in percent",
      oninput: () => (shown.textContent = `${range.value} %`),
    });
    const words = "The records support it with a probability of ";
    return [element("label", attributes, words, shown, range), button("Bet", () => settle(Number(range.value) / 100))];
  }

  return { ask, read, write };
})();
