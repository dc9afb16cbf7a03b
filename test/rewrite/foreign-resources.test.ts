/**
 * Resources that also contain records with a wrong wire type. Such records are unknown fields, whatever their
 * content.
 */
import { createHash } from 'node:crypto';
import { fromBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wasmChecksums } from '../../src/base/container/checksum.js';
import { encodeFrame } from '../../src/base/container/write.js';
import { memorySource } from '../../src/base/source/memory.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { canonicalize } from '../../src/tools/rewrite/canonicalize.js';
import { extract } from '../../src/tools/rewrite/extract.js';
import { hash } from '../../src/tools/rewrite/hash.js';
import {
  type Bytes,
  concat,
  fixed32Record,
  fixed64Record,
  groupRecord,
  lenRecord,
  varintRecord,
} from '../arbitrary/wire-writer.js';
import { written } from './rewritten.js';

const RESOURCES = 7;
const [OFFSET, SIZE, NAME, XXHASH] = [1, 2, 3, 4];
const DATA = Uint8Array.from({ length: 8 }, (_, i) => i + 1);

/**
 * Returns the field number with which a record of a wrong wire type is written. protobuf-es ignores wire
 * types, so for it such a record gets an unknown field number (`AS_UNKNOWN`).
 */
type Numbering = (number: number) => number;
const AS_KNOWN: Numbering = (number) => number;
const AS_UNKNOWN: Numbering = (number) => number + 3000;

type Written = (foreign: Numbering) => Bytes;

const value = fc.integer({ min: 0, max: 5 });
const name = fc.constantFrom('a', 'b', 'c');
const own: fc.Arbitrary<Written> = fc
  .tuple(value, value, name)
  .chain(([offset, size, called]) =>
    fc.constantFrom(varintRecord(OFFSET, offset), varintRecord(SIZE, size), lenRecord(NAME, called)),
  )
  .map((bytes) => () => bytes);
/** Records of a resource with a wrong wire type, for a numeric field or for the name. */
const foreign: fc.Arbitrary<Written> = fc.oneof(
  fc.tuple(fc.constantFrom(OFFSET, SIZE, XXHASH), value, fc.nat(3)).map(
    ([number, of, how]) =>
      (numbered: Numbering) =>
        otherThanVarint(numbered(number), of, how),
  ),
  fc.tuple(value, fc.nat(3)).map(
    ([of, how]) =>
      (numbered: Numbering) =>
        otherThanLen(numbered(NAME), of, how),
  ),
);
const resource: fc.Arbitrary<Written> = fc
  .array(fc.oneof(own, own, foreign), { maxLength: 6 })
  .map((records) => (numbered) => lenRecord(RESOURCES, concat(...records.map((of) => of(numbered)))));
/** A whole list with a wrong wire type: groups that contain the fields of resources. */
const foreignResource: fc.Arbitrary<Written> = fc.tuple(value, fc.nat(3)).map(
  ([of, how]) =>
    (numbered) =>
      otherThanLen(numbered(RESOURCES), of, how),
);
const model: fc.Arbitrary<Written> = fc
  .array(fc.oneof({ weight: 3, arbitrary: resource }, { weight: 1, arbitrary: foreignResource }), {
    maxLength: 5,
  })
  .map((records) => (numbered) => concat(...records.map((of) => of(numbered))));

function otherThanVarint(number: number, of: number, how: number): Bytes {
  if (how === 0) return fixed32Record(number, of);
  if (how === 1) return fixed64Record(number, of);
  return how === 2 ? lenRecord(number, Uint8Array.of(of)) : groupRecord(number, varintRecord(number, of));
}

function otherThanLen(number: number, of: number, how: number): Bytes {
  if (how === 0) return varintRecord(number, of);
  if (how === 1) return fixed64Record(number, of);
  if (how === 2) return fixed32Record(number, of);
  return groupRecord(number, varintRecord(OFFSET, of), varintRecord(SIZE, 1), lenRecord(NAME, 'group'));
}

/** Of several resources with the same name, the first counts. */
async function takenOut(file: Uint8Array, called: string): Promise<Uint8Array> {
  return written(await extract(memorySource(file), { resource: called }));
}

it('hash and extract use the same resources as protobuf-es', async () => {
  let extracted = 0;
  await fc.assert(
    fc.asyncProperty(model, async (of) => {
      const message = of(AS_KNOWN);
      const { externalResources: known } = fromBinary(ProtoMDLMdlSchema, of(AS_UNKNOWN));
      const file = await encodeFrame({ version: 3, message, additionalInfo: DATA }, wasmChecksums);
      const canonical = await written(await canonicalize(memorySource(message), { framing: 'bare' }));
      const expected = createHash('sha256').update(canonical);
      for (const { name: called, offset, size } of known) {
        if (size === 0n || offset + size > DATA.length) continue;
        const data = DATA.subarray(Number(offset), Number(offset + size));
        expected.update(`\0resource ${called} ${size}\n`).update(data);
      }
      expect(await hash(memorySource(file))).toBe(expected.digest('hex'));
      for (const called of new Set(known.map((one) => one.name))) {
        const { offset, size } = known.find((one) => one.name === called) as (typeof known)[number];
        if (offset + size > DATA.length) continue;
        const bytes = await takenOut(file, called);
        expect(bytes).toEqual(DATA.slice(Number(offset), Number(offset + size)));
        extracted++;
      }
      await expect(takenOut(file, 'group')).rejects.toThrow();
    }),
  );
  expect(extracted).toBeGreaterThan(20);
});

it('a resource with a record of more than 1 MiB is refused', async () => {
  const ofSize = (size: number) => {
    const rest = lenRecord(99, new Uint8Array(size - lenRecord(NAME, 'a').length - 5));
    return lenRecord(RESOURCES, concat(lenRecord(NAME, 'a'), rest));
  };
  const digest = (size: number) => hash(memorySource(ofSize(size)), { framing: 'bare' });
  await expect(digest(1 << 20)).resolves.toMatch(/^[\da-f]{64}$/);
  await expect(digest((1 << 20) + 1)).rejects.toMatchObject({ code: 'model-too-large', offset: 0 });
});
