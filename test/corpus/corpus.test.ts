import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromBinary, type Message } from '@bufbuild/protobuf';
import { afterAll, describe, expect, it } from 'vitest';
import { differences } from '../../scripts/corpus/expectation.js';
import { CLAIMED_MESSAGE, type Specimen } from '../../scripts/corpus/specimen.js';
import { allSpecimens } from '../../scripts/corpus/specimens.js';
import { memorySource } from '../../src/base/source/memory.js';
import { CATALOGUE } from '../../src/check/rules/index.js';
import { validate } from '../../src/check/validate/validate.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { expectationText } from '../../src/show/report/corpus-verify.js';
import { openLibprotobuf } from '../native/accept.js';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'corpus');
const specimens = await allSpecimens();
const libprotobuf = await openLibprotobuf();
afterAll(() => libprotobuf?.close());

const nameOf = ({ folder: kind, name }: Specimen): string => `${kind}/${name}`;
const reportOf = (specimen: Specimen): string => `${nameOf(specimen).replace(/\.\w+$/, '')}.report.json`;

describe.each(specimens.map((specimen) => [nameOf(specimen), specimen] as const))('%s', (name, specimen) => {
  it('equals the generator’s output', () => {
    expect(readFileSync(join(folder, name)).equals(specimen.bytes)).toBe(true);
  });

  it('has exactly the findings that its labels name', async () => {
    expect(differences(specimen, await validate(memorySource(specimen.bytes)))).toEqual([]);
  });

  it('has the report that is stored beside it, with the smallest window too', async () => {
    const kept = readFileSync(join(folder, reportOf(specimen)), 'utf8');
    expect(expectationText(await validate(memorySource(specimen.bytes)))).toBe(kept);
    expect(expectationText(await validate(memorySource(specimen.bytes), { windowSize: 64 }))).toBe(kept);
  });

  it.skipIf(libprotobuf === undefined)(
    'is accepted by libprotobuf unless an error at the wire level is expected',
    async () => {
      const isWireLevel = (code: string): boolean => /^(wire-|string-|message-nesting)/.test(code);
      // A message that only the frame's length cuts off is complete without the frame.
      const broken = specimen.expected.some(
        ({ code, severity, related }) =>
          severity === 'error' && isWireLevel(code) && !related.includes(CLAIMED_MESSAGE),
      );
      expect(await libprotobuf?.accepts(specimen.message)).toBe(!broken);
    },
  );
});

/** Returns the numbers of the unknown fields of a message, at any depth. */
function unknownNumbers(message: Message): number[] {
  const own = (message.$unknown ?? []).map(({ no }) => no);
  const inside = Object.entries(message)
    .filter(([key]) => !key.startsWith('$'))
    .flatMap(([, value]) => membersOf(value).flatMap((inner) => unknownNumbers(inner)));
  return [...own, ...inside];
}

function membersOf(value: unknown): Message[] {
  if (Array.isArray(value)) return value.flatMap(membersOf);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  if ('$typeName' in value) return [value as Message];
  return 'case' in value && 'value' in value ? membersOf(value.value) : [];
}

describe('the corpus', () => {
  it('has a specimen for every code', () => {
    const shown = new Set(specimens.flatMap(({ expected }) => expected.map(({ code }) => code)));
    const missing = [...CATALOGUE.keys()].filter((code) => !shown.has(code));
    // For these codes, a specimen would be too large for a repository: a message of 2 GB, or a file with more
    // facts than fit in memory.
    expect(missing.sort()).toEqual(['check-incomplete', 'message-too-large']);
  });

  it('has an invalid file named after each code', () => {
    const codes = new Set(specimens.flatMap(({ expected }) => expected.map(({ code }) => code)));
    const names = new Set(specimens.map(({ name }) => name.replace(/\.\w+$/, '')));
    expect([...codes].filter((code) => !names.has(code)).sort()).toEqual(
      ['unknown-fields', 'wire-non-minimal'].filter((code) => !names.has(code)),
    );
  });

  it('has unknown fields only in those valid files that test unknown fields', () => {
    for (const specimen of specimens.filter(({ folder: kind }) => kind === 'valid')) {
      const aboutThem = /unknown|framed-v[123]/.test(specimen.name);
      const numbers = unknownNumbers(fromBinary(ProtoMDLMdlSchema, specimen.message));
      if (!aboutThem) expect(numbers, specimen.name).toEqual([]);
    }
  });

  it('contains no other files', () => {
    const wanted = specimens.flatMap((specimen) => [nameOf(specimen), reportOf(specimen)]);
    const present = ['valid', 'invalid'].flatMap((kind) =>
      existsSync(join(folder, kind)) ? readdirSync(join(folder, kind)).map((name) => `${kind}/${name}`) : [],
    );
    expect(present.sort()).toEqual([...new Set(wanted)].sort());
  });

  it('stays small', () => {
    expect(specimens.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(3_000_000);
  });
});
