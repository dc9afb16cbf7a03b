import { exp, ln, sigmoid } from './elementary.js';

/**
 * Maps the log odds of the regression to a probability. The map is monotonic, so it never changes the order of two
 * messages.
 */
export interface Calibration {
  /** Points of the isotonic curve, ascending: log odds, and the share of fraud among messages with these odds. */
  points: readonly (readonly [logit: number, probability: number])[];
  slope: number;
  intercept: number;
  /** Odds of fraud among the messages to which the curve was fitted. */
  odds: number;
}

// An isotonic curve alone gives equal scores, and scores of 0 and 1. The average with Platt's curve keeps the order of
// messages within its steps and beyond them. The average is of log odds: an average of probabilities would be decided
// almost entirely by the less certain curve.
const ISOTONIC_SHARE = 0.5;

/** Returns the probability of fraud if `prior` is the share of fraud in the stream. */
export function calibrated(
  logit: number,
  { points, slope, intercept, odds }: Calibration,
  prior: number,
): number {
  const smooth = slope * logit + intercept;
  const seen =
    points.length === 0
      ? smooth
      : ISOTONIC_SHARE * oddsOf(interpolated(logit, points)) + (1 - ISOTONIC_SHARE) * smooth;
  return sigmoid(seen + oddsOf(prior) - ln(odds));
}

/** Log odds of a probability between 0 and 1. */
function oddsOf(probability: number): number {
  return ln(probability / (1 - probability));
}

function interpolated(logit: number, points: Calibration['points']): number {
  let low = 0;
  let high = points.length - 1;
  const [first, atFirst] = points[0] as readonly [number, number];
  const [last, atLast] = points[high] as readonly [number, number];
  if (logit <= first) return atFirst;
  if (logit >= last) return atLast;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((points[middle] as readonly [number, number])[0] <= logit) low = middle;
    else high = middle;
  }
  const [x0, y0] = points[low] as readonly [number, number];
  const [x1, y1] = points[high] as readonly [number, number];
  return y0 + ((logit - x0) / (x1 - x0)) * (y1 - y0);
}

const LEAST_FOR_ISOTONIC = 1_000;

/** Fits the curve to out-of-fold log odds: from 1,000 rows on, isotonic and Platt; below that, Platt alone. */
export function fitCalibration(
  logits: Float64Array,
  fraud: Uint8Array,
  weights = ones(logits.length),
): Calibration {
  const [slope, intercept] = platt(logits, fraud, weights);
  let [frauds, all] = [0, 0];
  for (let at = 0; at < logits.length; at++) {
    all += weights[at] as number;
    if (fraud[at]) frauds += weights[at] as number;
  }
  return {
    points: logits.length >= LEAST_FOR_ISOTONIC ? isotonic(logits, fraud, weights) : [],
    slope,
    intercept,
    odds: rounded(frauds / (all - frauds)),
  };
}

function ones(length: number): Float64Array {
  return new Float64Array(length).fill(1);
}

/** Isotonic regression by pooling adjacent violators. Each point is at the mean log odds of a pool. */
function isotonic(logits: Float64Array, fraud: Uint8Array, weights: Float64Array): [number, number][] {
  const order = [...logits.keys()].sort((a, b) => (logits[a] as number) - (logits[b] as number) || a - b);
  const pools: { sum: number; count: number; place: number }[] = [];
  for (const at of order) {
    const weight = weights[at] as number;
    pools.push({
      sum: weight * (fraud[at] as number),
      count: weight,
      place: weight * (logits[at] as number),
    });
    for (
      let top = pools.at(-1), below = pools.at(-2);
      top && below && below.sum / below.count >= top.sum / top.count;
    ) {
      pools.pop();
      pools.pop();
      pools.push({
        sum: top.sum + below.sum,
        count: top.count + below.count,
        place: top.place + below.place,
      });
      top = pools.at(-1);
      below = pools.at(-2);
    }
  }
  // Each pool gets one more message, which counts half as fraud, so that no pool has the probability 0 or 1.
  return pools
    .map(
      ({ sum, count, place }) =>
        [rounded(place / count), rounded((sum + 0.5) / (count + 1))] as [number, number],
    )
    .reduce<[number, number][]>((kept, point) => {
      const last = kept.at(-1);
      if (!last || (point[0] > last[0] && point[1] >= last[1])) kept.push(point);
      return kept;
    }, []);
}

/** Newton's method with Platt's softened targets. */
function platt(
  logits: Float64Array,
  fraud: Uint8Array,
  weights: Float64Array,
): [slope: number, intercept: number] {
  let [positives, all] = [0, 0];
  for (let at = 0; at < fraud.length; at++) {
    positives += (fraud[at] as number) * (weights[at] as number);
    all += weights[at] as number;
  }
  const high = (positives + 1) / (positives + 2);
  const low = 1 / (all - positives + 2);
  let a = 1;
  let b = 0;
  for (let round = 0; round < 50; round++) {
    let [ga, gb, haa, hab, hbb] = [0, 0, 1e-9, 0, 1e-9];
    for (let at = 0; at < logits.length; at++) {
      const x = logits[at] as number;
      const p = 1 / (1 + exp(-(a * x + b)));
      const error = (weights[at] as number) * (p - (fraud[at] ? high : low));
      const w = (weights[at] as number) * p * (1 - p);
      ga += error * x;
      gb += error;
      haa += w * x * x;
      hab += w * x;
      hbb += w;
    }
    const determinant = haa * hbb - hab * hab;
    const da = (hbb * ga - hab * gb) / determinant;
    const db = (haa * gb - hab * ga) / determinant;
    a -= da;
    b -= db;
    if (Math.abs(da) + Math.abs(db) < 1e-9) break;
  }
  return [rounded(a), rounded(b)];
}

// Rounds to six digits for the model file, because the last bits of a sum carry no information.
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
