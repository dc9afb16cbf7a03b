import type { PhoneDetector } from '../detector.js';
import { KIND_DETECTORS } from './kinds.js';
import { SHAPE_DETECTORS } from './shapes.js';

export const PHONE_DETECTORS: readonly PhoneDetector[] = [...KIND_DETECTORS, ...SHAPE_DETECTORS];

/** Weights of text indicators that are found in the words around a number, by the indicator's class. */
export const CONTEXT_WEIGHTS = { info: 0, low: 0.15, high: 0.25, critical: 0.5 } as const;
