import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CappedOutput } from '../../src/attack/process/capped-output.js';

it('keeps the whole output, or its beginning and its end, however it arrives', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 400 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: -1, max: 40 }), (chunks, limit) => {
      const output = new CappedOutput(limit);
      const all = Buffer.from(
        Array.from({ length: chunks.reduce((sum, size) => sum + size, 0) }, (_, at) => at),
      );
      let at = 0;
      for (const size of chunks) {
        output.push(all.subarray(at, at + size));
        at += size;
      }
      const kept = Math.max(0, limit);
      const [head, tail] = [Math.ceil(kept / 2), Math.floor(kept / 2)];
      const expected =
        all.length <= kept
          ? all
          : Buffer.concat([all.subarray(0, head), all.subarray(Math.max(head, all.length - tail))]);
      expect(Buffer.from(output.bytes())).toEqual(expected);
      expect(output.dropped).toBe(all.length - expected.length);
    }),
  );
});
