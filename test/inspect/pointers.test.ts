/**
 * Pointers to bytes after the message, and the way from these bytes back to their pointers, compared with the
 * generated codec.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { detectFraming } from '../../src/base/container/detect.js';
import type { Frame } from '../../src/base/container/layout.js';
import { memorySource } from '../../src/base/source/memory.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { Inspector } from '../../src/show/inspect/inspector.js';
import { corpusFiles } from './files.js';
import { slowSource } from './parts.js';

const folder = process.env.PROTOMDL_REAL_FILES;
const isThere = folder !== undefined && existsSync(folder);
const FILES = [
  ...corpusFiles('valid').filter(({ name }) => /^framed-v[123]-(words|resources)/.test(name)),
  ...(isThere ? readdirSync(folder) : [])
    .filter((name) => /^v[123].*\.hef$/.test(name) && !name.includes('truncated'))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder as string, name))) })),
];
const POINTERS = ['ProtoMDLActionWriteDataCcwPtr', 'ProtoMDLExternalResource'];

interface Pointed {
  readonly from: number;
  readonly end: number;
}

/** Returns all pointers in a decoded message, in the order of fields. */
function pointersIn(value: unknown, zero: number): Pointed[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  const { $typeName = '', offset, size } = value as Record<string, unknown>;
  if (POINTERS.some((name) => String($typeName).endsWith(name))) {
    const from = zero + Number(offset);
    return [{ from, end: from + Number(size) }];
  }
  return Object.values(value).flatMap((part) => pointersIn(part, zero));
}

function decoded(bytes: Uint8Array): Pointed[] {
  const { messageOffset, protoSize, zeroPoint } = detectFraming(bytes.subarray(0, 64), 'auto', bytes.length)
    .frame as Frame;
  return pointersIn(
    fromBinary(ProtoMDLMdlSchema, bytes.subarray(messageOffset, messageOffset + protoSize)),
    zeroPoint,
  );
}

it('there are files with pointers', () => {
  expect(FILES.length).toBeGreaterThanOrEqual(2);
});

describe.each(FILES)('$name', ({ bytes }) => {
  const all = decoded(bytes);

  it('leads from each byte to the pointers that refer to it', async () => {
    const inspector = await Inspector.open(bytes.length > 100_000 ? memorySource(bytes) : slowSource(bytes));
    expect(all.length).toBeGreaterThan(0);
    const some = all.filter((_, at) => at % Math.ceil(all.length / 12) === 0);
    for (const offset of some.flatMap(({ from, end }) => [from - 1, from, end - 1, end])) {
      const found = await inspector.pointers(offset);
      const wanted = all.filter(({ from, end }) => offset >= from && offset < end);
      expect([offset, found.count, found.isCut]).toEqual([offset, wanted.length, false]);
      expect(
        found.first.map(({ offset: from, claimed }) => ({ from, end: from + claimed })).sort(byPlace),
      ).toEqual(wanted.slice(0, 20).sort(byPlace));
    }
  });

  it('leads from a pointer, and from its fields, to the same bytes', async () => {
    const inspector = await Inspector.open(memorySource(bytes));
    const { first } = await inspector.pointers((all[0] as Pointed).from);
    expect(first.length).toBeGreaterThan(0);
    for (const { path, record, offset, length, claimed } of first) {
      const { parts } = await inspector.find(path);
      const part = parts.at(-1)!;
      expect(part.offset).toBe(record);
      expect((await inspector.detail(part)).pointed).toEqual({ offset, length, claimed });
      const { parts: fields } = await inspector.children(part, 0, 10);
      for (const field of fields) {
        expect((await inspector.detail(field)).pointed).toEqual({ offset, length, claimed });
      }
      expect((await inspector.detail(parts.at(-2)!)).pointed).toBeNull();
    }
  });
});

it('files without bytes after the message have no pointers', async () => {
  for (const { name, bytes } of corpusFiles('valid').filter(({ name }) => /mdl$|v0/.test(name))) {
    const inspector = await Inspector.open(memorySource(bytes));
    expect([name, await inspector.pointers(bytes.length - 1)]).toEqual([
      name,
      { first: [], count: 0, isCut: false },
    ]);
  }
});

function byPlace(a: Pointed, b: Pointed): number {
  return a.from - b.from || a.end - b.end;
}
