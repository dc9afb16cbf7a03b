/** Ids that must differ. The kernel fills some of the sets of ids, and leaves others to the scanner. */
import { describe, expect, it } from 'vitest';
import { TYPE_STRING, TYPE_UINT64 } from '../../src/base/schema/table.js';
import { memorySource } from '../../src/base/source/memory.js';
import * as layout from '../../src/read/kernel/layout.js';
import { kernelTables } from '../../src/read/kernel/tables.js';
import * as ids from '../../src/read/scan/distinct-ids.js';
import { drive } from '../../src/read/scan/drive.js';
import type { ScanHandler } from '../../src/read/scan/handler.js';
import { Scanner } from '../../src/read/scan/scanner.js';
import type { Subscription } from '../../src/read/scan/subscription.js';
import { planOf } from '../../src/read/scan/unroll.js';
import { countedKernel } from './counted-passes.js';
import { field, len, schemaOf, uint } from './small-schema.js';

/** Root { repeated Group = 1; repeated Item = 2 }, Group { repeated Item = 1; repeated Group = 2 }, Item { id = 1; low = 2; Inner = 3 } */
const SCHEMA = schemaOf({
  Root: [
    field(1, 'groups', { message: 1, repeated: true }),
    field(2, 'items', { message: 2, repeated: true }),
  ],
  Group: [
    field(1, 'items', { message: 2, repeated: true }),
    field(2, 'groups', { message: 1, repeated: true }),
  ],
  Item: [field(1, 'id'), field(2, 'low'), field(3, 'inner', { message: 3 })],
  Inner: [field(1, 'id'), field(2, 'text', { type: TYPE_STRING }), field(3, 'wide', { type: TYPE_UINT64 })],
});
const PLAN = planOf(SCHEMA, {
  leave: ['Root', 'Group'],
  unknown: [],
  distinct: [
    { field: 'Item.id', set: 'ids', within: 'Group' },
    { field: 'Inner.id', set: 'ids', within: 'Group' },
  ],
});
const TABLES = kernelTables(PLAN)!;

const item = (...ids: readonly number[]) => [
  ...uint(1, ids[0]!),
  ...(ids.length > 1 ? len(3, uint(1, ids[1]!)) : []),
];
const items = (...payloads: readonly (readonly number[])[]) => payloads.flatMap((payload) => len(1, payload));

interface Told {
  /** For each group, and for the root: true if its ids differ, then the smallest and the largest id. */
  readonly ends: readonly (readonly [string, boolean, number | undefined, number | undefined])[];
  readonly reported: readonly string[];
}

/**
 * Returns the results of scans with the kernel, with a kernel that learns no shapes, and without the kernel.
 */
async function tell(bytes: readonly number[], share = 0): Promise<Told> {
  const scan = async (learnEvery?: number): Promise<Told> => {
    const ends: Told['ends'][number][] = [];
    const reported: string[] = [];
    const handler: ScanHandler = {
      report: () => {},
      leave: (scanner) => {
        const { distinct } = scanner;
        if (scanner.message === 2) reported.push(scanner.path());
        else ends.push([scanner.path(), distinct.areDistinct(0), distinct.least(0), distinct.greatest(0)]);
      },
    };
    const counted = learnEvery === undefined ? undefined : countedKernel(TABLES, learnEvery, 0);
    const scanner = new Scanner(PLAN, handler, counted?.kernel);
    scanner.start(0, 0, bytes.length, bytes.length);
    await drive(scanner, memorySource(Uint8Array.from(bytes)), bytes.length);
    if (counted !== undefined) expect(counted.passed).toBeGreaterThanOrEqual(share * bytes.length);
    return { ends, reported };
  };
  const expected = await scan();
  for (const learnEvery of [0, 1]) expect(await scan(learnEvery)).toEqual(expected);
  return expected;
}

const IN_DOUBT = [false, undefined, undefined];

describe('ids', () => {
  it('are skipped, whatever their width and their order', async () => {
    const all = [0, 1, 127, 128, 16_383, 16_384, 2 ** 21, 2 ** 28 - 1, 2 ** 28, 2 ** 31, 2 ** 32 - 1];
    for (const some of [all, [...all].reverse(), [...all.slice(5), ...all.slice(0, 5)]]) {
      const reported = await tell(len(1, items(...some.map((id) => item(id)))), 0.7);
      expect(reported).toEqual({
        ends: [
          ['groups[0]', true, 0, 2 ** 32 - 1],
          ['', true, undefined, undefined],
        ],
        reported: [],
      });
    }
  });

  it('are skipped in large numbers, even in random order', async () => {
    // 7919 is prime, so every id below 10,007 occurs once.
    const all = Array.from({ length: 10_006 }, (_, i) => item(((i + 1) * 7919) % 10_007));
    const { ends, reported } = await tell(len(1, items(...all)), 0.99);
    expect(ends[0]).toEqual(['groups[0]', true, 1, 10_006]);
    expect(reported).toEqual([]);
  });

  it('are reported once if an id is a duplicate', async () => {
    for (const [some, first] of [
      [[1, 2, 3, 3, 4, 5, 5], 3],
      [[300, 301, 302, 7, 301, 7], 4],
      [[5, 5], 1],
      [[0, 0], 1],
    ] as const) {
      const { ends, reported } = await tell(len(1, items(...some.map((id) => item(id)))));
      expect(reported).toEqual([`groups[0].items[${first}]`]);
      expect(ends[0]).toEqual(['groups[0]', ...IN_DOUBT]);
    }
  });

  it('are also compared within an item', async () => {
    const known = Array.from({ length: 40 }, (_, i) => item(10 * i, 10 * i + 5));
    const { reported } = await tell(len(1, items(...known, item(500, 500), item(600, 601))));
    expect(reported).toEqual(['groups[0].items[40]']);
    expect((await tell(len(1, items(...known, item(500, 499), item(600, 601))))).reported).toEqual([]);
  });

  it('start again in each group, and continue after a group inside', async () => {
    const inner = len(2, items(item(1), item(101), item(100)));
    const group = [...items(item(1), item(3), item(2)), ...inner, ...items(item(4), item(6), item(5))];
    const { ends, reported } = await tell([...len(1, group), ...len(1, group)]);
    expect(reported).toEqual([]);
    expect(ends.map((end) => end.slice(1))).toEqual([
      [true, 1, 101],
      [true, 1, 6],
      [true, 1, 101],
      [true, 1, 6],
      [true, undefined, undefined],
    ]);
    const again = [...group, ...items(item(3))];
    expect((await tell(len(1, again))).reported).toEqual(['groups[0].items[6]']);
  });

  it('belong to the root if no such element surrounds them', async () => {
    const outside = [item(8), item(9), item(10), item(10)].flatMap((payload) => len(2, payload));
    const { ends, reported } = await tell([...outside, ...len(1, items(item(2), item(1)))]);
    expect(reported).toEqual(['items[3]']);
    expect(ends).toEqual([
      ['groups[0]', true, 1, 2],
      ['', ...IN_DOUBT],
    ]);
  });

  it('of an unusual item are those that the scanner reads', async () => {
    // An overlong varint, invalid UTF-8, a cut: the kernel has already stored ids when it finds these faults.
    const long = [...uint(1, 50), 0x10, 0x81, 0x00];
    const text = [...uint(1, 60), ...len(3, [...uint(1, 61), ...len(2, [0xff])])];
    const cut = [...uint(1, 80), 0x10];
    const far = [...uint(1, 2 ** 31), 0x10, 0x81, 0x00];
    const good = items(item(1), item(2), item(3));
    for (const [odd, greatest] of [
      [long, 91],
      [text, 91],
      [cut, 91],
      [far, 2 ** 31],
    ] as const) {
      const { ends, reported } = await tell(len(1, [...good, ...items(odd, item(91), item(90))]));
      expect(reported).toEqual([]);
      expect(ends[0]).toEqual(['groups[0]', true, 1, greatest]);
    }
  });

  it('are undecided if an id replaces an earlier one', async () => {
    const { ends, reported } = await tell(len(1, items(item(1), [...uint(1, 70), ...uint(1, 71)], item(2))));
    expect(reported).toEqual(['groups[0].items[1]']);
    expect(ends[0]).toEqual(['groups[0]', ...IN_DOUBT]);
  });

  it('may be absent', async () => {
    const { ends, reported } = await tell(len(1, items(item(1), uint(2, 9), item(3), [], [], item(2))));
    expect(ends[0]).toEqual(['groups[0]', true, 1, 3]);
    expect(reported).toEqual([]);
  });

  it('may exceed the number of ids in a shape', async () => {
    const schema = schemaOf({
      Root: [field(1, 'items', { message: 1, repeated: true })],
      Item: Array.from({ length: layout.MAX_SHAPE_IDS + 2 }, (_, i) => field(i + 1, `id${i}`)),
    });
    const distinct = schema.messages[1]!.fields.map(({ name }) => ({
      field: `Item.${name}`,
      set: 'ids',
      within: 'Root',
    }));
    const all = (from: number) => schema.messages[1]!.fields.flatMap((_, i) => uint(i + 1, from + i));
    const bytes = [1, 11, 51, 31, 41, 21, 56].flatMap((from) => len(1, all(from)));
    await expectAgreement(schema, { distinct }, bytes, ['items[6]']);
  });

  it('may be in as many sets as the kernel can hold; the kernel refuses plans with more', async () => {
    expect(layout.MAX_DISTINCT).toBeLessThanOrEqual(1 << (15 - layout.PLACE_SET_SHIFT));
    const many = (count: number) => {
      const schema = schemaOf({
        Root: [field(1, 'items', { message: 1, repeated: true })],
        Item: Array.from({ length: count }, (_, i) => field(i + 1, `id${i}`)),
      });
      const distinct = schema.messages[1]!.fields.map(({ name }) => ({
        field: `Item.${name}`,
        set: name,
        within: 'Root',
      }));
      return [schema, { distinct }] as const;
    };
    const some = (number: number) => [1, 2, 3, 4, 4].flatMap((id) => len(1, uint(number, id)));
    const [schema, subscription] = many(layout.MAX_DISTINCT);
    await expectAgreement(
      schema,
      subscription,
      [...some(1), ...some(layout.MAX_DISTINCT)],
      ['items[4]', 'items[9]'],
    );
    expect(kernelTables(planOf(...many(layout.MAX_DISTINCT + 1)))).toBeUndefined();
  });

  it('are singular fields of 32 bits', () => {
    const distinct = (name: string) => [{ field: name, set: 'ids', within: 'Group' }];
    expect(() => planOf(SCHEMA, { distinct: distinct('Inner.wide') })).toThrow(/cannot be an id/);
    expect(() => planOf(SCHEMA, { distinct: distinct('Inner.text') })).toThrow(/cannot be an id/);
    expect(() => planOf(SCHEMA, { distinct: distinct('Group.items') })).toThrow(/cannot be an id/);
  });

  it('are stored in one table with the same layout in kernel and scanner', () => {
    const { SET_SLOT, SET_LEAST, SET_GREATEST, SET_STAMP, SET_DOUBT, SET_LOOSE } = layout;
    const places = [SET_SLOT, SET_LEAST, SET_GREATEST, SET_STAMP, SET_DOUBT, SET_LOOSE];
    expect(places.map((place) => place / 4)).toEqual([
      ids.SET_SLOT,
      ids.SET_LEAST,
      ids.SET_GREATEST,
      ids.SET_STAMP,
      ids.SET_DOUBT,
      ids.SET_LOOSE,
    ]);
    expect([layout.SET_LEAST_BEFORE / 4, layout.SET_GREATEST_BEFORE / 4]).toEqual([
      ids.SET_LEAST_BEFORE,
      ids.SET_GREATEST_BEFORE,
    ]);
    expect([layout.SLOT_STAMP / 4, layout.SLOT_BITS / 4]).toEqual([ids.SLOT_STAMP, ids.SLOT_BITS]);
    expect([layout.SLOT_BYTES, layout.TABLE_SLOTS, layout.MAX_WORDS]).toEqual([
      ids.SLOT_BYTES,
      ids.TABLE_SLOTS,
      ids.MAX_WORDS,
    ]);
    expect([layout.GROUP_BITS, layout.GROUP_SHIFT, layout.STAMP_FACTOR]).toEqual([
      ids.GROUP_BITS,
      ids.GROUP_SHIFT,
      ids.STAMP_FACTOR,
    ]);
    expect(layout.SET_BYTES).toBe(ids.SET_INTS * 4);
    expect(layout.DISTINCT_SETS + layout.MAX_DISTINCT * layout.SET_BYTES).toBeLessThanOrEqual(layout.COUNTS);
    expect(layout.ID_LOG + layout.MAX_ID_LOG * 8).toBeLessThanOrEqual(layout.SHORT_SHAPES);
  });

  it('are distinct if they ascend, even if the table is full', async () => {
    // Each id is in a separate word.
    const count = ids.MAX_WORDS + 50;
    const ascending = Array.from({ length: count }, (_, i) => item(64 * (i + 1)));
    const { ends, reported } = await tell(len(1, items(...ascending)), 0.99);
    expect(reported).toEqual([]);
    expect(ends[0]).toEqual(['groups[0]', true, 64, 64 * count]);
    const more = [...ascending, item(64 * count + 7), item(64 * count + 8), item(3)];
    expect((await tell(len(1, items(...more)))).reported).toEqual([`groups[0].items[${count + 2}]`]);
  });
});

/** Checks that these elements are reported, both with the kernel and without. */
async function expectAgreement(
  schema: typeof SCHEMA,
  subscription: Subscription,
  bytes: readonly number[],
  expected: readonly string[],
): Promise<void> {
  const plan = planOf(schema, subscription);
  for (const counted of [undefined, countedKernel(kernelTables(plan)!, 1, 0)]) {
    const reported: string[] = [];
    const handler: ScanHandler = { report: () => {}, leave: (scanner) => void reported.push(scanner.path()) };
    const scanner = new Scanner(plan, handler, counted?.kernel);
    scanner.start(0, 0, bytes.length, bytes.length);
    await drive(scanner, memorySource(Uint8Array.from(bytes)), bytes.length);
    expect(reported).toEqual(expected);
    if (counted !== undefined) expect(counted.passed).toBeGreaterThan(0);
  }
}
