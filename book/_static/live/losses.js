// The package's losses of one number a pair, with their gradients; a test compares both with torch.
//
//   losses.all.cosent.at([.2, .8], [1, 0], { scale: 20 })  →  { value, gradient: [∂L/∂c1, ∂L/∂c2] }
//
// c are the cosines (or predictions, or scores), y the labels. Names are the package's.
window.losses ??= (() => {
  "use strict";
  const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);
  const sigmoid = (x) => 1 / (1 + Math.exp(-x));
  const softplus = (x) => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));

  function logSumExp(numbers) {
    const most = Math.max(...numbers);
    return most + Math.log(sum(numbers.map((x) => Math.exp(x - most))));
  }

  // The mean over pairs of a loss of one pair, which gives [value, slope] from (c, y, settings).
  function mean(one) {
    return (c, y, settings) => {
      const pairs = c.map((number, i) => one(number, y[i], settings));
      const gradient = pairs.map(([, slope]) => slope / c.length);
      return { value: sum(pairs.map(([value]) => value)) / c.length, gradient };
    };
  }

  // log(1 + Σ exp(λ (c_k − c_i))) over all y_i > y_k. `comparisons` are the terms: the weight of each
  // is its share of 1 + Σ, and the gradient is made of nothing else.
  function cosent(c, y, { scale }) {
    const comparisons = [];
    for (let i = 0; i < c.length; i += 1) {
      for (let k = 0; k < c.length; k += 1) {
        if (y[i] > y[k]) comparisons.push({ i, k, term: scale * (c[k] - c[i]) });
      }
    }
    const value = logSumExp([0, ...comparisons.map((one) => one.term)]);
    const gradient = c.map(() => 0);
    for (const one of comparisons) {
      one.weight = Math.exp(one.term - value);
      gradient[one.k] += scale * one.weight;
      gradient[one.i] -= scale * one.weight;
    }
    return { value, gradient, comparisons };
  }

  // One row: a sentence's scores with n others, y being the teacher's.
  function listNet(c, y, { temperature, teacher_temperature: teacher }) {
    const log = logSumExp(c.map((x) => x / temperature));
    const logTeacher = logSumExp(y.map((x) => x / teacher));
    const wanted = y.map((x) => Math.exp(x / teacher - logTeacher));
    const logs = c.map((x) => x / temperature - log);
    const gradient = logs.map((own, j) => (Math.exp(own) - wanted[j]) / temperature);
    return { value: -sum(logs.map((own, j) => wanted[j] * own)), gradient };
  }

  // One row, drawn place after place: at each place a softmax over the items that are left.
  function listMLE(c, y, { temperature, form }) {
    const order = [...c.keys()].sort((a, b) => y[b] - y[a] || a - b);
    const share = form === "as_coded" ? 1 / c.length : 1;
    const gradient = c.map(() => 0);
    let value = 0;
    order.forEach((item, place) => {
      const left = order.slice(place);
      const log = logSumExp(left.map((j) => c[j] / temperature));
      value += share * (log - c[item] / temperature);
      for (const j of left) gradient[j] += (share * Math.exp(c[j] / temperature - log)) / temperature;
      gradient[item] -= share / temperature;
    });
    return { value, gradient };
  }

  const squared = (c, y) => [(c - y) ** 2, 2 * (c - y)];
  // By how much a number misses its label beyond the tolerance, and the sign of the miss.
  const excess = (c, y, tolerance) => [
    Math.max(0, Math.abs(c - y) - tolerance),
    Math.abs(c - y) > tolerance ? Math.sign(c - y) : 0,
  ];

  function contrastive(c, y, { threshold, form }) {
    if (y === 1) return [0.5 * (1 - c) ** 2, c - 1];
    const above = c > threshold;
    if (form === "as_written") return [0.5 * Math.max(threshold, c) ** 2, above ? c : 0];
    return [0.5 * Math.max(0, c - threshold) ** 2, above ? c - threshold : 0];
  }

  const range = (symbol, value, from, to, step, words) => ({ symbol, value, from, to, step, words });
  const choice = (value, options, words) => ({ value, options, words });
  const READINGS = { as_written: "as written", as_coded: "as coded" };
  const THRESHOLD = "negatives below it are left alone";
  const temperature = range("τ", 0.05, 0.02, 1, 0.01, "temperature");
  const tolerance = range("x₀", 0.1, 0, 0.5, 0.01, "tolerance");

  // labels: "order" (only their order counts), "value" (a number to reach) or "two" (0 or 1).
  const all = {
    cosent: {
      title: "CoSENT",
      labels: "order",
      settings: { scale: range("λ", 20, 1, 100, 1, "scale") },
      at: cosent,
    },
    cosine_mse: { title: "cosine-MSE", labels: "value", settings: {}, at: mean(squared) },
    contrastive: {
      title: "contrastive",
      labels: "two",
      settings: {
        threshold: range("ε", 0.5, -1, 0.9, 0.05, THRESHOLD),
        form: choice("as_written", READINGS, "reading"),
      },
      at: mean(contrastive),
    },
    linear_threshold: {
      title: "linear threshold",
      labels: "two",
      settings: { threshold: range("ε", 0.7, -1, 0.95, 0.05, THRESHOLD) },
      at: mean((c, y, { threshold }) =>
        y === 1 ? [1 - c, -1] : [Math.max(c, threshold), c > threshold ? 1 : 0],
      ),
    },
    direct_linear: {
      title: "direct linear",
      labels: "two",
      settings: {},
      at: mean((c, y) => (y === 1 ? [1 - c, -1] : [1 + c, 1])),
    },
    direct_squared: { title: "direct squared", labels: "two", settings: {}, at: mean(squared) },
    binary_cross_entropy: {
      title: "binary cross-entropy",
      labels: "value",
      settings: {},
      at: mean((c, y) => [y * softplus(-c) + (1 - y) * softplus(c), sigmoid(c) - y]),
    },
    l1: {
      title: "L1",
      labels: "value",
      settings: {},
      at: mean((c, y) => [Math.abs(c - y), Math.sign(c - y)]),
    },
    translated_relu: {
      title: "Translated ReLU",
      labels: "value",
      settings: { slope: range("k", 2.5, 0.5, 5, 0.5, "slope"), tolerance },
      at: mean((c, y, settings) => {
        const [beyond, sign] = excess(c, y, settings.tolerance);
        return [settings.slope * beyond, settings.slope * sign];
      }),
    },
    smooth_k2: {
      title: "Smooth K2",
      labels: "value",
      settings: { slope: range("k", 2, 0.5, 5, 0.5, "slope"), tolerance },
      at: mean((c, y, settings) => {
        const [beyond, sign] = excess(c, y, settings.tolerance);
        return [settings.slope * beyond ** 2, 2 * settings.slope * beyond * sign];
      }),
    },
    list_net: {
      title: "ListNet",
      labels: "value",
      settings: {
        temperature,
        teacher_temperature: range("τ of the labels", 0.5, 0.05, 1, 0.05, "teacher's temperature"),
      },
      at: listNet,
    },
    list_mle: {
      title: "ListMLE",
      labels: "order",
      settings: { temperature, form: choice("as_written", READINGS, "reading") },
      at: listMLE,
    },
  };

  // Ranks from 1, equal numbers sharing their average rank.
  function ranks(numbers) {
    return numbers.map((x) => {
      const below = numbers.filter((other) => other < x).length;
      return below + (numbers.filter((other) => other === x).length + 1) / 2;
    });
  }

  // Spearman's ρ; 0 where a side is constant, as in the package.
  function spearman(a, b) {
    const [x, y] = [ranks(a), ranks(b)];
    const middle = (a.length + 1) / 2;
    const product = (p, q) => sum(p.map((value, i) => (value - middle) * (q[i] - middle)));
    const spread = Math.sqrt(product(x, x) * product(y, y));
    return spread > 0 ? product(x, y) / spread : 0;
  }

  // The best ρ that cosines without ties can reach against these labels.
  function tieCeiling(labels) {
    const n = labels.length;
    const sizes = [...new Set(labels)].map((own) => labels.filter((y) => y === own).length);
    const lost = sum(sizes.map((t) => t ** 3 - t)) / (n ** 3 - n);
    return Math.sqrt(Math.max(0, 1 - lost));
  }

  // The share of comparisons that come out right, an equal one counting half. With labels 0 and 1
  // this is the AUC. NaN where all labels are equal.
  function right(c, y) {
    let [won, total] = [0, 0];
    for (let i = 0; i < c.length; i += 1) {
      for (let k = 0; k < c.length; k += 1) {
        if (y[i] <= y[k]) continue;
        total += 1;
        won += c[i] > c[k] ? 1 : c[i] === c[k] ? 0.5 : 0;
      }
    }
    return won / total;
  }

  return { all, right, spearman, tieCeiling };
})();
