/**
 * A message with many features. Each of its varints is written in every length, it is cut at every position,
 * and each byte is at the edge of a window.
 */
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { streamSource } from '../../src/base/source/stream.js';
import { planOf } from '../../src/read/scan/unroll.js';
import {
  concat,
  EGROUP,
  fixed32,
  fixed64,
  I32,
  I64,
  LEN,
  SGROUP,
  text,
  VARINT,
  varint,
} from '../arbitrary/wire-writer.js';
import { everyTables } from '../model/schemas.js';
import { everything } from '../scan/recorded-scan.js';
import { windowed } from '../source/windowed.js';
import { inOrder, scanned } from './scanned.js';
import { checkWire } from './wire-checker.js';

/**
 * Minimum size of the varint with this number. The varints of the message are numbered in the order of
 * writing.
 */
type WidthOf = (varint: number) => number;

/** Writes the message, and counts its varints. Field numbers are those of `test/schema/every-kind`. */
class Example {
  varints = 0;

  constructor(private readonly widthOf: WidthOf = () => 1) {}

  bytes(): Uint8Array {
    return concat(
      this.#record(13, VARINT, this.#varint(7n)),
      this.#record(5, VARINT, this.#varint(-1n)),
      this.#record(17, VARINT, this.#varint(2n ** 32n - 1n)),
      this.#record(4, VARINT, this.#varint(300n)),
      this.#record(8, VARINT, this.#varint(1n)),
      this.#record(14, VARINT, this.#varint(5n)),
      this.#record(536870911, VARINT, this.#varint(70_000n)),
      this.#record(1, I64, fixed64(1n)),
      this.#record(7, I32, fixed32(1n)),
      this.#len(9, text('name €')),
      this.#len(12, new Uint8Array(5)),
      this.#len(30, concat(...[1n, 128n, 2n ** 31n].map((value) => this.#varint(value)))),
      this.#len(34, this.#len(34, this.#record(13, VARINT, this.#varint(0n)))),
      // A length of two bytes.
      this.#len(
        34,
        concat(this.#len(9, new Uint8Array(150).fill(0x61)), this.#record(13, VARINT, this.#varint(200n))),
      ),
      this.#len(45, this.#len(2, this.#len(1, this.#record(1, VARINT, this.#varint(2n))))),
      this.#record(40, VARINT, this.#varint(1n)),
      this.#len(41, new Uint8Array(0)),
      // Unknown fields, and a known field with another wire type.
      this.#record(99, VARINT, this.#varint(1n)),
      this.#len(100, new Uint8Array(3)),
      concat(this.#tag(101, SGROUP), this.#record(1, VARINT, this.#varint(1n)), this.#tag(101, EGROUP)),
      this.#record(9, VARINT, this.#varint(1n)),
    );
  }

  #varint(value: bigint): Uint8Array {
    return varint(value, this.widthOf(this.varints++));
  }

  #tag(number: number, wireType: number): Uint8Array {
    return this.#varint(BigInt(number) * 8n + BigInt(wireType));
  }

  #record(number: number, wireType: number, value: Uint8Array): Uint8Array {
    return concat(this.#tag(number, wireType), value);
  }

  #len(number: number, payload: Uint8Array): Uint8Array {
    return concat(this.#tag(number, LEN), this.#varint(BigInt(payload.length)), payload);
  }
}

const plans = [planOf(everyTables, {}), planOf(everyTables, everything(everyTables))];
const plain = new Example();
const EXAMPLE = plain.bytes();

type Opening = (bytes: Uint8Array) => { source: Source; windowSize?: number };

async function expectTheSame(bytes: Uint8Array, open: Opening, about: unknown, claimed?: number) {
  const size = bytes.length;
  const expected = inOrder(checkWire(bytes, everyTables, claimed), size);
  for (const plan of plans) {
    expect([about, await scanned({ plan, size, claimed, ...open(bytes) })]).toEqual([about, expected]);
  }
  return expected;
}

const whole: Opening = (bytes) => ({ source: memorySource(bytes) });
const narrow: Opening = (bytes) => ({ source: windowed(bytes), windowSize: 64 });
const streamed: Opening = (bytes) => ({
  source: streamSource([...bytes].map((byte) => Uint8Array.of(byte))),
  windowSize: 64,
});

describe('the example', () => {
  it('has unusual forms only where the writer makes them on purpose', async () => {
    expect((await expectTheSame(EXAMPLE, whole, 0)).map(({ code }) => code).sort()).toEqual([
      'oneof-multiple-members',
      'unknown-fields',
      'unknown-fields',
      'unknown-fields',
      'wire-type-mismatch',
    ]);
    expect(plain.varints).toBeGreaterThan(50);
  });

  it('is read with each varint in every length, allowed or not', async () => {
    const codes = new Map<string, number>();
    for (let place = 0; place < plain.varints; place++) {
      for (let width = 2; width <= 11; width++) {
        const bytes = new Example((at) => (at === place ? width : 1)).bytes();
        for (const { code } of await expectTheSame(bytes, whole, { place, width })) {
          codes.set(code, (codes.get(code) ?? 0) + 1);
        }
        await expectTheSame(bytes, narrow, { place, width });
        await expectTheSame(bytes, streamed, { place, width });
      }
    }
    expect(codes.get('wire-non-minimal')).toBeGreaterThan(plain.varints * 4);
    expect(codes.get('wire-varint-overflow')).toBeGreaterThan(plain.varints);
  });

  it('is read with a varint of ten bytes before it, whatever the last bytes are', async () => {
    for (const number of [3, 4, 5, 8, 13, 14, 17, 18, 20, 99]) {
      for (const last of [0x01, 0x02, 0x03, 0x7f]) {
        for (const ninth of [0x80, 0x81, 0xff]) {
          const value = Uint8Array.from([...new Array(8).fill(0x80 | number), ninth, last]);
          const bytes = concat(varint(BigInt(number) * 8n), value, EXAMPLE);
          for (const open of [whole, narrow, streamed])
            await expectTheSame(bytes, open, { number, ninth, last });
        }
      }
    }
  });

  it('is read if it is cut at any byte', async () => {
    for (let size = 0; size < EXAMPLE.length; size++) {
      const bytes = EXAMPLE.slice(0, size);
      for (const open of [whole, narrow, streamed]) await expectTheSame(bytes, open, size);
    }
  });

  it('is read if it is cut at any byte, and a header claims its size', async () => {
    for (let size = 0; size < EXAMPLE.length; size++) {
      const bytes = EXAMPLE.slice(0, size);
      for (const open of [whole, narrow, streamed]) await expectTheSame(bytes, open, size, EXAMPLE.length);
    }
  });

  it('is read with every byte changed in a few ways', async () => {
    for (let at = 0; at < EXAMPLE.length; at++) {
      for (const change of [0x80, 0x01, 0x07, 0xff]) {
        const bytes = EXAMPLE.slice();
        bytes[at] = (bytes[at] as number) ^ change;
        for (const open of [whole, narrow, streamed]) await expectTheSame(bytes, open, { at, change });
      }
    }
  });

  it('is read with each of its bytes at the edge of a window', async () => {
    for (let before = 0; before < 140; before++) {
      const bytes = concat(varint(98n * 8n + 2n), varint(before, 2), new Uint8Array(before), EXAMPLE);
      for (const open of [narrow, streamed]) await expectTheSame(bytes, open, before);
    }
  });
});

/** Elements of every varint length, in turn. */
const elements = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, i) =>
    varint(i % 3 === 0 ? 2n ** 64n - 1n : BigInt(i % 130), 1 + (i % 10)),
  );

describe('a packed list across windows', () => {
  const list = (payload: Uint8Array, tail = new Uint8Array(0)) =>
    concat(varint(30n * 8n + 2n), varint(payload.length), payload, tail, varint(13n * 8n), varint(5n));

  it.each([50, 51, 100, 333, 500])('of %i elements is read', async (count) => {
    const payload = concat(...elements(count));
    for (const windowSize of [64, 65, 66, 67, 71, 79, 100, 127, 1000]) {
      const open: Opening = (bytes) => ({ source: windowed(bytes), windowSize });
      await expectTheSame(list(payload), open, windowSize);
    }
    await expectTheSame(list(payload), streamed, count);
  });

  it('that ends inside an element, or has an invalid varint, gives the same findings for any window', async () => {
    for (let count = 40; count < 80; count++) {
      const sound = elements(count);
      for (const wrong of [
        Uint8Array.of(0x80),
        new Uint8Array(9).fill(0xff),
        new Uint8Array(11).fill(0x80),
      ]) {
        const last = list(concat(...sound, wrong));
        const inside = list(concat(...sound, wrong, ...elements(20)));
        for (const bytes of [last, inside, last.subarray(0, -4), inside.subarray(0, -4)]) {
          for (const open of [whole, narrow, streamed]) await expectTheSame(bytes, open, { count, wrong });
        }
      }
    }
  });
});

describe('a string across windows', () => {
  const CHARACTERS = ['a', 'é', '€', '𝄞'];

  it('of characters of every length, valid and invalid, is read wherever a window ends', async () => {
    for (let before = 0; before < 66; before++) {
      const sound = text('x'.repeat(before) + CHARACTERS.join('').repeat(20));
      const broken = sound.slice();
      broken[before + 60] = (broken[before + 60] as number) ^ 0x40;
      for (const payload of [sound, broken, sound.subarray(0, -1), sound.subarray(0, -2)]) {
        const bytes = concat(
          varint(9n * 8n + 2n),
          varint(payload.length),
          payload,
          varint(13n * 8n),
          varint(5n),
        );
        for (const open of [whole, narrow, streamed]) await expectTheSame(bytes, open, before);
      }
    }
  });
});

it('a list of messages is read at the deepest allowed level, and one level above and below it', async () => {
  const child = (payload: Uint8Array) => concat(varint(34n * 8n + 2n), varint(payload.length), payload);
  const number = concat(varint(13n * 8n), varint(5n));
  for (const levels of [98, 99, 100]) {
    let bytes = concat(child(number), child(number), child(new Uint8Array(0)), number);
    for (let level = 0; level < levels; level++) bytes = child(bytes);
    for (const open of [whole, narrow, streamed]) await expectTheSame(bytes, open, levels);
  }
});
