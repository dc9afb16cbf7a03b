/**
 * We accept exactly the inputs that libprotobuf accepts, without exception. We accept exactly those that
 * protobuf-es accepts, except for its known deviations. The inputs are bytes of all kinds. PROTOMDL_RUNS
 * raises the number of inputs.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { allSpecimens } from '../../scripts/corpus/specimens.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { openLibprotobuf } from '../native/accept.js';
import { EDGE_CASES } from './all-cases.js';
import { detect } from './deviations.js';
import { message } from './generated-message.js';
import { type Bytes, mutated, noise } from './mutations.js';
import { accepts, esAccepts } from './readers.js';

const libprotobuf = await openLibprotobuf();
afterAll(() => libprotobuf?.close());

/** Number of runs, divided among all kinds of input. */
const RUNS = Number(process.env.PROTOMDL_RUNS ?? 10_000);
const LIMIT_MS = 60_000 + RUNS * 10;
const TIMEOUT_MS = LIMIT_MS + 30_000;

/** Shrinking needs a limit of its own, because it never yields to the timer of the test runner. */
function bounds(numRuns: number) {
  return { numRuns, interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: true };
}

/** Maximum size of a message: large enough for every shape, small enough for thousands of mutations. */
const LARGEST = 4096;

const corpus = (await allSpecimens())
  .map(({ message: bytes }) => bytes)
  .filter(({ length }) => length <= LARGEST);
const edges = Object.values(EDGE_CASES)
  .flat()
  .map(({ bytes }) => bytes)
  .filter(({ length }) => length <= LARGEST);

const SORTS: Readonly<Record<string, { readonly share: number; readonly bytes: fc.Arbitrary<Bytes> }>> = {
  'generated messages': { share: 0.05, bytes: message },
  'mutants of generated messages': { share: 0.35, bytes: mutated(message) },
  'mutants of corpus files': { share: 0.2, bytes: mutated(fc.constantFrom(...corpus)) },
  'mutants of edge files': { share: 0.15, bytes: mutated(fc.constantFrom(...edges)) },
  'noise with legal tags': { share: 0.2, bytes: noise },
  'random bytes': { share: 0.05, bytes: fc.uint8Array({ maxLength: 24 }) },
};

for (const [sort, { share, bytes }] of Object.entries(SORTS)) {
  const numRuns = Math.ceil(RUNS * share);
  describe(sort, () => {
    it.skipIf(libprotobuf === undefined)(
      `${numRuns} are accepted exactly when libprotobuf accepts them`,
      async () => {
        let accepted = 0;
        await fc.assert(
          fc.asyncProperty(bytes, async (input) => {
            const [theirs, ours] = await Promise.all([libprotobuf?.accepts(input), accepts(input)]);
            if (ours) accepted++;
            expect(ours).toBe(theirs);
          }),
          bounds(numRuns),
        );
        // If a generator made only invalid, or only valid messages, the comparison would prove little.
        if (sort.startsWith('mutants')) expect(accepted / numRuns).toBeGreaterThan(0.1);
        if (sort.startsWith('mutants')) expect(accepted / numRuns).toBeLessThan(0.9);
      },
      TIMEOUT_MS,
    );

    it(
      `${numRuns} are accepted exactly when protobuf-es accepts them, except for its deviations`,
      async () => {
        let compared = 0;
        await fc.assert(
          fc.asyncProperty(bytes, async (input) => {
            if (detect(input, ProtoMDLMdlSchema).deviations.size > 0) return;
            compared++;
            expect(await accepts(input)).toBe(esAccepts(input));
          }),
          bounds(numRuns),
        );
        expect(compared).toBeGreaterThan(numRuns / 4);
      },
      TIMEOUT_MS,
    );
  });
}
