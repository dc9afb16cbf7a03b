/** The six bits of each character; 64 for white space, 65 for padding, 66 for any other character. */
const SIXES = new Uint8Array(256).fill(66);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
for (let i = 0; i < ALPHABET.length; i++) SIXES[ALPHABET.charCodeAt(i)] = i;
// Both alphabets are accepted, even mixed in one text.
for (const [character, six] of ['+-', '/_'].flatMap((pair, i) =>
  [...pair].map((c) => [c, 62 + i] as const),
)) {
  SIXES[character.charCodeAt(0)] = six;
}
for (const character of ' \t\n\r') SIXES[character.charCodeAt(0)] = 64;
SIXES['='.charCodeAt(0)] = 65;

/** Returns the largest number of bytes that a base64 text of this length can decode to. */
export function base64Room(length: number): number {
  return Math.ceil(length / 4) * 3;
}

/**
 * Reads base64 in either alphabet, with or without padding; skips white space.
 * @param target has room for `base64Room` bytes from `at` on
 * @returns the end of the bytes written, or -1 if the text is not valid base64
 */
export function readBase64(
  text: Uint8Array,
  from: number,
  to: number,
  target: Uint8Array,
  at: number,
): number {
  let out = at;
  let i = from;
  // Fast path: groups of four characters of the alphabet.
  for (; i + 3 < to; i += 4) {
    const a = SIXES[text[i] as number] as number;
    const b = SIXES[text[i + 1] as number] as number;
    const c = SIXES[text[i + 2] as number] as number;
    const d = SIXES[text[i + 3] as number] as number;
    if ((a | b | c | d) >= 64) break;
    const bits = (a << 18) | (b << 12) | (c << 6) | d;
    target[out++] = bits >>> 16;
    target[out++] = bits >>> 8;
    target[out++] = bits;
  }
  let bits = 0;
  let count = 0;
  let padding = 0;
  for (; i < to; i++) {
    const six = SIXES[text[i] as number] as number;
    if (six === 66) return -1;
    if (six === 64) continue;
    if (six === 65) {
      padding++;
      continue;
    }
    if (padding > 0) return -1;
    bits = (bits << 6) | six;
    if (++count === 4) {
      target[out++] = bits >>> 16;
      target[out++] = bits >>> 8;
      target[out++] = bits;
      bits = 0;
      count = 0;
    }
  }
  if (count === 1 || (padding > 0 && (count === 0 || count + padding !== 4))) return -1;
  if (count >= 2) target[out++] = count === 2 ? bits >>> 4 : bits >>> 10;
  if (count === 3) target[out++] = bits >>> 2;
  return out;
}
