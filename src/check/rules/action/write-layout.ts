/** Bytes in front of the words of a configuration write: their number less one, and their address. */
const HEAD = 8;
const WORD = 4;

/**
 * Whether the data of a configuration write is laid out as the loader over Ethernet takes it apart: the number of
 * words less one and their address, 32 bits each, little-endian, then the words, filled up to 8 bytes.
 * @param start where its first 8 bytes are, or all that there are
 * @param length of all of it, in bytes
 */
export function isWriteLayout(bytes: Uint8Array, start: number, length: number): boolean {
  if (length <= HEAD || length % HEAD !== 0) return false;
  const low = (bytes[start] as number) | ((bytes[start + 1] as number) << 8);
  const words = low + (bytes[start + 2] as number) * 2 ** 16 + (bytes[start + 3] as number) * 2 ** 24 + 1;
  return HEAD + WORD * (words + (words % 2)) === length;
}
