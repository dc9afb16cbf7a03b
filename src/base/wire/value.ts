/** Returns an unsigned 64-bit number from its two halves, each a signed 32-bit number. */
export function uint64Of(lo: number, hi: number): bigint {
  return (BigInt(hi >>> 0) << 32n) | BigInt(lo >>> 0);
}

/** Returns a signed 64-bit number from its two halves. */
export function int64Of(lo: number, hi: number): bigint {
  return (BigInt(hi) << 32n) | BigInt(lo >>> 0);
}

/** Reads four little-endian bytes as a signed 32-bit number. */
export function int32At(bytes: Uint8Array, pos: number): number {
  return (
    (bytes[pos] as number) |
    ((bytes[pos + 1] as number) << 8) |
    ((bytes[pos + 2] as number) << 16) |
    ((bytes[pos + 3] as number) << 24)
  );
}

/** Decodes a zigzag-encoded 32-bit value. */
export function sint32Of(lo: number): number {
  return (lo >>> 1) ^ -(lo & 1);
}

/** Decodes a zigzag-encoded 64-bit value from its two halves. */
export function sint64Of(lo: number, hi: number): bigint {
  const value = uint64Of(lo, hi);
  return (value >> 1n) ^ -(value & 1n);
}

/** Returns an unsigned 64-bit value as a number; exact up to 2^53. */
export function numberOf(lo: number, hi: number): number {
  return (hi >>> 0) * 0x100000000 + (lo >>> 0);
}

const scratch = new DataView(new ArrayBuffer(8));

/** Returns the 32-bit float with these bits. */
export function floatOf(lo: number): number {
  scratch.setInt32(0, lo);
  return scratch.getFloat32(0);
}

/** Returns the 64-bit float with these two halves. */
export function doubleOf(lo: number, hi: number): number {
  scratch.setInt32(0, hi);
  scratch.setInt32(4, lo);
  return scratch.getFloat64(0);
}

/** Returns the number of bytes of a value's shortest varint, 1 to 10. `value` is at least 0. */
export function varintSize(value: number | bigint): number {
  let size = 1;
  if (typeof value === 'bigint') {
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
      for (let rest = value >> 7n; rest > 0n; rest >>= 7n) size++;
      return size;
    }
    return varintSize(Number(value));
  }
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 128)) size++;
  return size;
}

/**
 * Writes a varint of at least `width` bytes at `at`. A shorter varint is padded with zero groups.
 * @returns the position after the varint
 */
export function putVarint(target: Uint8Array, at: number, value: number | bigint, width = 1): number {
  let rest = BigInt(value);
  let position = at;
  while (rest > 0x7fn || position - at + 1 < width) {
    target[position++] = Number(rest & 0x7fn) | 0x80;
    rest >>= 7n;
  }
  target[position++] = Number(rest);
  return position;
}
