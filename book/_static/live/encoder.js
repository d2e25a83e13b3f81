// Pieces to vectors: what stsutils.encoders computes, on weights that weights.js has unpacked.
live.encoder = (() => {
  "use strict";

  // x (n×columns) times the matrix, plus bias: n×rows. A weight is an int8 times its row's scale.
  function linear({ values, scales, columns, bias }, x) {
    const rows = scales.length;
    const n = x.length / columns;
    const out = new Float32Array(n * rows);
    for (let first = 0; first < n; first += 4) {
      // four tokens at a time, so that a weight is fetched once for all four
      const [a, b, c, d] = [0, 1, 2, 3].map((i) => Math.min(first + i, n - 1));
      const [xa, xb, xc, xd] = [a * columns, b * columns, c * columns, d * columns];
      for (let row = 0; row < rows; row++) {
        let [sa, sb, sc, sd] = [0, 0, 0, 0];
        for (let k = 0, w = row * columns; k < columns; k++, w++) {
          const weight = values[w];
          sa += weight * x[xa + k];
          sb += weight * x[xb + k];
          sc += weight * x[xc + k];
          sd += weight * x[xd + k];
        }
        out[a * rows + row] = sa * scales[row] + bias[row];
        out[b * rows + row] = sb * scales[row] + bias[row];
        out[c * rows + row] = sc * scales[row] + bias[row];
        out[d * rows + row] = sd * scales[row] + bias[row];
      }
    }
    return out;
  }

  // (x + y), each token's numbers brought to mean 0 and variance 1, then weight and bias.
  function addAndNorm(x, y, { weight, bias }, epsilon) {
    const width = weight.length;
    const out = new Float32Array(x.length);
    for (let start = 0; start < x.length; start += width) {
      let mean = 0;
      let square = 0;
      for (let k = start; k < start + width; k++) mean += (x[k] + y[k]) / width;
      for (let k = start; k < start + width; k++) square += (x[k] + y[k] - mean) ** 2 / width;
      const size = Math.sqrt(square + epsilon);
      for (let k = 0; k < width; k++) {
        out[start + k] = ((x[start + k] + y[start + k] - mean) / size) * weight[k] + bias[k];
      }
    }
    return out;
  }

  // x · Φ(x). Φ by the series φ(x)·(x + x³/3 + x⁵/(3·5) + …), whose terms all have one sign.
  function gelu(x) {
    if (Math.abs(x) > 6) return x > 0 ? x : 0;
    let [sum, term] = [x, x];
    for (let odd = 3; Math.abs(term) > 1e-10; odd += 2) sum += term *= (x * x) / odd;
    return x * (0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI));
  }

  // Each token's mix of all values, head by head, with the weights softmax(query · key / √size).
  function attend(query, key, value, width, heads) {
    const n = query.length / width;
    const size = width / heads;
    const out = new Float32Array(query.length);
    const weights = new Float64Array(n);
    for (let head = 0; head < width; head += size) {
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          weights[j] = 0;
          for (let k = head; k < head + size; k++) {
            weights[j] += (query[i * width + k] * key[j * width + k]) / Math.sqrt(size);
          }
        }
        const most = Math.max(...weights);
        let sum = 0;
        for (let j = 0; j < n; j++) sum += weights[j] = Math.exp(weights[j] - most);
        for (let j = 0; j < n; j++) {
          for (let k = head; k < head + size; k++) {
            out[i * width + k] += (weights[j] / sum) * value[j * width + k];
          }
        }
      }
    }
    return out;
  }

  // The last layer's vector of each token (n×width).
  function states(model, ids) {
    const { width, heads, epsilon } = model.settings;
    const row = (table, number, k) => table.values[number * width + k] * table.scales[number];
    const word = new Float32Array(ids.length * width);
    const place = new Float32Array(ids.length * width);
    ids.forEach((id, i) => {
      for (let k = 0; k < width; k++) {
        word[i * width + k] = row(model.words, id, k);
        place[i * width + k] = row(model.places, i, k);
      }
    });
    let x = addAndNorm(word, place, model.norm, epsilon);
    for (const layer of model.layers) {
      const three = [layer.query, layer.key, layer.value].map((matrix) => linear(matrix, x));
      x = addAndNorm(linear(layer.mixed, attend(...three, width, heads)), x, layer.norm1, epsilon);
      const inner = linear(layer.inner, x).map(gelu);
      x = addAndNorm(linear(layer.outer, inner), x, layer.norm2, epsilon);
    }
    return x;
  }

  // A text's pieces, and of each the part of the sentence vector that it brings: the vector is the
  // sum of the parts. Mean pooling divides each token's state by their number; CLS takes the first.
  function encode(model, text) {
    const { width, pooling } = model.settings;
    const ids = live.tokenize(model, text);
    const last = states(model, ids);
    const first = pooling === "cls";
    const parts = ids.map((_, i) =>
      last.slice(i * width, (i + 1) * width).map((x) => (first ? (i ? 0 : x) : x / ids.length)),
    );
    const vector = new Float64Array(width);
    for (const part of parts) part.forEach((x, k) => (vector[k] += x));
    return { ids, pieces: ids.map((id) => model.pieces[id]), parts, vector };
  }

  function dot(u, v) {
    let sum = 0;
    for (let k = 0; k < u.length; k++) sum += u[k] * v[k];
    return sum;
  }

  // cos(u, v) = u · v / (|u| |v|)
  function cosine(a, b) {
    return dot(a.vector, b.vector) / Math.sqrt(dot(a.vector, a.vector) * dot(b.vector, b.vector));
  }

  // Row i, column j: what piece i of the one text and piece j of the other bring to the cosine.
  // u is the sum of its parts and v of its own, so these numbers add up to the cosine exactly.
  function contributions(a, b) {
    const size = Math.sqrt(dot(a.vector, a.vector) * dot(b.vector, b.vector));
    return a.parts.map((one) => b.parts.map((other) => dot(one, other) / size));
  }

  return { contributions, cosine, encode };
})();
