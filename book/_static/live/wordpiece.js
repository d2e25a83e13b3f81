// Text to pieces, as BERT's tokenizers do it: what stsutils' encoders read is cut the same way.
live.tokenize = (() => {
  "use strict";

  // Each of these characters is a word of its own (the blocks that BERT's tokenizer names).
  const CHINESE = new RegExp(
    "[\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uF900-\\uFAFF\\u{20000}-\\u{2A6DF}\\u{2A700}-\\u{2B81F}" +
      "\\u{2B920}-\\u{2CEAF}\\u{2F800}-\\u{2FA1F}]",
    "u",
  );
  const SPACE = /(?![\v\f\x85])\p{White_Space}/u; // those three are dropped before
  const SPACES = /\p{White_Space}+/u;

  // What remains of a text before it is cut into words.
  function normal(text, { clean, chinese, accents, lower }, dropped) {
    let found = "";
    for (const character of text) {
      if (clean && SPACE.test(character)) found += " ";
      else if (chinese && CHINESE.test(character)) found += ` ${character} `;
      else found += character;
    }
    if (accents) found = found.normalize("NFD"); // é becomes e and a mark, which is dropped
    found = found.replace(dropped, "");
    // one by one: in a word, a last Σ would become ς
    return lower ? Array.from(found, (character) => character.toLowerCase()).join("") : found;
  }

  // Words end at spaces; each punctuation mark is a word.
  function words(text, marks) {
    return text.replace(marks, " $& ").split(SPACES).filter((word) => word);
  }

  // The longest known beginning, then the longest known rest: numbers of a word's pieces.
  function cut(word, model) {
    const characters = Array.from(word);
    if (characters.length > model.settings.longest) return [model.unknown];
    const found = [];
    for (let start = 0; start < characters.length; ) {
      let end = characters.length;
      let number;
      for (; end > start && number === undefined; end--) {
        const piece = characters.slice(start, end).join("");
        number = model.numbers.get(start ? model.settings.inside + piece : piece);
      }
      if (number === undefined) return [model.unknown];
      found.push(number);
      start = end + 1;
    }
    return found;
  }

  // Piece numbers of a text, special ones included, cut at the longest text the model reads.
  function tokenize(model, text) {
    const { special, head, tail, most } = model.settings;
    const found = [];
    let rest = text;
    while (rest) {
      // a special piece that is written out ("[MASK]") counts as that piece
      const places = special.map((name) => rest.indexOf(name));
      const first = Math.min(...places.filter((place) => place >= 0), rest.length);
      const name = special[places.indexOf(first)] ?? "";
      const plain = normal(rest.slice(0, first), model.settings, model.dropped);
      for (const word of words(plain, model.marks)) found.push(...cut(word, model));
      if (name) found.push(model.numbers.get(name));
      rest = rest.slice(first + name.length);
    }
    return [...head, ...found.slice(0, most - head.length - tail.length), ...tail];
  }

  return tokenize;
})();
