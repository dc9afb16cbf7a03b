/**
 * The engine's findings about the wire format equal those of the naive checker, for every source of bytes.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveTables } from '../../src/base/schema/derive.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import type { SchemaTables } from '../../src/base/schema/table.js';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { validate } from '../../src/check/validate/validate.js';
import type { Plan } from '../../src/read/scan/plan.js';
import { planOf } from '../../src/read/scan/unroll.js';
import { Random } from '../kernel/random.js';
import { randomSchema } from '../kernel/random-schema.js';
import { everyList, everyTables } from '../model/schemas.js';
import { isNarrow } from '../scan/naive-announcements.js';
import { everything } from '../scan/recorded-scan.js';
import { windowed } from '../source/windowed.js';
import { HostileWriter } from './hostile-writer.js';
import { comparable, inOrder, scanned } from './scanned.js';
import { checkWire } from './wire-checker.js';

const RUNS = Math.max(300, Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 10));

/** Every code about the wire format except `message-too-large`, which takes 2 GB. */
const CODES = [
  'message-nesting-too-deep',
  'oneof-multiple-members',
  'string-not-utf8',
  'unknown-fields',
  'wire-invalid-tag',
  'wire-invalid-type',
  'wire-non-minimal',
  'wire-truncated',
  'wire-type-mismatch',
  'wire-value-truncated',
  'wire-varint-overflow',
];

const LISTS = deriveTables(everyList.desc);
const SCHEMAS: readonly (readonly [string, SchemaTables])[] = [
  ['the model format', MDL],
  ['every kind of field', everyTables],
  ['lists of every type', LISTS],
];

function hostileMessage(random: Random, schema: SchemaTables): Uint8Array {
  const writer = new HostileWriter(random, schema, random.pick([0, 1, 1, 3, 10]));
  return random.chance(5) ? writer.nested() : writer.message(random.pick([60, 300, 3000]));
}

function* chunksOf(bytes: Uint8Array, random: Random): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; ) {
    const to = from + 1 + random.next(90);
    yield bytes.slice(from, to);
    from = to;
  }
}

async function expectTheSame(bytes: Uint8Array, schema: SchemaTables, plan: Plan, random: Random) {
  const size = bytes.length;
  const expected = inOrder(checkWire(bytes, schema), size);
  const windowSize = 64 + random.next(150);
  expect(await scanned({ plan, size, source: memorySource(bytes) })).toEqual(expected);
  expect(await scanned({ plan, size, source: windowed(bytes), windowSize })).toEqual(expected);
  const stream = streamSource(chunksOf(bytes, random));
  expect(await scanned({ plan, size, source: stream, windowSize })).toEqual(expected);
}

describe.each(SCHEMAS)('%s', (_name, schema) => {
  const plans = [planOf(schema, {}), planOf(schema, everything(schema))];

  it('is scanned as the naive checker reads it', { timeout: 120_000 + RUNS * 40 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1 }), async (seed) => {
        const random = new Random(seed);
        const bytes = hostileMessage(random, schema);
        await expectTheSame(bytes, schema, random.pick(plans), random);
      }),
      { numRuns: RUNS },
    );
  });

  // The seeds are fixed: with random seeds, a code that one of a hundred messages has might be missing.
  it.skipIf(schema === LISTS)('has every code in hostile messages', () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 500; seed++) {
      for (const { code } of checkWire(hostileMessage(new Random(seed), schema), schema)) seen.add(code);
    }
    expect([...seen].sort()).toEqual(CODES);
  });
});

describe('any schema', () => {
  it('is scanned as the naive checker reads it', { timeout: 120_000 + RUNS * 40 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1 }), async (seed) => {
        const random = new Random(seed);
        const schema = randomSchema(random);
        if (!schema.messages.every(({ fields }) => isNarrow(fields))) return;
        const plan = planOf(schema, random.chance(50) ? {} : everything(schema));
        for (let i = 0; i < 5; i++) await expectTheSame(hostileMessage(random, schema), schema, plan, random);
      }),
      { numRuns: RUNS / 5 },
    );
  });
});

describe('validate', () => {
  it('reports what the naive checker finds, with the kernel and without', {
    timeout: 120_000 + RUNS * 40,
  }, async () => {
    const wireLevel = new Set(CODES);
    const report = async (bytes: Uint8Array, kernel: boolean, windowSize?: number) => {
      const source = windowSize === undefined ? memorySource(bytes) : windowed(bytes);
      const { diagnostics } = await validate(source, {
        framing: 'bare',
        maxPerCode: 1e6,
        kernel,
        ...(windowSize !== undefined && { windowSize }),
      });
      const found = diagnostics.filter(({ code }) => wireLevel.has(code)).map(comparable);
      return inOrder(found, bytes.length);
    };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1 }), async (seed) => {
        const random = new Random(seed);
        const bytes = hostileMessage(random, MDL);
        const expected = inOrder(checkWire(bytes, MDL), bytes.length);
        expect(await report(bytes, false)).toEqual(expected);
        expect(await report(bytes, true)).toEqual(expected);
        expect(await report(bytes, true, 64 + random.next(150))).toEqual(expected);
      }),
      { numRuns: RUNS / 2 },
    );
  });
});
