/**
 * Sizes as a header claims them. A 64-bit field may hold more than a number keeps exactly; such a value is
 * a bigint. No file is that large, so only rules about the claims themselves meet one.
 */
export type ClaimedSize = number | bigint;

/** Returns a number if that is exact, otherwise a bigint. */
export function claimedSize(value: bigint): ClaimedSize {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** The exact sum. */
export function sumOfSizes(...sizes: readonly ClaimedSize[]): ClaimedSize {
  return claimedSize(sizes.reduce((sum: bigint, size) => sum + BigInt(size), 0n));
}

/** A size as messages print it: `4,096 bytes (0x1000)`. */
export function printSize(size: ClaimedSize): string {
  const digits = size.toString().replace(/\B(?=(\d{3})+$)/g, ',');
  return `${digits} ${size.toString() === '1' ? 'byte' : 'bytes'} (0x${size.toString(16)})`;
}
