/** Bytes that the shortest varint of a value takes, 1 to 10. `value` is at least 0. */
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
 * Writes a varint of at least `width` bytes at `at`; a wider one than is needed is padded with zero groups.
 * @returns the position after it
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
