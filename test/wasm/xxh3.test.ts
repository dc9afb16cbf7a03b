/**
 * XXH3-64 is compared with hash-wasm, which is xxHash's own C code, and with the plain version in fuzz/,
 * written from the specification.
 */
import { createXXHash3 } from 'hash-wasm';
import { describe, expect, it } from 'vitest';
import { xxh3 } from '../../fuzz/xxh3.js';
import { addStripes, type StripeLoop, wasmLoop } from '../../src/base/wasm/stripes.js';
import { Xxh3 } from '../../src/base/wasm/xxh3.js';

const inWasm = wasmLoop() as StripeLoop;
const inScript: StripeLoop = { add: addStripes, lend: () => undefined, giveBack() {} };
const bytes = Uint8Array.from({ length: 200_000 }, (_, i) => (Math.imul(i + 1, 0x9e3779b1) >>> 13) & 0xff);
const hasher = await createXXHash3();
const theirs = (of: Uint8Array): string => hasher.init().update(of).digest('hex');

describe.each([
  ['in WebAssembly', inWasm],
  ['in JavaScript', inScript],
])('xxh3 %s', (_name, loop) => {
  it('equals two other implementations for every length up to four blocks', () => {
    for (let length = 0; length <= 4200; length++) {
      const input = bytes.subarray(length % 7, (length % 7) + length);
      const hash = new Xxh3(loop).update(input).digest();
      if (hash !== theirs(input)) expect(`${length}: ${hash}`).toBe(`${length}: ${theirs(input)}`);
      if (length % 61 === 0) expect(BigInt(`0x${hash}`)).toBe(xxh3(input));
    }
  });

  it('is the same for a text in pieces of any size, with a hash read at any point', () => {
    for (const size of [1, 3, 63, 64, 65, 240, 255, 256, 257, 511, 1023, 1024, 1025, 5000, 70_000]) {
      const hash = new Xxh3(loop);
      const until = size === 1 ? 3000 : bytes.length;
      for (let at = 0; at < until; at += size) {
        const to = Math.min(until, at + size);
        // After the call, the bytes may change.
        hash.update(bytes.slice(at, to)).update(new Uint8Array(0));
        if ((at / size) % 97 === 0) expect(hash.digest()).toBe(theirs(bytes.subarray(0, to)));
      }
      expect(hash.digest()).toBe(theirs(bytes.subarray(0, until)));
    }
  });

  it('does not depend on another hash that is computed at the same time', () => {
    const [one, other] = [new Xxh3(loop), new Xxh3(loop)];
    for (let at = 0; at < 50_000; at += 1000) {
      one.update(bytes.subarray(at, at + 1000));
      other.update(bytes.subarray(at + 1, at + 1001));
    }
    expect(one.digest()).toBe(theirs(bytes.subarray(0, 50_000)));
    expect(other.digest()).toBe(theirs(bytes.subarray(1, 50_001)));
    expect(one.init().update(bytes.subarray(0, 300)).digest()).toBe(theirs(bytes.subarray(0, 300)));
  });
});

describe('memory that the hash lends', () => {
  it('is hashed in place, at any offset; it is lent to one hash at a time', () => {
    const hash = new Xxh3(inWasm);
    const room = hash.lend() as Uint8Array;
    expect(new Xxh3(inWasm).lend()).toBeUndefined();
    for (let at = 0; at < bytes.length; ) {
      const shift = at % 57;
      const piece = bytes.subarray(at, Math.min(bytes.length, at + 33_333));
      room.set(piece, shift);
      hash.update(room.subarray(shift, shift + piece.length));
      at += piece.length;
    }
    expect(hash.digest()).toBe(theirs(bytes));
    hash.giveBack();
    expect(new Xxh3(inWasm).lend()).toBe(room);
    inWasm.giveBack();
  });
});
