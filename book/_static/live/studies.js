// Simulated studies: two losses, several seeds, one test set. Each study is judged by rule.js.
//
// All numbers are in points. A seed's difference is the true one, plus the chance of the test pairs,
// which all seeds of a study share, plus the chance of the seed.
window.studies ??= (() => {
  "use strict";

  // Normal numbers from a seed (Box and Muller).
  function dice(seed) {
    const uniform = live.dice(seed);
    return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  }

  // The error that the choice of the test pairs makes: it falls with their root.
  const pairsError = ({ chance, pairs }) => chance * Math.sqrt(1000 / pairs);

  function study({ difference, spread, seeds, ...test }, normal) {
    const error = pairsError(test);
    const common = difference + error * normal();
    const values = Array.from({ length: seeds }, () => common + spread * normal());
    const value = live.mean(values);
    const squares = live.sum(values.map((x) => (x - value) ** 2));
    const own = squares / (seeds - 1) / seeds;
    const estimate = { value, se: Math.sqrt(own + error ** 2), pairs: error, df: seeds - 1 };
    const [low, high] = rule.interval(estimate);
    return { value, low, high, first: values[0], outcome: rule.outcome(estimate, 0, "greater", 0.95) };
  }

  // What comes out of many studies, as shares.
  function repeat(settings, times, seed) {
    const normal = dice(seed);
    const all = Array.from({ length: times }, () => study(settings, normal));
    const share = (fits) => all.filter(fits).length / times;
    return {
      some: all.slice(0, 40),
      shown: share((one) => one.outcome === "holds"),
      wrong: share((one) => one.outcome === "fails"),
      open: share((one) => one.outcome === "open"),
      covered: share((one) => one.low <= settings.difference && settings.difference <= one.high),
      meanWrong: share((one) => one.value < 0),
      oneSeedWrong: share((one) => one.first < 0),
    };
  }

  // The smallest true difference that would be shown four times in five.
  function detectable({ spread, seeds, ...test }) {
    const error = pairsError(test);
    const se = Math.hypot(spread / Math.sqrt(seeds), error);
    const estimate = { value: 0, se, pairs: error, df: seeds - 1 };
    return rule.width(estimate, 0.025) + rule.width(estimate, 0.2);
  }

  return { detectable, pairsError, repeat };
})();
