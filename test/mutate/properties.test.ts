/** Mutants of any bytes, with any options: limited in size, and repeatable from the log. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseMutationLog } from '../../src/attack/mutate/log.js';
import { mutantMaker, mutate } from '../../src/attack/mutate/mutate.js';
import { Random } from '../../src/attack/random.js';
import { CORPUS } from './base-files.js';

const RUNS = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 40);

/** Noise, and files with noise inside, in which readers may find anything. */
const base = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc
    .record({
      file: fc.constantFrom(...[...CORPUS.values()].filter(({ length }) => length < 5000)),
      at: fc.nat(5000),
      noise: fc.uint8Array({ maxLength: 40 }),
      end: fc.nat(6000),
    })
    .map(({ file, at, noise, end }) => {
      const bytes = file.slice(0, end);
      bytes.set(noise.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
      return bytes;
    }),
);

it('mutate never throws, keeps to its size, and writes logs that can be replayed as JSON', async () => {
  await fc.assert(
    fc.asyncProperty(
      base,
      fc.maxSafeNat(),
      fc.integer({ min: 1, max: 12 }),
      fc.nat(20_000),
      fc.boolean(),
      fc.array(base, { maxLength: 2 }),
      async (file, seed, mutations, maxSize, keepChecksum, splice) => {
        const { bytes, log } = await mutate(file, { seed, mutations, maxSize, keepChecksum, splice });
        expect(bytes.length).toBeLessThanOrEqual(maxSize);
        expect(log.entries.length).toBeLessThanOrEqual(mutations + 1);
        const maker = await mutantMaker(file);
        const again = await maker.replay(parseMutationLog(JSON.stringify(log)));
        expect(Buffer.from(again).equals(bytes)).toBe(true);
      },
    ),
    { numRuns: RUNS },
  );
}, 120_000);

it('random numbers are distributed evenly, within bounds, even for neighbouring seeds', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 0x1_0000_0000 }), (seed, below) => {
      const random = Random.of(seed);
      for (let i = 0; i < 20; i++) {
        const value = random.below(below);
        expect(Number.isInteger(value) && value >= 0 && value < below).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
  const counts = new Array<number>(16).fill(0);
  for (let seed = 0; seed < 16_000; seed++) {
    const value = Random.of(seed).below(16);
    counts[value] = (counts[value] as number) + 1;
  }
  // Each number must occur a thousand times, within five standard deviations.
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(160);
});
