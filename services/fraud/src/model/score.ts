import { calibrated } from './calibration.js';
import type { Examined } from './features.js';
import { type Model, slotWeight } from './model-file.js';

export interface Score {
  /** Calibrated probability of fraud. */
  probability: number;
  logit: number;
  /** Share of the log odds by named feature: weight times value. */
  contributions: ReadonlyMap<string, number>;
}

/** The model's view of a message. */
export function score(examined: Examined, model: Model): Score {
  const contributions = new Map<string, number>();
  let logit = model.bias;
  for (const [name, value] of examined.bag) {
    const weight = model.named.get(name);
    if (weight === undefined || value === 0) continue;
    contributions.set(name, weight * value);
    logit += weight * value;
  }
  const { slots, signs } = examined.hashed;
  let hashed = 0;
  for (let at = 0; at < slots.length; at++)
    hashed += slotWeight(model, slots[at] as number) * (signs[at] as number);
  if (slots.length > 0) logit += hashed / Math.sqrt(slots.length);
  return { probability: calibrated(logit, model.calibration), logit, contributions };
}
