import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countFeatures } from '../../src/attack/corpus/count-features.js';
import { modelFeatures } from '../../src/attack/corpus/features.js';
import { memorySource } from '../../src/base/source/memory.js';
import { censusOf, naiveCensus } from './naive-census.js';

const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));
const bare = ['valid', 'invalid']
  .flatMap((folder) => readdirSync(`${CORPUS}/${folder}`).map((name) => `${folder}/${name}`))
  .filter((name) => name.endsWith('.mdl'))
  .map((name) => [name, new Uint8Array(readFileSync(`${CORPUS}/${name}`))] as const)
  .filter(([, bytes]) => bytes.length < 50_000);

/** Wire forms that cannot be counted from the tree of records, because the tree does not keep them. */
const OVERLONG = /^wire-form overlong/;
const withoutWidths = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([name]) => !OVERLONG.test(name)));

const message = (...bytes: number[]) => Uint8Array.from(bytes);

describe('a census', () => {
  it('equals a count over the tree of records, for corpus files whose records can all be read', async () => {
    let compared = 0;
    for (const [name, bytes] of bare) {
      if (/wire-|cut|nesting|no-bytes/.test(name)) continue;
      expect([name, withoutWidths(await censusOf(bytes))]).toEqual([name, naiveCensus(bytes)]);
      compared++;
    }
    expect(compared).toBeGreaterThan(150);
  });

  it('is the same without small blobs', async () => {
    for (const [name, bytes] of bare.filter(([, { length }]) => length < 1200)) {
      const whole = await censusOf(bytes);
      for (const least of [32, 61]) {
        expect([name, least, await censusOf(bytes, least)]).toEqual([name, least, whole]);
      }
    }
  });

  it('is the same for the outline of a damaged file, whatever the damage', async () => {
    const specimens = bare.filter(([, { length }]) => length < 2000);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: specimens.length - 1 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        fc.nat(),
        async (which, changes, cut) => {
          const bytes = specimens[which]?.[1].slice() ?? new Uint8Array(0);
          if (bytes.length === 0) return;
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          const part = cut % 4 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes;
          expect(await censusOf(part, 32)).toEqual(await censusOf(part));
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each([
    [
      'an overlong tag',
      [0x92, 0x80, 0x00, 0x00],
      { 'wire-form overlong-tag': 1, 'message ProtoMDLNetworkGroup': 1 },
    ],
    [
      'an overlong length',
      [0x12, 0x80, 0x00],
      { 'wire-form overlong-length': 1, 'field ProtoMDLMdl.network_groups': 1 },
    ],
    [
      'an overlong value',
      [0x0a, 0x03, 0x20, 0x81, 0x00],
      { 'wire-form overlong-value': 1, 'field ProtoMDLHeader.version': 1 },
    ],
    ['a merged header', [0x0a, 0x00, 0x0a, 0x00], { 'wire-form merged': 1, 'message ProtoMDLHeader': 2 }],
    ['a value that comes again', [0x0a, 0x04, 0x20, 0x01, 0x20, 0x02], { 'wire-form repeated-value': 1 }],
    ['a default', [0x0a, 0x02, 0x20, 0x00], { 'wire-form default-written': 1 }],
    ['an order', [0x12, 0x00, 0x0a, 0x00], { 'wire-form out-of-order': 1 }],
    ['an unlisted value', [0x0a, 0x02, 0x08, 0x7f], { 'wire-form unlisted-enum-value': 1 }],
    [
      'groups in groups, as one',
      [0xa3, 0x06, 0xa3, 0x06, 0x08, 0x01, 0xa4, 0x06, 0xa4, 0x06, 0x12, 0x00],
      { 'wire-form unknown-group': 1, 'field ProtoMDLMdl.network_groups': 1 },
    ],
    [
      'another wire type',
      [0x0d, 1, 2, 3, 4, 0x12, 0x00],
      { 'wire-form other-wire-type': 1, 'field ProtoMDLMdl.network_groups': 1 },
    ],
  ])('distinguishes %s', async (_, bytes, expected) => {
    expect(await censusOf(message(...bytes))).toMatchObject(expected);
    expect(await censusOf(message(...bytes), 32)).toMatchObject(expected);
  });

  it('continues after a record whose content is broken', async () => {
    // A header with a tag of field 0, and a group after it.
    const counts = await censusOf(message(0x0a, 0x02, 0x00, 0x01, 0x12, 0x00));
    expect(counts).toMatchObject({ 'message ProtoMDLHeader': 1, 'message ProtoMDLNetworkGroup': 1 });
  });

  it('ends at a broken record of the root', async () => {
    const counts = await censusOf(message(0x00, 0x12, 0x00));
    expect(counts['message ProtoMDLNetworkGroup']).toBeUndefined();
    expect(
      (await censusOf(message(0xa3, 0x06, 0x12, 0x00)))['field ProtoMDLMdl.network_groups'],
    ).toBeUndefined();
  });

  it('does not look for records inside blobs', async () => {
    const blob = new Uint8Array(10_000).fill(0x12);
    const bytes = Uint8Array.from([0x1a, 0x90, 0x4e, ...blob, 0x12, 0x00]);
    for (const size of [32, 4096]) {
      const counts = await censusOf(bytes, size);
      expect(counts).toMatchObject({ 'field ProtoMDLMdl.mapping': 1, 'field ProtoMDLMdl.network_groups': 1 });
    }
  });

  it('reads very little of a file of blobs', async () => {
    const blob = new Uint8Array(1 << 20);
    const bytes = Buffer.concat([
      Uint8Array.from([0x1a, 0x80, 0x80, 0x40]),
      blob,
      Uint8Array.from([0x12, 0x00]),
    ]);
    let read = 0;
    const inner = memorySource(bytes);
    const source = {
      size: bytes.length,
      randomAccess: true,
      read: (offset: number, target: Uint8Array) => {
        read += target.length;
        return inner.read(offset, target);
      },
      close: () => {},
    };
    const { modelCensus } = await import('../../src/attack/corpus/count-features.js');
    const census = modelCensus();
    await census.take(source, 0, bytes.length);
    expect(read).toBeLessThan(10_000);
    expect(census.features().reduce((sum, count) => sum + count, 0)).toBeGreaterThan(3);
  });
});

describe('features of a file', () => {
  it('are those of its container, its codes and the content of its message', async () => {
    const bytes = new Uint8Array(readFileSync(`${CORPUS}/invalid/frame-checksum-mismatch.hef`));
    const { counts } = await countFeatures(memorySource(bytes));
    const { codes, containers, features } = modelFeatures();
    expect(counts[codes.get('frame-checksum-mismatch') as number]).toBe(1);
    expect(counts[containers['version-1']]).toBe(1);
    expect(counts[containers.bare]).toBe(0);
    expect(counts[features.findIndex(({ name }) => name === 'ProtoMDLMdl')]).toBe(1);
  });

  it('have unique names', () => {
    const names = modelFeatures().features.map(({ kind, name }) => `${kind} ${name}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
