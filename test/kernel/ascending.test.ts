/** Values that are to ascend: what the kernel takes on, and what it leaves as it was. */
import { describe, expect, it } from 'vitest';
import { ASCENT_SET_SHIFT, MAX_ASCENTS, MAX_SHAPE_ASCENTS } from '../../src/kernel/layout.js';
import { kernelTables } from '../../src/kernel/tables.js';
import { drive, planOf, type ScanHandler, Scanner, type Subscription } from '../../src/scan/index.js';
import { TYPE_STRING, TYPE_UINT64 } from '../../src/schema/table.js';
import { memorySource } from '../../src/source/index.js';
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
  ascending: [
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
  /** Of each group and the root: whether its values ascend, the first and the last one. */
  readonly ends: readonly (readonly [string, boolean, number | undefined, number | undefined])[];
  /** Values of items that somebody should look at. */
  readonly fell: readonly number[];
}

/** As scans with the kernel, without its shapes, and without the kernel tell it. */
async function tell(bytes: readonly number[], share = 0): Promise<Told> {
  const scan = async (learnEvery?: number): Promise<Told> => {
    const ends: Told['ends'][number][] = [];
    const fell: number[] = [];
    const handler: ScanHandler = {
      report: () => {},
      leave: (scanner) => {
        if (scanner.message !== 2) {
          const range = [scanner.firstAscending('ids'), scanner.lastAscending('ids')] as const;
          ends.push([scanner.path(), scanner.isAscending('ids'), ...range]);
          return;
        }
        for (const entry of PLAN.kept.get(PLAN.elementNode[2]!)!) {
          if (scanner.kept(entry)) fell.push(scanner.value(entry));
        }
      },
    };
    const counted = learnEvery === undefined ? undefined : countedKernel(TABLES, learnEvery, 0);
    const scanner = new Scanner(PLAN, handler, counted?.kernel);
    scanner.start(0, 0, bytes.length, bytes.length);
    await drive(scanner, memorySource(Uint8Array.from(bytes)), bytes.length);
    if (counted !== undefined) expect(counted.passed).toBeGreaterThanOrEqual(share * bytes.length);
    return { ends, fell };
  };
  const expected = await scan();
  for (const learnEvery of [0, 1]) expect(await scan(learnEvery)).toEqual(expected);
  return expected;
}

describe('ascending values', () => {
  it('are passed over, whatever their width', async () => {
    const ids = [0, 1, 127, 128, 16_383, 16_384, 2 ** 21, 2 ** 28 - 1, 2 ** 28, 2 ** 31, 2 ** 32 - 1];
    const told = await tell(len(1, items(...ids.map((id) => item(id)))), 0.7);
    expect(told).toEqual({
      ends: [
        ['groups[0]', true, 0, 2 ** 32 - 1],
        ['', true, undefined, undefined],
      ],
      fell: [],
    });
  });

  it('are passed over in great number, in order within an item too', async () => {
    const all = Array.from({ length: 5000 }, (_, i) => (i % 3 === 0 ? item(2 * i, 2 * i + 1) : item(2 * i)));
    const { ends, fell } = await tell(len(1, items(...all)), 0.99);
    expect(ends[0]).toEqual(['groups[0]', true, 0, 9998]);
    expect(fell).toEqual([]);
  });

  it('are told from the first one on that is not greater, equal ones too', async () => {
    for (const [ids, expected] of [
      [
        [1, 2, 3, 3, 4, 5],
        [3, 4, 5],
      ],
      [
        [300, 301, 302, 7, 303],
        [7, 303],
      ],
      [[5, 5], [5]],
      [[0, 0], [0]],
    ] as const) {
      const { ends, fell } = await tell(len(1, items(...ids.map((id) => item(id)))));
      expect(fell).toEqual(expected);
      const before = ids[ids.length - expected.length - 1];
      expect(ends[0]).toEqual(['groups[0]', false, ids[0], before]);
    }
  });

  it('ascend within an item: the one in it counts as it lies', async () => {
    const known = Array.from({ length: 40 }, (_, i) => item(10 * i, 10 * i + 5));
    const { fell } = await tell(len(1, items(...known, item(500, 499), item(600, 601))));
    expect(fell).toEqual([499, 600, 601]);
  });

  it('begin anew in each group, and go on behind one inside', async () => {
    const inner = len(2, items(item(100), item(101), item(102)));
    const group = [...items(item(1), item(2), item(3)), ...inner, ...items(item(4), item(5), item(6))];
    const { ends, fell } = await tell([...len(1, group), ...len(1, group)]);
    expect(fell).toEqual([]);
    expect(ends.map((end) => end.slice(1))).toEqual([
      [true, 100, 102],
      [true, 1, 6],
      [true, 100, 102],
      [true, 1, 6],
      [true, undefined, undefined],
    ]);
  });

  it('belong to the root where no such element is around them', async () => {
    const outside = [item(8), item(9), item(10), item(10)].flatMap((payload) => len(2, payload));
    const { ends, fell } = await tell([...outside, ...len(1, items(item(1), item(2)))]);
    expect(fell).toEqual([10]);
    expect(ends).toEqual([
      ['groups[0]', true, 1, 2],
      ['', false, 8, 10],
    ]);
  });

  it('are not moved on by an item that turns out to be odd, but as the scanner reads it', async () => {
    // A varint that is too long, a wrong UTF-8, a second id: the values before and behind count once.
    const long = [...uint(1, 50), 0x10, 0x81, 0x00];
    const text = [...uint(1, 60), ...len(3, [...uint(1, 61), ...len(2, [0xff])])];
    const twice = [...uint(1, 70), ...uint(1, 71)];
    const cut = [...uint(1, 80), 0x10];
    const good = items(item(1), item(2), item(3));
    for (const odd of [long, text, twice, cut]) {
      const { ends } = await tell(len(1, [...good, ...items(odd, item(90), item(91))]));
      expect(ends[0]).toEqual(['groups[0]', true, 1, 91]);
    }
  });

  it('may be absent', async () => {
    const { ends, fell } = await tell(len(1, items(item(1), uint(2, 9), item(2), [], [], item(3))));
    expect(ends[0]).toEqual(['groups[0]', true, 1, 3]);
    expect(fell).toEqual([]);
  });

  it('may be more in a payload than a shape has places for', async () => {
    const schema = schemaOf({
      Root: [field(1, 'items', { message: 1, repeated: true })],
      Item: Array.from({ length: MAX_SHAPE_ASCENTS + 2 }, (_, i) => field(i + 1, `id${i}`)),
    });
    const ascending = schema.messages[1]!.fields.map(({ name }) => ({
      field: `Item.${name}`,
      set: 'ids',
      within: 'Root',
    }));
    const all = (from: number) => schema.messages[1]!.fields.flatMap((_, i) => uint(i + 1, from + i));
    const bytes = [1, 11, 21, 31, 41, 51, 56].flatMap((from) => len(1, all(from)));
    await expectAgreement(schema, { ascending }, bytes, [56, 57, 58, 59, 60, 61]);
  });

  it('may be of more sets than the kernel has room for', async () => {
    expect(MAX_ASCENTS).toBeLessThanOrEqual(1 << (15 - ASCENT_SET_SHIFT));
    const schema = schemaOf({
      Root: [field(1, 'items', { message: 1, repeated: true })],
      Item: Array.from({ length: MAX_ASCENTS + 3 }, (_, i) => field(i + 1, `id${i}`)),
    });
    const ascending = schema.messages[1]!.fields.map(({ name }) => ({
      field: `Item.${name}`,
      set: name,
      within: 'Root',
    }));
    const some = (number: number) => [1, 2, 3, 4, 4].flatMap((id) => len(1, uint(number, id)));
    await expectAgreement(
      schema,
      { ascending },
      [...some(1), ...some(MAX_ASCENTS), ...some(MAX_ASCENTS + 3)],
      [4, 4, 4],
    );
  });

  it('are singular fields of 32 bits', () => {
    const ascending = (name: string) => [{ field: name, set: 'ids', within: 'Group' }];
    expect(() => planOf(SCHEMA, { ascending: ascending('Inner.wide') })).toThrow(/cannot ascend/);
    expect(() => planOf(SCHEMA, { ascending: ascending('Inner.text') })).toThrow(/cannot ascend/);
    expect(() => planOf(SCHEMA, { ascending: ascending('Group.items') })).toThrow(/cannot ascend/);
  });
});

/** With the kernel and without, these values are told. */
async function expectAgreement(
  schema: typeof SCHEMA,
  subscription: Subscription,
  bytes: readonly number[],
  expected: readonly number[],
): Promise<void> {
  const plan = planOf(schema, subscription);
  for (const counted of [undefined, countedKernel(kernelTables(plan)!, 1, 0)]) {
    const fell: number[] = [];
    const handler: ScanHandler = {
      report: () => {},
      leave: (scanner) => {
        for (const entry of plan.kept.get(plan.elementNode[1]!)!) {
          if (scanner.kept(entry)) fell.push(scanner.value(entry));
        }
      },
    };
    const scanner = new Scanner(plan, handler, counted?.kernel);
    scanner.start(0, 0, bytes.length, bytes.length);
    await drive(scanner, memorySource(Uint8Array.from(bytes)), bytes.length);
    expect(fell).toEqual(expected);
    if (counted !== undefined) expect(counted.passed).toBeGreaterThan(0);
  }
}
