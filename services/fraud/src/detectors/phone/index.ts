import type { PhoneDetector } from '../detector.js';
import { countryMismatch } from './country-mismatch.js';
import { impossibleLength } from './impossible-length.js';
import { invalid } from './invalid.js';
import { personalNumber } from './personal-number.js';
import { premiumRate } from './premium-rate.js';
import { satellite } from './satellite.js';
import { sequentialDigits } from './sequential-digits.js';
import { sharedCost } from './shared-cost.js';
import { spoofedNeighbour } from './spoofed-neighbour.js';
import { voip } from './voip.js';
import { wangiriPrefix } from './wangiri-prefix.js';

export const PHONE_DETECTORS: readonly PhoneDetector[] = [
  invalid,
  impossibleLength,
  premiumRate,
  sharedCost,
  voip,
  personalNumber,
  satellite,
  countryMismatch,
  wangiriPrefix,
  sequentialDigits,
  spoofedNeighbour,
];

/** Weight of a text indicator in the words around a number: by class. */
export const CONTEXT_WEIGHTS = { info: 0, low: 0.15, high: 0.4, critical: 0.6 } as const;
