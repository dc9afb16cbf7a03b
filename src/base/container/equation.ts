import type { Frame } from './layout.js';

/**
 * How a file's size and its header's claims go together. `wraps`: they differ, but not modulo 2^64, which
 * is how the runtime's loader adds.
 */
export type LengthVerdict = 'holds' | 'wraps' | 'differs';

/** The length equation: everything after the header is claimed by exactly one size. */
export function lengthVerdict(frame: Frame, size: number): LengthVerdict {
  if (frame.claimedFileSize === size) return 'holds';
  const difference = BigInt(frame.claimedFileSize) - BigInt(size);
  return BigInt.asUintN(64, difference) === 0n ? 'wraps' : 'differs';
}
