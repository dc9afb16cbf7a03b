/** What `longLength` answers where there is no length, or an odd one. */
export const NO_LENGTH: u64 = u64.MAX_VALUE;

/** A length of up to four bytes, and in the high half how many. Longer than it needs to be is odd. */
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
 * Position behind a varint of up to 64 bits; 0 where it is longer than it needs to be, has bits past 64, or
 * is above `max`.
 */
export function varint(p: usize, max: u64): usize {
  let value = <u64>load<u8>(p++);
  if (value >= 0x80) {
    value &= 0x7f;
    let shift: u64 = 7;
    let byte: u64;
    do {
      byte = <u64>load<u8>(p++);
      // The tenth byte holds one bit.
      if (shift === 63 && byte > 1) return 0;
      value |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte >= 0x80);
    if (byte === 0) return 0;
  }
  return value > max ? 0 : p;
}
