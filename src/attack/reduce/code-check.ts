import type { FramingMode } from '../../base/container/detect.js';
import { memorySource } from '../../base/source/memory.js';
import { validate } from '../../check/validate/validate.js';
import type { Check } from './oracle.js';

/**
 * Makes a check in this process: true if validation reports all of these codes, in addition to any others.
 */
export function reportsCodes(codes: readonly string[], framing: FramingMode = 'auto'): Check {
  return async (candidate) => {
    const { diagnostics } = await validate(memorySource(candidate), { framing, maxPerCode: 1 });
    return codes.every((code) => diagnostics.some((diagnostic) => diagnostic.code === code));
  };
}
