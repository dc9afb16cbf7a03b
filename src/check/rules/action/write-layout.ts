/** Bytes before the words of a configuration write: their number less one, and their address. */
const HEAD = 8;
const WORD = 4;

/**
 * True if the data of a configuration write has the layout that the loader over Ethernet expects: the number
 * of words less one and their address, 32 bits each, little-endian, then the words, padded to 8 bytes.
 * @param start position of its first 8 bytes, or of all if there are fewer
 * @param length size of the data in bytes
 */
export function isWriteLayout(bytes: Uint8Array, start: number, length: number): boolean {
  if (length <= HEAD || length % HEAD !== 0) return false;
  const low = (bytes[start] as number) | ((bytes[start + 1] as number) << 8);
  const words = low + (bytes[start + 2] as number) * 2 ** 16 + (bytes[start + 3] as number) * 2 ** 24 + 1;
  return HEAD + WORD * (words + (words % 2)) === length;
}
