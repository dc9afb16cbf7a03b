/** Properties that hold for every pair of files. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mutate } from '../../src/attack/mutate/mutate.js';
import { encodeFrame } from '../../src/base/container/write.js';
import {
  type FieldTable,
  TYPE_BOOL,
  TYPE_BYTES,
  TYPE_MESSAGE,
  TYPE_STRING,
} from '../../src/base/schema/table.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { encodeRecord, encodeTree } from '../../src/read/tree/encode.js';
import { packedValues, setPackedValues } from '../../src/read/tree/packed.js';
import type { RecordNode } from '../../src/read/tree/record.js';
import { walkTree } from '../../src/read/tree/walk.js';
import type { Change } from '../../src/tools/diff/change.js';
import { diffBytes, effective, MESSAGES, pathOf, treeOf } from './models.js';

const model = fc.constantFrom(...MESSAGES);

/** Another value of the same type. */
function otherBits(field: FieldTable, bits: bigint, seed: number): bigint {
  if (field.type === TYPE_BOOL) return bits === 0n ? 1n : 0n;
  return bits ^ BigInt((seed % 0x7fff) + 1);
}

/** True if a record has a scalar that can be changed; an empty packed list does not. */
function isScalar(record: RecordNode): boolean {
  if (record.field === undefined || record.field.type === TYPE_MESSAGE) return false;
  return !record.isPacked || packedValues(record).length > 0;
}

describe('a changed scalar', () => {
  it('is the only change reported, with its path and both values', async () => {
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(model, fc.nat(), fc.nat(), async ([, bytes], at, seed) => {
        const root = treeOf(bytes);
        const records = effective(root, isScalar);
        const record = records[at % records.length] as RecordNode;
        const field = record.field as FieldTable;
        let path = pathOf(record);
        if (record.isPacked) {
          const values = packedValues(record);
          const index = seed % values.length;
          const changed = values.map((value, i) => (i === index ? otherBits(field, value, seed) : value));
          const first = Number(/\[(\d+)\]$/.exec(path)?.[1]);
          path = path.replace(/\d+\]$/, `${first + index}]`);
          setPackedValues(record, changed);
        } else if (field.type === TYPE_STRING || field.type === TYPE_BYTES) {
          record.setBytes(Uint8Array.of(...record.bytes.subarray(0, 100), 0x61));
        } else record.setBits(otherBits(field, record.bits, seed));
        const { verdict, changes } = await diffBytes(bytes, encodeTree(root));
        expect(verdict).toBe('different');
        expect(changes.map(({ kind, before, after }) => [kind, before?.path, after?.path])).toEqual([
          ['changed', path, path],
        ]);
        const [change] = changes as [Change];
        const { before, after } = change;
        if (before?.shown.value !== null) expect(before?.shown.value).not.toEqual(after?.shown.value);
        else expect(before.shown.bytes).not.toBe(after?.shown.bytes);
        tried++;
      }),
      { numRuns: 300 },
    );
    expect(tried).toBe(300);
  });
});

describe('a list', () => {
  const LISTS = ['contexts', 'operations', 'operation', 'actions', 'edge_layers'];
  const drawn = fc.tuple(model, fc.nat(), fc.nat());

  /** A list of messages in a model: its records. */
  function listOf(bytes: Uint8Array, at: number, least: number) {
    const root = treeOf(bytes);
    const records = effective(root, ({ field }) => field !== undefined && LISTS.includes(field.name));
    const holders = [...new Set(records.map((record) => record.holder))].flatMap((holder) => {
      if (holder === undefined) return [];
      return LISTS.map((name) => holder.records.filter(({ field }) => field?.name === name)).filter(
        (list) => list.length >= least,
      );
    });
    const list = holders[at % Math.max(1, holders.length)];
    return list === undefined ? undefined : { root, list };
  }

  const hex = (record: RecordNode) => Buffer.from(encodeRecord(record)).toString('hex');

  it('has one removal if an element was removed', async () => {
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(drawn, async ([[, bytes], at, index]) => {
        const found = listOf(bytes, at, 1);
        if (found === undefined) return;
        const { root, list } = found;
        const record = list[index % list.length] as RecordNode;
        const content = hex(record);
        const paths = list.filter((other) => hex(other) === content).map(pathOf);
        record.holder?.remove(record);
        const { changes } = await diffBytes(bytes, encodeTree(root));
        expect(changes.map(({ kind }) => kind)).toEqual(['removed']);
        expect(paths).toContain(changes[0]?.before?.path);
        tried++;
      }),
      { numRuns: 150 },
    );
    expect(tried).toBeGreaterThan(100);
  });

  it('has one addition if an element was copied', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async ([[, bytes], at, index]) => {
        const found = listOf(bytes, at, 1);
        if (found === undefined) return;
        const { root, list } = found;
        const record = list[index % list.length] as RecordNode;
        const { holder } = record;
        holder?.insert(holder.records.indexOf(record) + 1, record.clone());
        const { changes } = await diffBytes(bytes, encodeTree(root));
        expect(changes.map(({ kind }) => kind)).toEqual(['added']);
        expect(changes[0]?.copyOf).not.toBeNull();
      }),
      { numRuns: 150 },
    );
  });

  it('has the two moves if two elements were exchanged', async () => {
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(drawn, fc.nat(), async ([[, bytes], at, one], other) => {
        const found = listOf(bytes, at, 2);
        if (found === undefined) return;
        const { root, list } = found;
        const [i, j] = [one % list.length, other % list.length].sort((a, b) => a - b) as [number, number];
        const [left, right] = [list[i], list[j]] as [RecordNode, RecordNode];
        if (hex(left) === hex(right)) return;
        const paths = [pathOf(left), pathOf(right)];
        const counts = new Map<string, number>();
        for (const record of list) counts.set(hex(record), (counts.get(hex(record)) ?? 0) + 1);
        const isUnique = counts.get(hex(left)) === 1 && counts.get(hex(right)) === 1;
        const holder = left.holder;
        if (holder === undefined || !isUnique) return;
        const order = [...holder.records];
        const [a, b] = [order.indexOf(left), order.indexOf(right)];
        order[a] = right;
        order[b] = left;
        holder.setRecords(order);
        const { changes } = await diffBytes(bytes, encodeTree(root));
        expect(changes.map(({ kind }) => kind)).toEqual(['swapped']);
        expect(new Set([changes[0]?.before?.path, changes[0]?.partner?.before.path])).toEqual(new Set(paths));
        expect(changes[0]?.before?.path).toBe(changes[0]?.partner?.after.path);
        tried++;
      }),
      { numRuns: 200 },
    );
    expect(tried).toBeGreaterThan(40);
  });
});

describe('a comparison with exchanged files', () => {
  const other = fc.oneof(
    fc.tuple(fc.constant('mutant' as const), fc.nat(1e6)),
    fc.tuple(fc.constant('model' as const), fc.nat(MESSAGES.length - 1)),
  );

  it('gives the opposite differences, and no differences for a file and itself', async () => {
    let different = 0;
    await fc.assert(
      fc.asyncProperty(model, other, async ([, a], [kind, at]) => {
        const b =
          kind === 'mutant' ? (await mutate(a, { seed: at })).bytes : (MESSAGES[at]?.[1] as Uint8Array);
        const there = await diffBytes(a, b);
        const back = await diffBytes(b, a);
        expect(back.verdict).toBe(there.verdict);
        const sides = ({ before, after, field, partner }: Change, flip: boolean) => {
          const pairs = [[before, after], ...(partner === null ? [] : [[partner.before, partner.after]])];
          const turned = pairs.map((pair) => JSON.stringify(flip ? [...pair].reverse() : pair));
          return [field, ...turned.sort()];
        };
        expect(back.changes.map((change) => sides(change, true))).toEqual(
          there.changes.map((change) => sides(change, false)),
        );
        expect(back.counts).toEqual({
          ...there.counts,
          added: there.counts.removed,
          removed: there.counts.added,
        });
        if (there.verdict === 'different') different++;
        expect((await diffBytes(a, a)).verdict).toBe('identical');
        expect((await diffBytes(b, b.slice())).changes).toEqual([]);
      }),
      { numRuns: 80 },
    );
    expect(different).toBeGreaterThan(30);
  });
});

describe('other encodings', () => {
  /** The same message, in an encoding that few encoders would write. */
  function rewritten(bytes: Uint8Array, random: (limit: number) => number): Uint8Array {
    const root = treeOf(bytes);
    for (const record of [...walkTree(root)]) {
      if (random(3) === 0) record.setStyle({ tagWidth: 2 + random(2) });
      if (record.payload.kind === 'varint' && random(2) === 0) record.setStyle({ valueWidth: 3 + random(5) });
      if (record.wireType === 2 && random(3) === 0) record.setStyle({ lengthWidth: 3 + random(3) });
    }
    const messages = [root, ...[...walkTree(root)].flatMap(({ message }) => message ?? [])];
    for (const message of messages) {
      if (message.records.length < 2 || random(3) > 0) continue;
      // Moves fields to other positions. The records of each field, and of each oneof, keep their order.
      const keyOf = ({ number, field }: RecordNode) =>
        field === undefined || field.oneof < 0 ? number : -1 - field.oneof;
      const keys = [...new Set(message.records.map(keyOf))].sort(() => random(3) - 1);
      message.setRecords(keys.flatMap((key) => message.records.filter((record) => keyOf(record) === key)));
    }
    return encodeTree(root);
  }

  it('are not a difference if their meaning is equal', async () => {
    let rewrote = 0;
    await fc.assert(
      fc.asyncProperty(model, fc.infiniteStream(fc.nat(0xffff)), async ([, bytes], stream) => {
        const random = (limit: number) => (stream.next().value as number) % limit;
        const other = rewritten(bytes, random);
        const { verdict, changes } = await diffBytes(bytes, other);
        expect(changes).toEqual([]);
        expect(['same-meaning', 'identical']).toContain(verdict);
        if (verdict === 'same-meaning') rewrote++;
      }),
      { numRuns: 60 },
    );
    expect(rewrote).toBeGreaterThan(50);
  });

  it('do not hide a changed scalar', async () => {
    await fc.assert(
      fc.asyncProperty(model, fc.infiniteStream(fc.nat(0xffff)), fc.nat(), async ([, bytes], stream, at) => {
        const random = (limit: number) => (stream.next().value as number) % limit;
        const root = treeOf(bytes);
        const records = effective(
          root,
          ({ payload, field }) => payload.kind === 'varint' && field !== undefined,
        );
        const record = records[at % records.length] as RecordNode;
        record.setBits(otherBits(record.field as FieldTable, record.bits, at));
        const path = pathOf(record);
        const { changes } = await diffBytes(bytes, rewritten(encodeTree(root), random));
        expect(changes.map(({ kind, after }) => [kind, after?.path])).toEqual([['changed', path]]);
      }),
      { numRuns: 60 },
    );
  });
});

it('a different frame is reported, but not the resulting differences in the position of the message', async () => {
  const [, bytes] = MESSAGES[0] as readonly [string, Uint8Array];
  const root = treeOf(bytes);
  const [record] = effective(root, ({ field }) => field?.name === 'sdk_version') as [RecordNode];
  record.setBytes(Uint8Array.of(0x39));
  const frame = (message: Uint8Array) => encodeFrame({ version: 3, message }, nodeChecksums);
  const { changes } = await diffBytes(await frame(bytes), await frame(encodeTree(root)));
  expect(changes.map(({ field }) => field)).toEqual(['ProtoMDLHeader.sdk_version']);
});
