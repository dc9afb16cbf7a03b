/** Bytes of a piece of text that is written often. */
export function piece(text: string): Uint8Array {
  return new Uint8Array(encoder.encode(text));
}

const encoder = new TextEncoder();
const HEX = piece('0123456789abcdef');

/** As many bytes as the piece has. */
export function putPiece(bytes: Uint8Array, from: number, one: Uint8Array): number {
  let at = from;
  for (let i = 0; i < one.length; i++) bytes[at++] = one[i] as number;
  return at;
}

/** Halves of an unsigned number of 64 bits, as 0x and hexadecimal digits without zeros in front: at most 18 bytes. */
export function putHex(bytes: Uint8Array, at: number, lo: number, hi: number): number {
  bytes[at] = 0x30;
  bytes[at + 1] = 0x78;
  const digits = hi !== 0 ? 16 - (Math.clz32(hi) >> 2) : lo === 0 ? 1 : 8 - (Math.clz32(lo) >> 2);
  const end = at + 2 + digits;
  let half = lo;
  for (let i = 0; i < digits; i++) {
    if (i === 8) half = hi;
    bytes[end - 1 - i] = HEX[half & 15] as number;
    half >>>= 4;
  }
  return end;
}

/** An offset in eight hexadecimal digits, or as many as it takes: at most 14 bytes. */
export function putOffset(bytes: Uint8Array, from: number, value: number): number {
  let at = from;
  const high = Math.floor(value / 0x100000000);
  if (high > 0) {
    const text = high.toString(16);
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i);
  }
  let rest = value >>> 0;
  for (let i = 7; i >= 0; i--) {
    bytes[at + i] = HEX[rest & 15] as number;
    rest >>>= 4;
  }
  return at + 8;
}
