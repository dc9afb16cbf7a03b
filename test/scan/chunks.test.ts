/**
 * A scan gives the same results for every source: in memory, through windows from the smallest on, and as a
 * stream of unknown length that is cut into any pieces.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hex } from '../../scripts/corpus/notation.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import type { SchemaTables } from '../../src/base/schema/table.js';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import type { Subscription } from '../../src/read/scan/subscription.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { everyField, everyTables, type Subject } from '../model/schemas.js';
import { arriving } from '../source/bytes.js';
import { windowed } from '../source/windowed.js';
import { everything, recordScan } from './recorded-scan.js';

const RUNS = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 10);

/** Changes, removes or inserts a few bytes, so that most messages have an error somewhere. */
const damage = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    drop: fc.integer({ min: 0, max: 3 }),
    put: fc.uint8Array({ maxLength: 3 }),
  }),
  { maxLength: 3 },
);

function damaged(
  bytes: Uint8Array,
  changes: readonly { at: number; drop: number; put: Uint8Array }[],
): Uint8Array {
  let result = [...bytes];
  for (const { at, drop, put } of changes) {
    const from = Math.floor(at * result.length);
    result = [...result.slice(0, from), ...put, ...result.slice(from + drop)];
  }
  return Uint8Array.from(result);
}

const retaining: Subscription = {
  leave: ['ProtoMDLMdl', 'ProtoMDLContext'],
  retain: ['ProtoMDLEdgeLayer', 'ProtoMDLHeader', 'ProtoMDLAction'],
  need: ['ProtoMDLAction.action', 'ProtoMDLOperation.trigger'],
  bounds: [{ field: 'ProtoMDLActionEnableLcu.network_index', max: 0 }],
};

const subjects: readonly (readonly [string, Subject['desc'], SchemaTables, Subscription])[] = [
  ['the model format, all of it announced', ProtoMDLMdlSchema, MDL, everything(MDL)],
  ['the model format, with records to retain', ProtoMDLMdlSchema, MDL, retaining],
  ['every kind of field', everyField.desc, everyTables, everything(everyTables)],
];

describe.each(subjects)('%s', (_name, desc, tables, subscription) => {
  it('is scanned in the same way through any window and in any chunks', {
    timeout: 120_000 + RUNS * 40,
  }, async () => {
    const property = fc.asyncProperty(
      arbitraryMessage(desc),
      damage,
      fc.integer({ min: 64, max: 200 }),
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }),
      async ({ bytes: sound }, changes, windowSize, sizes) => {
        const bytes = damaged(sound, changes);
        const whole = await recordScan(tables, subscription, memorySource(bytes));
        const windows = windowed(bytes);
        expect(await recordScan(tables, subscription, windows, { windowSize })).toEqual(whole);
        const stream = streamSource(arriving(bytes, ...sizes));
        expect(await recordScan(tables, subscription, stream, { windowSize })).toEqual(whole);
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });
});

it('a tap receives every byte once and in order, including bytes that the scan does not need', async () => {
  const blob = Buffer.concat([hex('9a06e807'), new Uint8Array(1000).map((_, i) => i)]);
  const header = hex('0a020801');
  const bytes = Uint8Array.from(Buffer.concat([header, blob, header, blob, header]));
  const whole = await recordScan(MDL, everything(MDL), memorySource(bytes));
  const seen: Uint8Array[] = [];
  const tap = (part: Uint8Array) => void seen.push(part.slice());
  const windows = windowed(bytes);
  expect(await recordScan(MDL, everything(MDL), windows, { windowSize: 64, tap })).toEqual(whole);
  expect(new Uint8Array(Buffer.concat(seen))).toEqual(bytes);
});
