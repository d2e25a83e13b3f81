// An encoder's weights from the scripts that book/live_weights.py writes, part by part on request.
live.weights = (() => {
  "use strict";

  // The model in its bytes: all float32 numbers, all int8 numbers, in the order below, the pieces.
  function unpack(settings, bytes) {
    const { width, inner, count, pieces, positions } = settings;
    let [at, byte] = [0, 4 * settings.floats];
    const floats = new Float32Array(bytes.buffer, bytes.byteOffset, settings.floats);
    const take = (n) => floats.subarray(at, (at += n));
    const rows = (n, columns) => {
      const values = new Int8Array(bytes.buffer, bytes.byteOffset + byte, n * columns);
      byte += n * columns;
      return { values, columns, scales: take(n) };
    };
    const matrix = (n, columns) => ({ ...rows(n, columns), bias: take(n) });
    const norm = () => ({ weight: take(width), bias: take(width) });
    const model = { settings };
    model.words = rows(pieces, width);
    model.places = rows(positions, width);
    model.norm = norm();
    model.layers = Array.from({ length: count }, () => ({
      query: matrix(width, width),
      key: matrix(width, width),
      value: matrix(width, width),
      mixed: matrix(width, width),
      norm1: norm(),
      inner: matrix(inner, width),
      outer: matrix(width, inner),
      norm2: norm(),
    }));
    model.pairs = take(settings.pairs); // cosines of the pairs to rank among
    model.pieces = new TextDecoder().decode(bytes.subarray(byte)).split("\n");
    model.numbers = new Map(model.pieces.map((piece, i) => [piece, i]));
    model.dropped = new RegExp(`[${settings.dropped}]`, "gu");
    model.marks = new RegExp(`[${settings.marks}]`, "gu");
    model.unknown = model.numbers.get(settings.unknown);
    if (at !== settings.floats || model.pieces.length !== pieces) throw new Error("weights cut off");
    return model;
  }

  // The numbers in text of five characters for four bytes (Python's base64.b85encode).
  function bytesOf(text) {
    const ALPHABET =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
    const digits = new Uint8Array(128);
    Array.from(ALPHABET, (character, i) => (digits[character.charCodeAt(0)] = i));
    const view = new DataView(new ArrayBuffer((text.length / 5) * 4));
    for (let i = 0, j = 0; i < text.length; i += 5, j += 4) {
      let number = 0;
      for (let k = 0; k < 5; k++) number = number * 85 + digits[text.charCodeAt(i + k)];
      view.setUint32(j, number);
    }
    return view.buffer;
  }

  const parts = new Map(); // text of a part, until its encoder is whole
  const models = new Map();

  // A file of weights calls this: part number `i` of encoder `name`.
  function part(name, i, text) {
    parts.set(`${name}/${i}`, text);
  }

  // Fetches an encoder of the build's list, part by part; `progress` hears shares from 0 to 1.
  function load(listed, progress = () => {}) {
    if (!models.has(listed.name)) {
      const wait = fetchParts(listed, progress);
      wait.catch(() => models.delete(listed.name)); // may be tried again
      models.set(listed.name, wait);
    }
    return models.get(listed.name);
  }

  async function fetchParts({ name, files, settings }, progress) {
    const buffers = [];
    for (let i = 0; i < files; i++) {
      progress(i / files);
      await live.script(`${name}/${i}.js`);
      buffers.push(bytesOf(parts.get(`${name}/${i}`)));
    }
    const packed = new Blob(buffers).slice(0, settings.packed).stream();
    const plain = packed.pipeThrough(new DecompressionStream("deflate"));
    const model = unpack(settings, new Uint8Array(await new Response(plain).arrayBuffer()));
    for (let i = 0; i < files; i++) parts.delete(`${name}/${i}`);
    progress(1);
    return model;
  }

  return { load, part };
})();
