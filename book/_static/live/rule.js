// The rule behind every verdict: intervals of two sources of chance, Holm's levels within a claim, the
// truth table. The same arithmetic as stsutils.statistics, stsutils.report.settling and
// stsutils.claims; a test compares them.
window.rule ??= (() => {
  "use strict";
  const DRAWS = 200; // resamples of the test pairs behind each record
  const SMALLEST = 1e-12; // p-values end there
  const LEVEL = 0.95; // of every interval that is shown

  // Student's t. The upper tail is half of the incomplete beta function at df / (df + t²).
  const LANCZOS = [
    76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155,
    0.1208650973866179e-2, -0.5395239384953e-5,
  ];
  function logGamma(x) {
    const base = x + 5.5;
    const series = LANCZOS.reduce((total, part, i) => total + part / (x + 1 + i), 1.000000000190015);
    return (x + 0.5) * Math.log(base) - base + Math.log((2.5066282746310005 * series) / x);
  }

  // The continued fraction of the incomplete beta function, by Lentz's method.
  function fraction(a, b, x) {
    const guard = (number) => (Math.abs(number) < 1e-300 ? 1e-300 : number);
    let c = 1;
    let d = 1 / guard(1 - ((a + b) * x) / (a + 1));
    let total = d;
    for (let m = 1; m < 500; m += 1) {
      for (const part of [
        (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
        (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
      ]) {
        d = 1 / guard(1 + part * d);
        c = guard(1 + part / c);
        total *= d * c;
      }
      if (Math.abs(d * c - 1) < 1e-15) break;
    }
    return total;
  }

  function incompleteBeta(a, b, x) {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    const scale = logGamma(a + b) - logGamma(a) - logGamma(b);
    const front = Math.exp(scale + a * Math.log(x) + b * Math.log1p(-x));
    if (x < (a + 1) / (a + b + 2)) return (front * fraction(a, b, x)) / a;
    return 1 - (front * fraction(b, a, 1 - x)) / b;
  }

  const tail = (t, df) => 0.5 * incompleteBeta(df / 2, 0.5, df / (df + t * t));

  function density(t, df) {
    const scale = logGamma((df + 1) / 2) - logGamma(df / 2) - 0.5 * Math.log(df * Math.PI);
    return Math.exp(scale - ((df + 1) / 2) * Math.log1p((t * t) / df));
  }

  // The t above which this share lies, for shares up to a half. Newton's method: the tail's logarithm
  // is concave in the logarithm of t, so it comes to the answer from above, whatever the start.
  const known = new Map();
  function quantile(share, df) {
    if (share >= 0.5) return 0;
    const key = `${share} ${df}`;
    if (known.has(key)) return known.get(key);
    let t = 1;
    for (let i = 0; i < 100; i += 1) {
      const above = tail(t, df);
      const step = (Math.log(above / share) * above) / (t * density(t, df));
      t *= Math.exp(Math.min(3, step)); // a longer step could leave no tail at all
      if (Math.abs(step) < 1e-13) break;
    }
    if (known.size > 50000) known.clear();
    known.set(key, t);
    return t;
  }

  // An estimate is { value, se, pairs, df }: pairs is the test pairs' share of the error se. Half of
  // an interval whose upper end leaves `share` above it; each source has its own quantile.
  function width({ se, pairs, df }, share) {
    if (df < 1) return Infinity;
    const seeds = Math.sqrt(Math.max(0, se * se - pairs * pairs));
    const own = seeds === 0 ? 0 : quantile(share, df) * seeds;
    return Math.hypot(own, pairs === 0 ? 0 : quantile(share, DRAWS - 1) * pairs);
  }

  const interval = (e, level = LEVEL) => {
    const half = width(e, (1 - level) / 2);
    return [e.value - half, e.value + half];
  };

  // The p-value of the distance to the margin: the level at which the interval would touch it.
  function pValue(e, margin, kind) {
    const p = twoSided(e, margin, kind);
    const inside = kind === "equivalent" && Math.abs(e.value) < margin;
    return inside && p < 1 ? p / 2 : p;
  }

  function twoSided(e, margin, kind) {
    const value = kind === "equivalent" ? Math.abs(e.value) : e.value;
    const distance = Math.abs(value - margin);
    if (e.df < 1 || !Number.isFinite(distance) || !Number.isFinite(e.se) || distance === 0) return 1;
    if (e.se === 0) return 0;
    const off = (logarithm) => width(e, Math.exp(logarithm) / 2) - distance;
    const low = Math.log(SMALLEST);
    return off(low) <= 0 ? SMALLEST : Math.exp(root(off, low, 0));
  }

  // Where a falling function is 0 between two places: regula falsi, the Illinois way (the end that
  // stays counts half).
  function root(f, low, high) {
    let [above, below] = [f(low), f(high)];
    let [place, side] = [low, 0];
    for (let i = 0; i < 200 && high - low > 1e-12; i += 1) {
      const before = place;
      place = (above * high - below * low) / (above - below);
      const now = f(place);
      if (Math.abs(place - before) < 1e-13 || now === 0) break;
      if (now > 0) [low, above, below, side] = [place, now, side === 1 ? below / 2 : below, 1];
      else [high, below, above, side] = [place, now, side === -1 ? above / 2 : above, -1];
    }
    return place;
  }

  function outcome(e, margin, kind, level) {
    const [low, high] = interval(e, level);
    if (kind === "greater") return low > margin ? "holds" : high < margin ? "fails" : "open";
    if (low > margin || high < -margin) return "fails";
    return Math.abs(e.value) + width(e, 1 - level) < margin ? "holds" : "open";
  }

  // The level that each p-value faces, the smallest first: alpha / m, alpha / (m − 1), …
  function holm(pvalues, level) {
    const order = [...pvalues.keys()].sort((i, j) => pvalues[i] - pvalues[j] || i - j);
    const levels = [];
    let share = 1 - level;
    let stopped = false;
    order.forEach((place, k) => {
      if (!stopped) {
        share = (1 - level) / (pvalues.length - k);
        stopped = pvalues[place] >= share;
      }
      levels[place] = 1 - share;
    });
    return levels;
  }

  // The outcome that a line's estimate shares with those at settings that are as good, or open.
  function agreed(line, margin, level) {
    const [first, ...others] = [line, ...line.beside].map((e) => outcome(e, margin, line.kind, level));
    return others.every((one) => one === first) ? first : "open";
  }

  // One claim's lines together: { margin, kind, value, se, pairs, df, able, beside, declared } each.
  // value is undefined where nobody has run it, able is null where it is not known yet whether the
  // line is tested. declared is our own margin where the document names none: the line is judged at
  // its margin, and how it stands to the declared one is told as `beyond`.
  function settle(lines) {
    const run = (one) => one.value !== undefined && one.able !== null;
    const decided = (one) => run(one) && one.able && agreed(one, one.margin, LEVEL) !== "open";
    const largest = (one) => Math.max(...[one, ...one.beside].map((e) => pValue(e, one.margin, one.kind)));
    const levels = holm(lines.map((one) => (decided(one) ? largest(one) : 1)), LEVEL);
    return lines.map((one, i) => {
      if (!run(one)) return { outcome: "not run", firm: false, beyond: "" };
      if (!one.able) return { outcome: "not tested", firm: false, beyond: "" };
      const found = agreed(one, one.margin, LEVEL);
      return {
        outcome: found,
        firm: found === agreed(one, one.margin, levels[i]),
        beyond: one.declared ? agreed(one, one.declared, LEVEL) : "",
      };
    });
  }

  // The claim's verdict, from its settled lines and the strength of its word.
  function judge(lines, strength) {
    const total = lines.length;
    const count = (outcome) => lines.filter((one) => one.outcome === outcome).length;
    const firm = (outcome) => lines.filter((one) => one.outcome === outcome && one.firm).length;
    const [holds, fails] = [firm("holds"), firm("fails")];
    if (count("not run")) return "not run";
    if (count("not tested") === total) return "not tested";
    const supported = { all: count("holds") === total, most: 2 * holds > total, one: holds > 0 };
    const contradicted = { all: fails && !holds, most: 2 * fails >= total, one: count("fails") === total };
    if (supported[strength]) return "supported";
    if (contradicted[strength]) return "contradicted";
    return strength === "all" && fails ? "mixed" : "open";
  }

  return { holm, interval, judge, outcome, pValue, quantile, settle, width };
})();
