import { calibrated } from './calibration.js';
import { ln } from './elementary.js';
import type { Examined, View } from './features.js';
import { hashedScale } from './hashing.js';
import { type Model, slotWeight } from './model-file.js';

export interface Score {
  /** Calibrated probability of fraud, given the share of fraud in the caller's stream. */
  probability: number;
  logit: number;
  /** The window of the text with the highest score. */
  view: View;
  /** Contribution of each named feature to the log odds: weight times value. */
  contributions: ReadonlyMap<string, number>;
  /** Contribution of the hashed words to the log odds, within its limit. */
  words: number;
}

// Highest and lowest score: too few messages were judged out of fold to be sure of any message.
const MOST_CERTAIN = 0.9999;

// The value was chosen out of fold among 0, 0.15, 0.3 and 0.45.
const WINDOW_COST = 0.3;
/** Further windows cost nothing, so that much text beside a lure costs little more than a few words. */
const COSTLY_WINDOWS = 4;

/**
 * If a legitimate message has several windows, its strongest window has log odds that are higher by about this value.
 */
export function windowCost(windows: number): number {
  return WINDOW_COST * ln(Math.min(windows, COSTLY_WINDOWS));
}

/** Scores a message by its strongest window. */
export function score({ views }: Examined, model: Model, prior = model.prior): Score {
  let best: Omit<Score, 'probability'> | undefined;
  for (const view of views) {
    const scored = scoreView(view, model);
    if (!best || scored.logit > best.logit) best = scored;
  }
  const strongest = best as Omit<Score, 'probability'>;
  const logit = strongest.logit - windowCost(views.length);
  const probability = Math.min(MOST_CERTAIN, calibrated(logit, model.calibration, prior));
  return { ...strongest, logit, probability };
}

function scoreView(view: View, model: Model): Omit<Score, 'probability'> {
  const contributions = new Map<string, number>();
  let logit = model.bias;
  for (const [name, value] of view.bag) {
    const weight = model.named.get(name);
    if (weight === undefined || value === 0) continue;
    contributions.set(name, weight * value);
    logit += weight * value;
  }
  const { slots, signs } = view.hashed;
  let hashed = 0;
  for (let at = 0; at < slots.length; at++)
    hashed += slotWeight(model, slots[at] as number) * (signs[at] as number);
  const words = Math.max(-model.wordBound, hashed * hashedScale(slots.length));
  return { logit: logit + words, view, contributions, words };
}
