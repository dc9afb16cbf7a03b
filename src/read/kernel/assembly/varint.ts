/** The highest bit of each of eight bytes. */
export const HIGH_BITS: u64 = ((<u64>0x80808080) << 32) | 0x80808080;

/** The greatest value of 32 bits, as in CELL_MAX. */
export const LAST_VALUE: u64 = ((<u64>0x0f) << 32) | 0xffffffff;

/** Result of `longLength` for a missing or overlong length. */
export const NO_LENGTH: u64 = u64.MAX_VALUE;

/**
 * Reads a length of up to four bytes; the high half of the result is the number of bytes. Overlong lengths
 * are rejected.
 */
export function longLength(p: usize): u64 {
  let value: u32 = 0;
  for (let bytes: u32 = 0; bytes < 4; bytes++) {
    const byte = <u32>load<u8>(p + bytes);
    value |= (byte & 0x7f) << (7 * bytes);
    if (byte < 0x80) return byte === 0 && bytes > 0 ? NO_LENGTH : <u64>value | ((<u64>(bytes + 1)) << 32);
  }
  return NO_LENGTH;
}

/**
 * Position after a varint of up to 64 bits; 0 if it is longer than it needs to be, has bits past 64, or
 * is above its bound.
 * @param max as in CELL_MAX; with all bits set there is no bound
 */
export function varint(p: usize, max: u64): usize {
  let word: u64 = 0;
  for (let bytes: u64 = 0; bytes < 10; bytes++) {
    const byte = <u64>load<u8>(p++);
    // A bound has at most eight bytes; a longer varint is above it. The tenth byte holds one bit.
    if (bytes < 8) word |= byte << (8 * bytes);
    else if (max !== u64.MAX_VALUE || (bytes === 9 && byte > 1)) return 0;
    if (byte < 0x80) return (byte === 0 && bytes > 0) || word > max ? 0 : p;
  }
  return 0;
}

/** The value of a varint of up to eight bytes. */
export function valueOf(wire: u64): u64 {
  // Neighbours are put together: pairs of bytes, of pairs, of four.
  wire &= 0x7f7f7f7f7f7f7f7f;
  wire = (wire & 0x007f007f007f007f) | ((wire & 0x7f007f007f007f00) >> 1);
  wire = (wire & 0x00003fff00003fff) | ((wire & 0x3fff00003fff0000) >> 2);
  return (wire & 0x000000000fffffff) | ((wire & 0x0fffffff00000000) >> 4);
}
