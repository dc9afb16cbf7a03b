import type { Frame } from './layout.js';

/**
 * Relation of a file's size to its header's claims. `wraps`: they differ, but are equal modulo 2^64, which is
 * how the runtime's loader adds.
 */
export type LengthVerdict = 'holds' | 'wraps' | 'differs';

/** The length equation: everything after the header is claimed by exactly one size. */
export function lengthVerdict(frame: Frame, size: number): LengthVerdict {
  if (frame.claimedFileSize === size) return 'holds';
  const difference = BigInt(frame.claimedFileSize) - BigInt(size);
  return BigInt.asUintN(64, difference) === 0n ? 'wraps' : 'differs';
}
