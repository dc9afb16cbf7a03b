/**
 * The search for faults stops at a limit. Its findings must be the first findings of a complete validation,
 * for files of the corpus, for files whose records are all of one kind, and for both after small changes.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hex } from '../../scripts/corpus/notation.js';
import { allSpecimens } from '../../scripts/corpus/specimens.js';
import { hostileFiles } from '../../scripts/reliability/hostile.js';
import type { FramingMode } from '../../src/base/container/detect.js';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { memorySource } from '../../src/base/source/memory.js';
import { NO_RULES } from '../../src/check/validate/rule-choice.js';
import { validate } from '../../src/check/validate/validate.js';
import { type InputFault, placedTogether } from '../../src/cli/problem.js';
import { openModelFile, requireReadable } from '../../src/tools/rewrite/model-file.js';
import { mutated } from '../edge/mutations.js';
import { temporaryDirectory } from './temporary.js';

const RUNS = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 5);

/** Codes of faults that readers find in bytes, and two codes for which `validate` gives no position. */
const OF_BYTES = [
  'wire-truncated',
  'wire-varint-overflow',
  'wire-invalid-tag',
  'wire-invalid-type',
  'message-nesting-too-deep',
  'string-not-utf8',
  'frame-bad-magic',
  'frame-length-mismatch',
  'frame-version-unsupported',
  'frame-truncated-header',
];
const OTHERS = ['source-changed', 'names-too-many'];

const specimens = (await allSpecimens()).filter(({ bytes }) => bytes.length < 5_000);
const hostile = [...hostileFiles()];

/** A header with changed bytes: most faults of frames are in headers. */
const ofFrames = fc
  .tuple(
    fc.constantFrom(...specimens.filter(({ name }) => name.endsWith('.hef'))),
    fc.nat(63),
    fc.constantFrom(0, 1, 0x7f, 0xff),
  )
  .map(([{ bytes }, at, byte]) => bytes.map((old, i) => (i === at ? byte : old)));

const ofOneKind = fc
  .tuple(fc.constantFrom(...hostile), fc.integer({ min: 20, max: 600 }))
  .map(([file, size]) => new Uint8Array(file.of(size)));

const whole = fc.oneof(fc.constantFrom(...specimens.map(({ bytes }) => bytes)), ofOneKind);
const anyFile = fc.oneof(ofOneKind, ofFrames, mutated(whole));

type Case = [bytes: Uint8Array, wanted: (string | number)[][], framing: FramingMode, most: number];

/** Rare cases that are easy to get wrong. */
const EXAMPLES: readonly Case[] = [
  // Two messages are cut at the same byte. The inner message's finding is found first, but comes second in
  // the sorted report.
  [
    hex('12 19 12 16 0a 14 0a 12 c3 bb 01 c3 bb 01 c3 bb 01 c3 bb 01 c3 bb 01 c3 bb 01'),
    [['wire-truncated']],
    'auto',
    1,
  ],
  // A single remark before a fault.
  [hex('8a 80 00 00 01'), [['frame-bad-magic']], 'bare', 1],
  // More faults than the limit.
  [hex('12 01 01 '.repeat(30)), [['wire-invalid-tag']], 'auto', 20],
  [hex('12 01 01 '.repeat(30)), [['wire-invalid-tag', 'wire-truncated'], ['string-not-utf8']], 'auto', 2],
];

/** Returns all errors about bytes, by their position. */
async function allErrors(bytes: Uint8Array, framing: FramingMode): Promise<readonly InputFault[]> {
  const report = await validate(memorySource(bytes), { framing, checksum: false, rules: NO_RULES });
  return report.diagnostics.filter(
    ({ code, severity }) => severity === 'error' && /^(wire|frame|message|string)-/.test(code),
  );
}

/** Returns the first errors of each code. */
function firstOf(faults: readonly InputFault[], most: number): readonly InputFault[] {
  return faults.filter(
    ({ code }, at) => faults.slice(0, at).filter((other) => other.code === code).length < most,
  );
}

function expectedOf(
  faults: readonly InputFault[],
  errors: readonly InputFault[],
  most: number,
): readonly InputFault[] {
  const others = faults.filter(({ code }) => OTHERS.includes(code));
  if (errors.length === 0 || others.length === faults.length) return faults;
  const same = errors.filter(({ code }) => faults.some((fault) => fault.code === code));
  return [...(same.length > 0 ? firstOf(same, most) : errors.slice(0, 1)), ...others];
}

describe('faults of a file', () => {
  it('have the positions that a complete validation reports', { timeout: 60_000 + RUNS * 60 }, async () => {
    const path = join(temporaryDirectory(), 'file.mdl');
    const lists = fc.array(
      fc.array(
        fc.oneof(
          // A number chooses one of the codes that the file's findings have.
          { weight: 3, arbitrary: fc.nat(5) },
          { weight: 1, arbitrary: fc.constantFrom(...OF_BYTES, ...OTHERS) },
        ),
        { minLength: 1, maxLength: 3 },
      ),
      { minLength: 1, maxLength: 2 },
    );
    const framings = fc.constantFrom<FramingMode>('auto', 'auto', 'bare');
    const most = fc.constantFrom(1, 2, 20);
    const property = fc.asyncProperty(
      anyFile,
      lists,
      framings,
      most,
      async (bytes, wanted, framing, most) => {
        writeFileSync(path, bytes);
        const errors = await allErrors(bytes, framing);
        const codes = [...new Set(errors.map(({ code }) => code)), ...OF_BYTES];
        const faults = wanted.map((list) =>
          list.map((code) => ({
            code: typeof code === 'string' ? code : (codes[code] as string),
            message: 'as a reader says it',
          })),
        );
        const input = { path, kind: 'file', size: bytes.length } as const;
        const placed = await placedTogether(faults, input, framing, most);
        expect(placed.map((list) => firstOf(list, most))).toEqual(
          faults.map((list) => firstOf(expectedOf(list, errors, most), most)),
        );
      },
    );
    await fc.assert(property, { numRuns: RUNS, examples: [...EXAMPLES] });
  });

  it('prevent a rewrite, and the first one is reported', { timeout: 60_000 + RUNS * 60 }, async () => {
    const property = fc.asyncProperty(anyFile, async (bytes) => {
      const first = (await allErrors(bytes, 'bare')).find(({ code }) => !code.startsWith('frame-'));
      const file = await openModelFile(memorySource(bytes), 'bare');
      const refusal = await requireReadable(file).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refusal === undefined) expect(first).toBeUndefined();
      else {
        if (!isProtomdlError(refusal)) throw refusal;
        const { code, offset, path } = refusal;
        expect({ code, offset, path }).toEqual({
          code: first?.code,
          offset: first?.offset,
          path: first?.path,
        });
      }
    });
    await fc.assert(property, { numRuns: RUNS });
  });
});
