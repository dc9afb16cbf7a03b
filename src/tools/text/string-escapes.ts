const LETTERS = new Map(
  Object.entries({ a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11, '\\': 92, "'": 39, '"': 34, '?': 63 }).map(
    ([letter, byte]) => [letter.charCodeAt(0), byte] as const,
  ),
);

/**
 * Decodes the escapes of text format: those of C, and `\u` and `\U` for characters in UTF-8.
 * @param target array with room for the size of the text, from `at` on
 * @returns the end of the bytes written, or -1 for an unknown escape
 */
export function readEscapes(
  text: Uint8Array,
  from: number,
  to: number,
  target: Uint8Array,
  at: number,
): number {
  let out = at;
  for (let i = from; i < to; ) {
    const byte = text[i++] as number;
    if (byte !== 0x5c) {
      target[out++] = byte;
      continue;
    }
    const kind = text[i++] as number;
    if (isOctal(kind)) {
      let value = kind - 0x30;
      for (let count = 1; count < 3 && i < to && isOctal(text[i] as number); count++) {
        value = value * 8 + (text[i++] as number) - 0x30;
      }
      target[out++] = value;
      continue;
    }
    const letter = LETTERS.get(kind);
    if (letter !== undefined) {
      target[out++] = letter;
      continue;
    }
    if (kind === 0x78) {
      let value = i < to ? hexDigit(text[i] as number) : -1;
      if (value < 0) return -1;
      i++;
      const second = i < to ? hexDigit(text[i] as number) : -1;
      if (second >= 0) {
        value = value * 16 + second;
        i++;
      }
      target[out++] = value;
      continue;
    }
    if (kind !== 0x75 && kind !== 0x55) return -1;
    const digits = kind === 0x75 ? 4 : 8;
    let code = hexNumber(text, i, i + digits, to);
    if (code < 0 || code > 0x10ffff) return -1;
    i += digits;
    // A character above U+FFFF may be written as two escapes, one for each half of its surrogate pair.
    if (code >= 0xd800 && code < 0xdc00 && text[i] === 0x5c && text[i + 1] === 0x75) {
      const low = hexNumber(text, i + 2, i + 6, to);
      if (low >= 0xdc00 && low < 0xe000) {
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        i += 6;
      }
    }
    out = putUtf8(target, out, code);
  }
  return out;
}

/**
 * Writes a character in UTF-8; returns the position after it. A lone surrogate is written in three bytes, as
 * libprotobuf does.
 */
function putUtf8(target: Uint8Array, at: number, code: number): number {
  let out = at;
  if (code < 0x80) target[out++] = code;
  else {
    if (code < 0x800) target[out++] = 0xc0 | (code >> 6);
    else {
      if (code < 0x10000) target[out++] = 0xe0 | (code >> 12);
      else {
        target[out++] = 0xf0 | (code >> 18);
        target[out++] = 0x80 | ((code >> 12) & 63);
      }
      target[out++] = 0x80 | ((code >> 6) & 63);
    }
    target[out++] = 0x80 | (code & 63);
  }
  return out;
}

/** Returns the value of a number of digits; -1 if the text has fewer digits. */
function hexNumber(text: Uint8Array, from: number, end: number, to: number): number {
  if (end > to) return -1;
  let value = 0;
  for (let i = from; i < end; i++) {
    const digit = hexDigit(text[i] as number);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function isOctal(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x37;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
