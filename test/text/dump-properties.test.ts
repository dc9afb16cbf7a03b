/** Properties of dumps, with a new seed in each run; the other tests of dumps need no seed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import type { DumpFormat, DumpOptions } from '../../src/tools/text/dump.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { concat, tag, varint } from '../arbitrary/wire-writer.js';
import { dumped } from './dumped.js';
import { fileLike } from './file-like.js';

/** Number of bytes that is more than an outline keeps of a blob. */
const LARGE = 3000;
const RUNS = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 100);
const FORMATS: readonly DumpFormat[] = ['json', 'textproto', 'yaml', 'ndjson'];

it('a dump is the same from memory and from an outline, whatever is merged around large blobs', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryMessage(ProtoMDLMdlSchema, { depth: 5, records: 8 }), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...FORMATS),
      fc.constantFrom('elide', 'hash', 'hex', 'base64' as const),
      fc.boolean(),
      async (messages, format, mode, isCut) => {
        // With `elide`, the blob is the mapping; otherwise it is an unknown field.
        const blob = concat(tag(mode === 'elide' ? 3 : 99, 2), varint(LARGE), new Uint8Array(LARGE).fill(7));
        const whole = concat(
          ...messages.flatMap(({ bytes }) => [bytes, blob, tag(3, 2), varint(LARGE), blob.subarray(-LARGE)]),
        );
        const bytes = whole.subarray(0, isCut ? whole.length - 700 : whole.length);
        const options: DumpOptions = { format, bytes: mode, framing: 'bare' };
        const held = await dumped(bytes, options);
        const gone = await dumped(fileLike(bytes), { ...options, heldBytes: 0 });
        expect(gone.text).toBe(held.text);
        expect(gone.problems).toEqual(held.problems);
      },
    ),
    { numRuns: RUNS },
  );
});
