import { exp, ln } from '../src/model/elementary.js';
import { SLOTS } from '../src/model/hashing.js';
import type { Prior } from '../src/model/priors.js';

/** One window of a message as numbers: indices of its named features in the list of priors, then its hash slots. */
export interface Row {
  names: Int32Array;
  values: Float32Array;
  /** Hash slots, or their ranks among the slots that have a weight; `~slot` stands for a slot with a negative sign. */
  slots: Int32Array;
  /** `hashedScale` of the number of slots of the text; slots without a weight count, too. */
  scale: number;
  fraud: boolean;
  /** Weight of the row; 1 for a corpus row. */
  weight: number;
}

export interface Fit {
  /** Weights: the bias, the named features, then the slots by their rank in `kept`. */
  weights: Float64Array;
  iterations: number;
}

export interface FitOptions {
  /** Strength with which the weights of all hash slots are pulled towards zero. */
  hashStrength: number;
  iterations: number;
}

const MEMORY = 8;
/** p (1 - p) for p = 0.03. */
const CURVATURE = 0.03;

/**
 * Keeps the slots that at least `least` messages contain, and replaces slots by their ranks in the rows; negative
 * signs come last. The weight of a rarer slot would only memorise single messages.
 */
export function keepSharedSlots(messages: readonly (readonly Row[])[], least: number): Int32Array {
  const touched = new Int32Array(SLOTS);
  const last = new Int32Array(SLOTS).fill(-1);
  for (const [at, rows] of messages.entries()) {
    for (const row of rows) {
      for (const signed of row.slots) {
        const slot = signed < 0 ? ~signed : signed;
        if (last[slot] === at) continue;
        last[slot] = at;
        touched[slot] = (touched[slot] as number) + 1;
      }
    }
  }
  const ranks = new Int32Array(SLOTS).fill(-1);
  const kept: number[] = [];
  for (let slot = 0; slot < SLOTS; slot++) {
    if ((touched[slot] as number) < least) continue;
    ranks[slot] = kept.length;
    kept.push(slot);
  }
  for (const row of messages.flat()) {
    const ranked = new Int32Array(row.slots.length);
    let size = 0;
    for (const negative of [false, true]) {
      for (const slot of row.slots) {
        const rank = ranks[slot < 0 ? ~slot : slot] as number;
        if (slot < 0 === negative && rank >= 0) ranked[size++] = negative ? ~rank : rank;
      }
    }
    row.slots = ranked.slice(0, size);
  }
  return Int32Array.from(kept);
}

/**
 * Returns the log odds of a row. The hashed part is scaled to a vector of length 1, and lowers the sum by at most
 * `wordBound`.
 */
export function logit(
  weights: Float64Array,
  row: Row,
  names: number,
  wordBound = Number.POSITIVE_INFINITY,
): number {
  let z = weights[0] as number;
  for (let at = 0; at < row.names.length; at++)
    z += (weights[1 + (row.names[at] as number)] as number) * (row.values[at] as number);
  let words = 0;
  for (const slot of row.slots)
    words += slot < 0 ? -(weights[1 + names + ~slot] as number) : (weights[1 + names + slot] as number);
  return z + Math.max(-wordBound, words * row.scale);
}

/**
 * Fits a logistic regression with a Gaussian prior for each weight, by L-BFGS. Sums run in a fixed order and avoid the
 * engine's transcendental functions, so two runs give equal bits.
 */
export function fit(
  rows: readonly Row[],
  priors: readonly Prior[],
  slots: number,
  options: FitOptions,
  start?: Float64Array,
): Fit {
  const size = 1 + priors.length + slots;
  const means = new Float64Array(size);
  means[0] = -3;
  for (let at = 0; at < priors.length; at++) means[1 + at] = (priors[at] as Prior).mean;
  const strengths = new Float64Array(size).fill(options.hashStrength);
  strengths[0] = 0.01;
  for (let at = 0; at < priors.length; at++) strengths[1 + at] = (priors[at] as Prior).strength;

  const { ends, places, values, slotEnds, signed } = flattened(rows, priors.length);
  const loss = (weights: Float64Array, gradient: Float64Array): number => {
    let sum = 0;
    for (let at = 0; at < size; at++) {
      const off = (weights[at] as number) - (means[at] as number);
      gradient[at] = (strengths[at] as number) * off;
      sum += 0.5 * (strengths[at] as number) * off * off;
    }
    let from = 0;
    let slotFrom = 0;
    for (let number = 0; number < rows.length; number++) {
      const { fraud, weight, scale } = rows[number] as Row;
      const to = ends[number] as number;
      const slotTo = slotEnds[number] as number;
      let z = weights[0] as number;
      for (let at = from; at < to; at++)
        z += (weights[places[at] as number] as number) * (values[at] as number);
      z += scale * hashed(weights, signed, slotFrom, slotTo);
      const e = exp(-Math.abs(z));
      sum += weight * (ln(1 + e) - Math.min(0, fraud ? z : -z));
      const error = weight * ((z < 0 ? e : 1) / (1 + e) - (fraud ? 1 : 0));
      gradient[0] = (gradient[0] as number) + error;
      for (let at = from; at < to; at++) {
        const place = places[at] as number;
        gradient[place] = (gradient[place] as number) + error * (values[at] as number);
      }
      spread(gradient, signed, slotFrom, slotTo, error * scale);
      from = to;
      slotFrom = slotTo;
    }
    return sum;
  };
  // Curvature of the loss for each weight alone, for rows of which the model is 97 % certain. Weights of rare slots and
  // of strong priors differ in it by a factor of thousands; scaled by it, a third of the iterations are enough.
  const curvature = Float64Array.from(strengths);
  let from = 0;
  let slotFrom = 0;
  for (const [number, { weight, scale }] of rows.entries()) {
    const to = ends[number] as number;
    const slotTo = slotEnds[number] as number;
    const part = CURVATURE * weight;
    curvature[0] = (curvature[0] as number) + part;
    for (let at = from; at < to; at++) {
      const place = places[at] as number;
      curvature[place] = (curvature[place] as number) + part * (values[at] as number) ** 2;
    }
    for (let at = slotFrom; at < slotTo; at++) {
      const signs = signed[at] as number;
      const place = signs < 0 ? ~signs : signs;
      curvature[place] = (curvature[place] as number) + part * scale ** 2;
    }
    from = to;
    slotFrom = slotTo;
  }
  return minimise(loss, Float64Array.from(start ?? means), options.iterations, curvature);
}

/** Returns the sum of the weights of slots from `from` to `to`; `~place` stands for a slot with a negative sign. */
function hashed(weights: Float64Array, signed: Int32Array, from: number, to: number): number {
  let plus = 0;
  let minus = 0;
  for (let at = from; at < to; at++) {
    const place = signed[at] as number;
    if (place >= 0) plus += weights[place] as number;
    else minus += weights[~place] as number;
  }
  return plus - minus;
}

function spread(gradient: Float64Array, signed: Int32Array, from: number, to: number, part: number): void {
  for (let at = from; at < to; at++) {
    const place = signed[at] as number;
    if (place >= 0) gradient[place] = (gradient[place] as number) + part;
    else gradient[~place] = (gradient[~place] as number) - part;
  }
}

/** The rows one after the other. Reading an array in order is three times as fast as reading row by row. */
interface Flat {
  /** Named features of all rows: places of their weights, and values. */
  ends: Int32Array;
  places: Int32Array;
  values: Float64Array;
  /** Slots of all rows: the places of their weights, or `~place` for a negative sign, which come last in each row. */
  slotEnds: Int32Array;
  signed: Int32Array;
}

function flattened(rows: readonly Row[], names: number): Flat {
  const named = rows.reduce((sum, row) => sum + row.names.length, 0);
  const ends = new Int32Array(rows.length);
  const places = new Int32Array(named);
  const values = new Float64Array(named);
  const slotEnds = new Int32Array(rows.length);
  const signed = new Int32Array(rows.reduce((sum, row) => sum + row.slots.length, 0));
  let at = 0;
  let slot = 0;
  for (const [number, row] of rows.entries()) {
    for (let n = 0; n < row.names.length; n++) {
      places[at] = 1 + (row.names[n] as number);
      values[at++] = row.values[n] as number;
    }
    for (const place of row.slots) signed[slot++] = place < 0 ? ~(1 + names + ~place) : 1 + names + place;
    ends[number] = at;
    slotEnds[number] = slot;
  }
  return { ends, places, values, slotEnds, signed };
}

type Loss = (weights: Float64Array, gradient: Float64Array) => number;

/** Minimises a loss by L-BFGS; `curvature` scales the steps. */
function minimise(loss: Loss, start: Float64Array, most: number, curvature: Float64Array): Fit {
  let weights = start;
  let gradient = new Float64Array(weights.length);
  let value = loss(weights, gradient);
  const steps: { step: Float64Array; change: Float64Array; scale: number }[] = [];
  let iterations = 0;
  for (; iterations < most; iterations++) {
    const direction = descent(gradient, steps, curvature);
    const slope = dot(direction, gradient);
    if (!(slope < 0)) break;
    let length = 1;
    const next = new Float64Array(weights.length);
    const nextGradient = new Float64Array(weights.length);
    let nextValue = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 25; attempt++) {
      for (let at = 0; at < weights.length; at++)
        next[at] = (weights[at] as number) + length * (direction[at] as number);
      nextValue = loss(next, nextGradient);
      if (nextValue <= value + 1e-4 * length * slope) break;
      length /= 2;
    }
    if (!(nextValue < value)) break;
    const step = new Float64Array(weights.length);
    const change = new Float64Array(weights.length);
    for (let at = 0; at < weights.length; at++) {
      step[at] = (next[at] as number) - (weights[at] as number);
      change[at] = (nextGradient[at] as number) - (gradient[at] as number);
    }
    const bend = dot(step, change);
    if (bend > 1e-10) {
      steps.push({ step, change, scale: 1 / bend });
      if (steps.length > MEMORY) steps.shift();
    }
    const gain = value - nextValue;
    weights = next;
    gradient = nextGradient;
    value = nextValue;
    if (gain < 1e-5 * Math.abs(value)) break;
  }
  return { weights, iterations };
}

function descent(
  gradient: Float64Array,
  steps: { step: Float64Array; change: Float64Array; scale: number }[],
  curvature: Float64Array,
): Float64Array {
  const out = Float64Array.from(gradient);
  const shares: number[] = [];
  for (let n = steps.length - 1; n >= 0; n--) {
    const { step, change, scale } = steps[n] as (typeof steps)[number];
    const share = scale * dot(step, out);
    shares[n] = share;
    for (let at = 0; at < out.length; at++) out[at] = (out[at] as number) - share * (change[at] as number);
  }
  const last = steps.at(-1);
  const scaled = last?.change.map((value, at) => value / (curvature[at] as number));
  const scale = last && scaled ? 1 / (last.scale * dot(last.change, scaled)) : 1;
  for (let at = 0; at < out.length; at++) out[at] = ((out[at] as number) * scale) / (curvature[at] as number);
  for (let n = 0; n < steps.length; n++) {
    const { step, change, scale } = steps[n] as (typeof steps)[number];
    const share = (shares[n] as number) - scale * dot(change, out);
    for (let at = 0; at < out.length; at++) out[at] = (out[at] as number) + share * (step[at] as number);
  }
  for (let at = 0; at < out.length; at++) out[at] = -(out[at] as number);
  return out;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}
