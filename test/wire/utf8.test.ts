/** Node's TextDecoder decides whether bytes are UTF-8. */
import { describe, expect, it } from 'vitest';
import { decodeUtf8, isUtf8, UTF8_BAD, UTF8_START, utf8Step } from '../../src/base/wire/utf8.js';

const fatal = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

function accepted(bytes: Uint8Array): boolean {
  try {
    fatal.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Ends of the ranges in the table of well-formed sequences (RFC 3629, section 4), and their neighbours. */
const EDGES = [0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
const BYTES = Array.from({ length: 256 }, (_, byte) => byte);

/**
 * Generates sequences of any first byte (of four bytes: the last 32 values), with further bytes from the
 * edges.
 */
function* sequences(length: number): Generator<Uint8Array> {
  for (const lead of length < 4 ? BYTES : BYTES.slice(0xe0)) {
    for (let n = 0; n < EDGES.length ** (length - 1); n++) {
      const bytes = [lead];
      for (let rest = n, i = 1; i < length; i++, rest = Math.floor(rest / EDGES.length)) {
        bytes.push(EDGES[rest % EDGES.length] as number);
      }
      yield Uint8Array.from(bytes);
    }
  }
}

describe.each([1, 2, 3, 4])('sequences of %d bytes', (length) => {
  it('are UTF-8 if the decoder accepts them, cut anywhere', () => {
    const wrong: string[] = [];
    for (const bytes of sequences(length)) {
      const expected = accepted(bytes);
      if (isUtf8(bytes, 0, length) !== expected) wrong.push(`${bytes}`);
      for (let cut = 0; cut <= length; cut++) {
        const half = utf8Step(UTF8_START, bytes, 0, cut);
        const whole = utf8Step(half, bytes, cut, length) === UTF8_START;
        if (whole !== expected) wrong.push(`${bytes} cut at ${cut}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('are decoded to the same text as by TextDecoder', () => {
    const wrong: string[] = [];
    for (const bytes of sequences(length)) {
      if (decodeUtf8(bytes, 0, length) !== lenient.decode(bytes)) wrong.push(`${bytes}`);
    }
    expect(wrong).toEqual([]);
  });
});

it('stays invalid, whatever bytes follow', () => {
  for (const byte of BYTES) expect(utf8Step(UTF8_BAD, Uint8Array.of(byte), 0, 1)).toBe(UTF8_BAD);
});
