import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { streamSource } from '../../src/base/source/stream.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { type Block, blocksOf } from '../../src/tools/stats/block.js';
import type { FileStats } from '../../src/tools/stats/rows.js';
import { type StatsOptions, stats } from '../../src/tools/stats/stats.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { naiveCounts } from './counting.js';

const numRuns = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 80);

const bare: StatsOptions = { framing: 'bare' };

const arbitraryBytes = fc.oneof(
  arbitraryMessage(ProtoMDLMdlSchema, { depth: 6, records: 16 }).map(({ bytes }) => bytes),
  fc.integer({ min: 0, max: 5000 }).map((seed) => smithBytes({ seed, actions: 60, blob: 40 })),
);

const spoiled = fc
  .tuple(arbitraryBytes, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }), fc.option(fc.nat()))
  .map(([bytes, changes, cut]) => {
    const changed = bytes.slice(0, cut === null ? bytes.length : cut % (bytes.length + 1));
    for (const [at, value] of changes) if (changed.length > 0) changed[at % changed.length] = value;
    return changed;
  });

function streamOf(bytes: Uint8Array): Source {
  return streamSource(
    (function* () {
      for (let at = 0; at < bytes.length; at += 97) yield bytes.slice(at, at + 97);
    })(),
  );
}

const sum = (rows: readonly { readonly bytes: number }[]): number =>
  rows.reduce((total, { bytes }) => total + bytes, 0);

function expectTiled(counts: FileStats): void {
  const message = counts.sections.find(({ name }) => name === 'message')?.bytes ?? 0;
  expect(sum(counts.sections)).toBe(counts.size);
  expect(sum(counts.classes)).toBe(message);
  const own = counts.types.reduce((all, row) => all + row.own + row.unknown.bytes + row.unreadable, 0);
  expect(own).toBe(message);
  const fields = counts.fields.reduce((all, row) => all + row.own, 0);
  const rest = counts.types.reduce((all, row) => all + row.unknown.bytes + row.unreadable, 0);
  expect(fields + rest).toBe(message);
  expect(sum(counts.groups)).toBeLessThanOrEqual(message);
  for (const group of counts.groups) expect(sum(group.contexts)).toBeLessThanOrEqual(group.bytes);
  const tree = blocksOf(counts, 'file');
  expect(tree.bytes).toBe(counts.size);
  expectBlocks(tree);
}

/** Checks that a block's parts add up to the block, and that no block is empty. */
function expectBlocks(block: Block): void {
  if (block.children.length === 0) return;
  expect(sum(block.children)).toBe(block.bytes);
  for (const child of block.children) {
    expect(child.bytes).toBeGreaterThan(0);
    expectBlocks(child);
  }
}

describe('stats', () => {
  it('counts every byte exactly once, for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(spoiled, fc.uint8Array({ maxLength: 200 })), async (bytes) => {
        expectTiled(await stats(memorySource(bytes), bare));
        expectTiled(await stats(streamOf(bytes), bare));
        for (const framing of ['auto', 'framed'] as const) {
          const counts = await stats(memorySource(bytes), { framing }).catch(() => undefined);
          if (counts !== undefined) expectTiled(counts);
        }
      }),
      { numRuns },
    );
  });

  it('counts the bytes after a fault in the root of a stream that is longer than one read', async () => {
    for (const first of [0, 7, 0x0c]) {
      for (const length of [200, 4096, 16_384, 70_000]) {
        const bytes = new Uint8Array(length).fill(8);
        bytes[0] = first;
        const counts = await stats(streamOf(bytes), bare);
        expectTiled(counts);
        expect(counts.types.reduce((all, row) => all + row.unreadable, 0)).toBe(length);
      }
    }
  });

  it('has the same counts for a stream, if no record is broken', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBytes, async (bytes) => {
        const options = { ...bare, duplicates: true };
        expect(await stats(streamOf(bytes), options)).toEqual(await stats(memorySource(bytes), options));
      }),
      { numRuns: Math.ceil(numRuns / 3) },
    );
  });

  it('has the counts of a naive walk over the tree', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBytes, async (bytes) => {
        const counts = await stats(memorySource(bytes), bare);
        const naive = naiveCounts(bytes);
        expect(new Map(counts.fields.map(({ field, count, total }) => [field, { count, total }]))).toEqual(
          naive.fields,
        );
        expect(new Map(counts.actions.map(({ name, ...row }) => [name, row]))).toEqual(naive.actions);
        const unknown = counts.types.filter((row) => row.unknown.count > 0);
        expect(new Map(unknown.map((row) => [row.type, row.unknown.bytes]))).toEqual(naive.unknown);
        for (const { from, to, count } of totalSizes(counts)) {
          const there = [...naive.blobs].filter(([length]) => length >= from && length <= to);
          expect(count).toBe(there.reduce((all, [, here]) => all + here, 0));
        }
        expect(counts.problems).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('attributes bytes to groups, contexts and kinds', async () => {
    const bytes = smithBytes({ seed: 7, layout: 'classic', groups: 1, contexts: 3, actions: 300 });
    const counts = await stats(memorySource(bytes));
    expect(counts.problems).toEqual([]);
    expect(counts.groupCount).toBe(1);
    const [group] = counts.groups;
    expect(group?.name).not.toBe('');
    expect(group?.contexts.filter(({ kind }) => kind === 'context')).toHaveLength(3);
    const inContexts = group?.contexts.flatMap(({ actions }) => actions) ?? [];
    expect(inContexts.reduce((all, { count }) => all + count, 0)).toBe(
      counts.actions.reduce((all, { count }) => all + count, 0),
    );
  });

  it('finds the blobs that occur twice, and no others', async () => {
    const blob = (fill: number, length: number) => [0x1a, length, ...new Array<number>(length).fill(fill)];
    // network_groups { preliminary_config { operation { actions { write_data_ccw { data } } } } }, and a mapping.
    const action = (fill: number, length: number): number[] =>
      wrapped(0x12, wrapped(0x1a, [0x0a, length, ...new Array<number>(length).fill(fill)]));
    const operation = wrapped(0x0a, [...action(1, 40), ...action(2, 40), ...action(1, 40), ...action(1, 8)]);
    const bytes = new Uint8Array([...wrapped(0x12, wrapped(0x12, operation)), ...blob(1, 40)]);
    const { duplicates } = await stats(memorySource(bytes), bare);
    expect(duplicates).toMatchObject({ compared: 4, distinct: 2, repeatedBytes: 80, capped: false });
    expect(duplicates?.sets).toHaveLength(1);
    const [set] = duplicates?.sets ?? [];
    expect(set).toMatchObject({
      length: 40,
      count: 3,
      path: 'network_groups[0].preliminary_config.operation[0].actions[0].write_data_ccw.data',
    });
    expect(bytes.subarray(set?.offset, (set?.offset ?? 0) + 40)).toEqual(new Uint8Array(40).fill(1));
    expect((await stats(memorySource(bytes), { duplicates: false })).duplicates).toBeNull();
  });

  it('counts an action with several members by its last member, as readers do', async () => {
    const data = wrapped(0x12, wrapped(0x12, [1, 2, 3, 4]));
    const action = wrapped(0x12, [...data, ...wrapped(0x42, [0x08, 0x01])]);
    const bytes = new Uint8Array(wrapped(0x12, wrapped(0x1a, wrapped(0x12, action))));
    const counts = await stats(memorySource(bytes), bare);
    expect(counts.actions).toEqual([{ name: 'enable_lcu', count: 1, bytes: action.length }]);
    // The blob exists, but no action writes it.
    expect(counts.blobs).toMatchObject([{ name: 'other', count: 1, bytes: 4 }]);
    expectTiled(counts);
  });

  it('reports the place of a broken message, and counts the rest as unreadable', async () => {
    // A context of 4 bytes whose second record is of wire type 7.
    const context = wrapped(0x1a, [0x08, 0x01, 0x0f, 0x00]);
    const bytes = new Uint8Array([...wrapped(0x12, context), ...wrapped(0x12, [])]);
    const { problems, classes, groupCount } = await stats(memorySource(bytes), bare);
    expect(problems).toMatchObject([
      { code: 'wire-invalid-type', offset: 6, path: 'network_groups[0].contexts[0]' },
    ]);
    expect(classes.find(({ name }) => name === 'unreadable')?.bytes).toBe(2);
    expect(groupCount).toBe(2);
  });

  it('stays small for millions of groups and contexts', async () => {
    const bytes = new Uint8Array(2_000_000);
    for (let at = 0; at < bytes.length; at += 4) bytes.set([0x12, 0x02, 0x1a, 0x00], at);
    const counts = await stats(memorySource(bytes), bare);
    expect(counts).toMatchObject({ groupCount: 500_000, contextCount: 500_000 });
    expect(counts.groups).toHaveLength(256);
    expectTiled(counts);
  });

  it('reads very little of large blobs', async () => {
    const head = [0x1a, 0x80, 0x80, 0x80, 0x80, 0x02];
    const size = head.length + 2 ** 29;
    let read = 0;
    const source: Source = {
      size,
      randomAccess: true,
      read(offset, target) {
        const length = Math.max(0, Math.min(target.length, size - offset));
        target.fill(0, 0, length);
        head.forEach((byte, at) => {
          if (at >= offset && at < offset + length) target[at - offset] = byte;
        });
        read += length;
        return length;
      },
      close() {},
    };
    const counts = await stats(source, bare);
    expect(counts.blobs).toMatchObject([{ name: 'mapping', count: 1, bytes: 2 ** 29 }]);
    expect(read).toBeLessThan(10_000);
  });
});

function totalSizes({ blobs }: FileStats): { from: number; to: number; count: number }[] {
  const sizes = new Map<number, { from: number; to: number; count: number }>();
  for (const { from, to, count } of blobs.flatMap((row) => row.sizes)) {
    sizes.set(to, { from, to, count: count + (sizes.get(to)?.count ?? 0) });
  }
  return [...sizes.values()];
}

/** Writes a LEN record; payloads in this test are short. */
function wrapped(tag: number, payload: readonly number[]): number[] {
  const { length } = payload;
  return length < 128 ? [tag, length, ...payload] : [tag, (length & 0x7f) | 0x80, length >> 7, ...payload];
}
