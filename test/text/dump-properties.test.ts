/** Properties of dumps, with another seed each time; the other tests of dumps need none. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import type { DumpFormat, DumpOptions } from '../../src/tools/text/dump.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { dumped } from './dumped.js';
import { fileLike } from './file-like.js';

const RUNS = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 100);
const FORMATS: readonly DumpFormat[] = ['json', 'textproto', 'yaml', 'ndjson'];

it('a dump is the same text from memory, and gone through with nothing in memory', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryMessage(ProtoMDLMdlSchema, { depth: 5, records: 12 }),
      fc.constantFrom(...FORMATS),
      fc.constantFrom('elide', 'hash', 'hex', 'base64' as const),
      fc.constantFrom(0, 20, 300),
      async ({ bytes }, format, mode, heldBytes) => {
        const options: DumpOptions = { format, bytes: mode, framing: 'bare' };
        const held = await dumped(bytes, options);
        const gone = await dumped(fileLike(bytes), { ...options, heldBytes });
        expect(gone.text).toBe(held.text);
        expect(gone.problems).toEqual(held.problems);
      },
    ),
    { numRuns: RUNS },
  );
});
