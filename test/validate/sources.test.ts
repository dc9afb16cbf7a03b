/** The same bytes give the same report: from any source, with and without the kernel. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allSpecimens } from '../../scripts/corpus/specimens.js';
import { memorySource } from '../../src/base/source/memory.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { mutated } from '../edge/mutations.js';
import { reportOf, WAYS } from './ways.js';

const RUNS = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 20);
const specimens = await allSpecimens();

const held = await Promise.all(specimens.map(({ bytes }) => reportOf([memorySource(bytes), {}], 20)));

describe.each(Object.entries(WAYS))('%s', (_name, way) => {
  it('every corpus file has the same report as in memory', async () => {
    for (const [at, { bytes, name }] of specimens.entries()) {
      expect([name, await reportOf(way(bytes), 20)]).toEqual([name, held[at]]);
    }
  });

  it('any message has the same report as in memory, broken or not', {
    timeout: 60_000 + RUNS * 60,
  }, async () => {
    const whole = arbitraryMessage(ProtoMDLMdlSchema, { depth: 6, records: 20 }).map(({ bytes }) => bytes);
    const corpus = fc.constantFrom(
      ...specimens.filter(({ bytes }) => bytes.length < 5_000).map(({ bytes }) => bytes),
    );
    const property = fc.asyncProperty(
      mutated(fc.oneof(whole, corpus)),
      fc.integer({ min: 1, max: 5 }),
      async (bytes, cap) => {
        expect(await reportOf(way(bytes), cap)).toEqual(await reportOf([memorySource(bytes), {}], cap));
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });
});
