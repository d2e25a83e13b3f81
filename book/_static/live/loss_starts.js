// What loss_play.js begins with, and what links may ask for.
const lossStarts = {};

// What to look at, the loss with its settings, the pairs as [cosine, label].
lossStarts.all = {
  order: {
    title: "Two pairs in the wrong order",
    words:
      "CoSENT asks for an order and for nothing else. The two arrows are equally long, and they " +
      "get shorter as soon as the order is right by a clear gap. Try λ = 1: the push never ends.",
    loss: "cosent",
    pairs: [[0.3, 1], [0.7, 0]],
  },
  grades: {
    title: "Five grades, a mixed-up order",
    words:
      "Play with CoSENT, then put it back and play with cosine-MSE. CoSENT stops anywhere on the " +
      "line once the order is right; cosine-MSE wants each pair at its label.",
    loss: "cosent",
    labels: "grades",
    pairs: [[0.5, 1], [0.2, 0.75], [0.8, 0.5], [0.65, 0.25], [0.35, 0]],
  },
  jump: {
    title: "A threshold below 0, as the paper prints it",
    words:
      "max(ε, c)² pushes a negative that lies between ε and 0 up, to 0: away from where it " +
      "should go. Choose the reading “as coded” and the arrow turns around.",
    loss: "contrastive",
    settings: { threshold: -0.6, form: "as_written" },
    pairs: [[0.4, 1], [-0.3, 0], [0.6, 0]],
  },
  collapsed: {
    title: "All cosines equal",
    words:
      "The loss is at its chance level: no pair can be told from another. The gradients differ " +
      "all the same, so a step leads out of it.",
    loss: "cosent",
    labels: "grades",
    pairs: [[0.6, 1], [0.6, 0.5], [0.6, 0.5], [0.6, 0]],
  },
  ends: {
    title: "Near the ends a vector hardly gets on",
    words:
      "On the line pair 1 has the longest arrow, in the plane almost none: at c = ±1 turning a " +
      "vector does not change its cosine. Compare the two ways to step.",
    loss: "cosine_mse",
    pairs: [[-0.995, 1], [0.5, 1], [0.6, 0]],
  },
  hard: {
    title: "One hard negative among easy ones",
    words:
      "CoSENT spends its whole push on the comparison that is wrong. Lower λ, and the pairs that " +
      "are right already get their share again.",
    loss: "cosent",
    pairs: [[0.8, 1], [0.6, 1], [0.7, 0], [0.1, 0], [-0.2, 0], [0, 0]],
  },
  twelve: {
    title: "Twelve pairs: whom λ listens to",
    words:
      "Move λ and watch the squares. At λ = 1 all comparisons push almost alike, also those that " +
      "are right already. At λ = 100 one comparison, the worst, has it all.",
    loss: "cosent",
    pairs: [
      [0.82, 1], [0.74, 1], [0.66, 1], [0.55, 1], [0.48, 1], [0.35, 1],
      [0.6, 0], [0.42, 0], [0.3, 0], [0.15, 0], [0, 0], [-0.2, 0],
    ],
  },
};

// The book's twelve pairs as two encoders see them; the six that are scored above 2.5 are similar.
for (const [key, name, when] of [["cast", "raw", "before training"], ["trained", "cosent", "after CoSENT"]]) {
  const encoder = live.listed?.encoders.find((one) => one.name === name);
  if (!encoder) continue;
  lossStarts.all[key] = {
    title: `The book's cast, ${when}`,
    words:
      "Most of the twelve are traps: those that share their words and not their meaning stand high. " +
      "Your own pair, once an encoder was asked, is the thirteenth. It has no label, so no push.",
    loss: "cosent",
    labels: "grades",
    pairs: live.listed.cast.map(([, score], i) => [encoder.cast[i], score / 5]),
    names: live.listed.cast.map(([kind]) => kind),
    stamp: encoder.stamp,
  };
}

// The cosine of the reader's own pair under a start's encoder, if both are there.
lossStarts.yours = ({ stamp }) => live.yourPair?.read()?.cosines[stamp];

// What each loss asks for, shown where a start's own words are about another one.
lossStarts.asks = {
  cosent: "Only the order: similar pairs above the others. Where on the line is all the same to it.",
  cosine_mse: "Each pair is pulled to its label and rests nowhere else, even if the order is right.",
  contrastive: "Similar pairs are pulled to 1. The others are pushed only while they are above ε.",
  linear_threshold: "Similar pairs go to 1. The others are pushed, equally hard, down to ε.",
  direct_linear: "Similar pairs go to 1, the others to −1, always equally hard. Nothing ever rests.",
  direct_squared: "Similar pairs go to 1, the others to 0, harder the farther they are.",
  binary_cross_entropy: "A cosine is read as a logit. It cannot go beyond 1, so the push never ends.",
  l1: "Each pair is pulled to its label, near or far with the same push.",
  translated_relu: "As L1, but a pair within x0 of its label is left alone.",
  smooth_k2: "As a squared error, but a pair within x0 of its label is left alone.",
  list_net: "The shares that a softmax gives the pairs should be those of the labels.",
  list_mle: "The pairs are drawn one by one in the order of their labels; the first draws count most.",
};

// A link that ends in #jump opens with that start, #loss=contrastive with that loss, and
// #grades&loss=cosine_mse with both. What is unknown is null.
lossStarts.asked = (hash) => {
  const found = new URLSearchParams(hash.slice(1));
  const known = (of, name) => (name && Object.hasOwn(of, name) ? name : null);
  const start = known(lossStarts.all, [...found.keys()][0]);
  return { start, loss: known(losses.all, found.get("loss")) };
};
