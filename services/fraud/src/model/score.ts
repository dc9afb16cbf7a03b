import { calibrated } from './calibration.js';
import type { Examined, View } from './features.js';
import { type Model, slotWeight } from './model-file.js';

export interface Score {
  /** Calibrated probability of fraud for the share of fraud in the caller's stream. */
  probability: number;
  logit: number;
  /** The strongest window. */
  view: View;
  /** Contribution of each named feature to the log odds: weight times value. */
  contributions: ReadonlyMap<string, number>;
  /** Contribution of the hashed words, within its bound. */
  words: number;
}

/** Scores a message by its strongest window. */
export function score({ views }: Examined, model: Model, prior = model.prior): Score {
  let best: Omit<Score, 'probability'> | undefined;
  for (const view of views) {
    const scored = scoreView(view, model);
    if (!best || scored.logit > best.logit) best = scored;
  }
  const strongest = best as Omit<Score, 'probability'>;
  return { ...strongest, probability: calibrated(strongest.logit, model.calibration, prior) };
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
  const words = slots.length > 0 ? Math.max(-model.wordBound, hashed / Math.sqrt(slots.length)) : 0;
  return { logit: logit + words, view, contributions, words };
}
