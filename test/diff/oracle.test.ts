/** Protobuf's own codec decides whether two files are equal, because it shares no code with our readers. */
import { fromBinary, toBinary, toJson } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mutate } from '../../src/attack/mutate/mutate.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { checkWire } from '../naive/wire-checker.js';
import { diffBytes, MESSAGES } from './models.js';

/** Mutations that both readers read as the same message. */
const ONLY = [
  'add-field',
  'boundary-value',
  'drop-record',
  'duplicate-record',
  'move-record',
  'redirect-index',
  'reorder-fields',
  'repack-list',
  'repeat-field',
  'split-message',
  'swap-records',
  'switch-oneof',
  'unset-oneof',
  'wider-varint',
];

/**
 * Returns undefined for a message with wrong wire types, because the codec accepts any wire type for a known
 * field and other readers do not.
 */
function read(bytes: Uint8Array) {
  if (checkWire(bytes, MDL).some(({ code }) => code === 'wire-type-mismatch')) return;
  try {
    return fromBinary(ProtoMDLMdlSchema, bytes);
  } catch {
    return undefined;
  }
}

it('files are equal exactly if their values are equal', async () => {
  let [same, different] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...MESSAGES), fc.nat(1e6), async ([, bytes], seed) => {
      const { bytes: mutant } = await mutate(bytes, { seed, only: ONLY, mutations: [1, 2] });
      const [one, other] = [read(bytes), read(mutant)];
      if (one === undefined || other === undefined) return;
      const { verdict } = await diffBytes(bytes, mutant, { framing: 'bare' });
      const [left, right] = [one, other].map((message) =>
        Buffer.from(toBinary(ProtoMDLMdlSchema, message)).toString('hex'),
      );
      if (left === right) {
        expect(verdict).not.toBe('different');
        same++;
      }
      const [was, is] = [one, other].map((message) => JSON.stringify(toJson(ProtoMDLMdlSchema, message)));
      if (was !== is) {
        expect(verdict).toBe('different');
        different++;
      }
    }),
    { numRuns: 200 },
  );
  expect(same).toBeGreaterThan(10);
  expect(different).toBeGreaterThan(60);
});
