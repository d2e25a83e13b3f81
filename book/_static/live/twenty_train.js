// A linear map on frozen vectors, trained by a loss on twenty judged pairs, and how well it follows
// the judge on pairs that it has not seen.
//
// `first` and `second` are the pairs' vectors (n rows). The map W starts as the identity; the cosine
// of a pair is that of W u and W v.
window.twenty ??= (() => {
  "use strict";
  const STEPS = 30;
  const LENGTH = 0.3; // of a step: the same for every loss, so that none has a better rate
  const FOLDS = 5;
  const DRAWS = 1000;
  const { sum } = live;

  function dot(u, v) {
    let total = 0;
    for (let k = 0; k < u.length; k += 1) total += u[k] * v[k];
    return total;
  }

  // Losses that the page offers: name → title, settings, and the label that a score from 0 to 5
  // becomes. A loss of two classes calls 3 and more similar.
  const graded = (score) => score / 5;
  const two = (score) => Number(score >= 3);
  const LOSSES = {
    cosent: { title: "CoSENT", settings: { scale: 20 }, label: graded },
    cosine_mse: { title: "cosine-MSE", settings: {}, label: graded },
    contrastive: { title: "contrastive, ε = .9", settings: { threshold: 0.9, form: "as_coded" }, label: two },
    direct_linear: { title: "direct linear", settings: {}, label: two },
    smooth_k2: { title: "Smooth K2", settings: { slope: 2, tolerance: 0.1 }, label: graded },
  };

  const identity = (n) =>
    Array.from({ length: n }, (_, i) => Float64Array.from({ length: n }, (_, j) => Number(i === j)));
  const times = (map, vector) => Float64Array.from(map, (row) => dot(row, vector));

  function cosineOf(map, u, v) {
    const [a, b] = [times(map, u), times(map, v)];
    return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  }

  // The cosine of a pair that nothing is trained on. The map moves what of it lies in the span of
  // the trained vectors (u, v); what lies outside stays, and `rest` is its inner product.
  function cosineBeside(map, { u, v, rest }) {
    const [a, b] = [times(map, u), times(map, v)];
    const whole = (moved, own) => dot(moved, moved) + Math.max(0, 1 - dot(own, own));
    return (dot(a, b) + rest) / Math.sqrt(whole(a, u) * whole(b, v));
  }

  // The loss of these pairs under a map, and its gradient by the map: for each pair
  // ∂L/∂c · (∂c/∂(Wu) uᵀ + ∂c/∂(Wv) vᵀ), where ∂c/∂a = (b̂ − c â) / |a|.
  function lossOf(name, map, pairs) {
    const ends = pairs.map(({ u, v }) => [times(map, u), times(map, v)]);
    const sizes = ends.map((pair) => pair.map((a) => Math.sqrt(dot(a, a))));
    const cosines = ends.map(([a, b], i) => dot(a, b) / sizes[i][0] / sizes[i][1]);
    const labels = pairs.map(({ score }) => LOSSES[name].label(score));
    const { value, gradient } = losses.all[name].at(cosines, labels, LOSSES[name].settings);
    const slope = map.map((row) => new Float64Array(row.length));
    pairs.forEach(({ u, v }, i) => {
      const [[a, b], [sizeA, sizeB]] = [ends[i], sizes[i]];
      for (let row = 0; row < map.length; row += 1) {
        const [unitA, unitB] = [a[row] / sizeA, b[row] / sizeB];
        const byA = (gradient[i] * (unitB - cosines[i] * unitA)) / sizeA;
        const byB = (gradient[i] * (unitA - cosines[i] * unitB)) / sizeB;
        for (let k = 0; k < u.length; k += 1) slope[row][k] += byA * u[k] + byB * v[k];
      }
    });
    return { value, slope };
  }

  // Gradient descent in steps of one length, which shrinks to nothing; `seen` hears each loss.
  function train(name, pairs, seen = () => {}) {
    const map = identity(pairs[0].u.length);
    for (let step = 0; step < STEPS; step += 1) {
      const { value, slope } = lossOf(name, map, pairs);
      seen(value);
      const size = Math.sqrt(sum(slope.map((row) => dot(row, row))));
      if (!(size > 1e-12)) break; // nothing is left to move
      const by = (LENGTH * (1 - step / STEPS)) / size;
      for (const [i, row] of map.entries()) {
        for (let k = 0; k < row.length; k += 1) row[k] -= by * slope[i][k];
      }
    }
    return map;
  }

  // Rounds of folds: in each round every pair is left out once, by fours.
  function foldsOf(n, rounds, roll = live.dice(1)) {
    return Array.from({ length: rounds }, () => {
      const order = Array.from({ length: n }, (_, i) => i);
      for (let i = n - 1; i > 0; i -= 1) {
        const k = Math.floor(roll() * (i + 1));
        [order[i], order[k]] = [order[k], order[i]];
      }
      return Array.from({ length: FOLDS }, (_, f) => order.filter((_, place) => place % FOLDS === f));
    }).flat();
  }

  // Comparisons of two left-out pairs of one fold that the judge tells apart:
  // {i, k, won: 1 if the map agrees which is more alike, ½ for a tie}. Without a name, the map is
  // the identity: no training.
  function compared(name, pairs, out) {
    const map = name
      ? train(name, pairs.filter((_, i) => !out.includes(i)))
      : identity(pairs[0].u.length);
    const cosines = new Map(out.map((i) => [i, cosineOf(map, pairs[i].u, pairs[i].v)]));
    return out.flatMap((i) =>
      out.flatMap((k) => {
        if (pairs[i].score <= pairs[k].score) return [];
        const gap = cosines.get(i) - cosines.get(k);
        return [{ i, k, won: gap > 0 ? 1 : gap === 0 ? 0.5 : 0 }];
      }),
    );
  }

  // Right of 100 comparisons, each pair counted as often as `weight` says.
  function right(comparisons, weight = () => 1) {
    const total = sum(comparisons.map(({ i, k }) => weight(i) * weight(k)));
    return (100 * sum(comparisons.map(({ i, k, won }) => won * weight(i) * weight(k)))) / total;
  }

  // The 95 % interval of a difference of two methods, by drawing the pairs anew (bootstrap).
  function interval(one, other, n) {
    const roll = live.dice(2);
    const draws = [];
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const counts = new Uint8Array(n);
      for (let i = 0; i < n; i += 1) counts[Math.floor(roll() * n)] += 1;
      const gap = right(one, (i) => counts[i]) - right(other, (i) => counts[i]);
      if (Number.isFinite(gap)) draws.push(gap);
    }
    draws.sort((a, b) => a - b);
    return [0.025, 0.975].map((share) => draws[Math.floor(share * (draws.length - 1))]);
  }

  // How a judge agrees with a second judgement of the same pairs: of the comparisons that both
  // tell apart, how many come out alike.
  function agreement(once, again) {
    let [alike, told] = [0, 0];
    for (let i = 0; i < once.length; i += 1) {
      for (let k = i + 1; k < once.length; k += 1) {
        const [a, b] = [once[i] - once[k], again[i] - again[k]];
        if (a === 0 || b === 0) continue;
        told += 1;
        alike += Number(a > 0 === b > 0);
      }
    }
    return { alike, told };
  }

  return { LOSSES, agreement, compared, cosineBeside, cosineOf, foldsOf, identity, interval, lossOf, right, train };
})();
