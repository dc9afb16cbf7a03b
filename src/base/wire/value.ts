/** Turning the two halves of a 64-bit varint or fixed value into values. Halves are signed 32-bit. */

export function uint64Of(lo: number, hi: number): bigint {
  return (BigInt(hi >>> 0) << 32n) | BigInt(lo >>> 0);
}

/** Two halves as a signed 64-bit number. */
export function int64Of(lo: number, hi: number): bigint {
  return (BigInt(hi) << 32n) | BigInt(lo >>> 0);
}

/** Four bytes, least first. */
export function int32At(bytes: Uint8Array, pos: number): number {
  return (
    (bytes[pos] as number) |
    ((bytes[pos + 1] as number) << 8) |
    ((bytes[pos + 2] as number) << 16) |
    ((bytes[pos + 3] as number) << 24)
  );
}

/** A zigzag-encoded 32-bit value. */
export function sint32Of(lo: number): number {
  return (lo >>> 1) ^ -(lo & 1);
}

/** Two halves of a zigzag-encoded value as a signed 64-bit number. */
export function sint64Of(lo: number, hi: number): bigint {
  const value = uint64Of(lo, hi);
  return (value >> 1n) ^ -(value & 1n);
}

/** An unsigned 64-bit value as a number; exact up to 2^53. */
export function numberOf(lo: number, hi: number): number {
  return (hi >>> 0) * 0x100000000 + (lo >>> 0);
}

const scratch = new DataView(new ArrayBuffer(8));

/** Four bytes as a 32-bit float. */
export function floatOf(lo: number): number {
  scratch.setInt32(0, lo);
  return scratch.getFloat32(0);
}

/** Two halves as a 64-bit float. */
export function doubleOf(lo: number, hi: number): number {
  scratch.setInt32(0, hi);
  scratch.setInt32(4, lo);
  return scratch.getFloat64(0);
}
