/** Ranges of a source, read one after the other, equal their joined bytes. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { JoinedSource } from '../../src/tools/text/spans.js';
import { ramp } from '../container/frame-bytes.js';

const BYTES = ramp(200);
/** Offset of the source in its file. */
const ORIGIN = 1000;

const stretches = fc.array(
  fc.tuple(fc.nat(199), fc.nat(40)).map(([from, length]) => ({ from, end: Math.min(200, from + length) })),
  { minLength: 1, maxLength: 6 },
);

it('reads what an array of their bytes has, and knows where each byte is in the file', async () => {
  await fc.assert(
    fc.asyncProperty(stretches, fc.nat(250), fc.nat(250), async (spans, offset, length) => {
      const places = spans.flatMap(({ from, end }) => Array.from({ length: end - from }, (_, i) => from + i));
      const joined = new JoinedSource(memorySource(BYTES), spans, { offsetOf: (at) => ORIGIN + at });
      expect(joined.size).toBe(places.length);
      const target = new Uint8Array(length);
      const count = await joined.read(offset, target);
      const due = places.slice(offset, offset + length).map((at) => BYTES[at]);
      expect([...target.subarray(0, count)]).toEqual(due);
      expect(places.map((_, at) => joined.offsetOf(at))).toEqual(places.map((at) => ORIGIN + at));
    }),
    { numRuns: 300 },
  );
});
