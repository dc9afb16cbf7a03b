/** Ids that should differ: what the kernel takes on, and what it leaves as it was. */
import { describe, expect, it } from 'vitest';
import { MAX_DISTINCT, MAX_SHAPE_DISTINCT, MAX_TURNS, PLACE_SET_SHIFT } from '../../src/kernel/layout.js';
import { kernelTables } from '../../src/kernel/tables.js';
import { drive, planOf, type ScanHandler, Scanner } from '../../src/scan/index.js';
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
const each = (ids: readonly number[]) => len(1, items(...ids.map((id) => item(id))));

interface Told {
  /** Of each group and the root: how many ids it has, and which repeat. */
  readonly ends: readonly (readonly [path: string, count: number, repeated: readonly number[]])[];
  /** Where ids are that were asked for. */
  readonly values: readonly (readonly [path: string, id: number])[];
}

/** As scans with the kernel, without its shapes, and without the kernel tell it. */
async function tell(bytes: readonly number[], share = 0, asked?: readonly number[]): Promise<Told> {
  const scan = async (learnEvery?: number): Promise<Told> => {
    const ends: Told['ends'][number][] = [];
    const values: Told['values'][number][] = [];
    const handler: ScanHandler = {
      report: () => {},
      leave: (scanner) => {
        // An item with two ids is told of, too.
        if (scanner.message === 2) return;
        const { count, repeated } = scanner.distinct.idsOf(0);
        ends.push([scanner.path(), count, repeated]);
      },
      value: (scanner, entry, id) => values.push([scanner.path(entry), id]),
    };
    const counted = learnEvery === undefined ? undefined : countedKernel(TABLES, learnEvery, 0);
    const scanner = new Scanner(PLAN, handler, counted?.kernel);
    // Of the first group, which the bytes begin with.
    if (asked !== undefined) scanner.distinct.ask(new Map([[0, new Map([['ids', asked]])]]));
    scanner.start(0, 0, bytes.length, bytes.length);
    await drive(scanner, memorySource(Uint8Array.from(bytes)), bytes.length);
    if (counted !== undefined) expect(counted.passed).toBeGreaterThanOrEqual(share * bytes.length);
    return { ends, values };
  };
  const expected = await scan();
  for (const learnEvery of [0, 1]) expect(await scan(learnEvery)).toEqual(expected);
  return expected;
}

/** A permutation of 0 to `count` - 1. */
const shuffled = (count: number) => Array.from({ length: count }, (_, i) => (i * 7919) % count);

describe('ids', () => {
  it('are passed over, whatever their width', async () => {
    const ids = [0, 1, 127, 128, 16_383, 16_384, 2 ** 21, 2 ** 28 - 1, 2 ** 28, 2 ** 31, 2 ** 32 - 1];
    for (const order of [ids, ids.toReversed()]) {
      const { ends } = await tell(each(order), 0.7);
      expect(ends[0]).toEqual(['groups[0]', ids.length, []]);
    }
  });

  it('are passed over in any order, far apart or not, where none repeats', async () => {
    for (const factor of [1, 3, 64, 100_003]) {
      const ids = shuffled(5000).map((i) => i * factor);
      const { ends } = await tell(each(ids), 0.99);
      expect(ends[0]).toEqual(['groups[0]', 5000, []]);
    }
  });

  it('that repeat are noted, and nobody is told', async () => {
    for (const [ids, repeated] of [
      [[1, 2, 3, 3, 4, 5], [3]],
      [
        [300, 301, 302, 7, 301, 300, 301],
        [301, 300],
      ],
      [[0, 0], [0]],
      [
        [...shuffled(2000), 64, ...shuffled(100)].filter((id) => id < 500),
        [64, ...shuffled(100).filter((id) => id !== 64)],
      ],
    ] as const) {
      const { ends, values } = await tell(each(ids));
      expect(ends[0]).toEqual(['groups[0]', new Set(ids).size, repeated]);
      expect(values).toEqual([]);
    }
  });

  it('that are asked for are told, each time that they occur, and others are not', async () => {
    const ids = shuffled(1000);
    const bytes = [...each([...ids, 5, 700]), ...each([5, 5])];
    const { ends, values } = await tell(bytes, 0.9, [5, 700]);
    expect(values).toEqual(
      [
        [`groups[0].items[${ids.indexOf(5)}].id`, 5],
        [`groups[0].items[${ids.indexOf(700)}].id`, 700],
        ['groups[0].items[1000].id', 5],
        ['groups[0].items[1001].id', 700],
      ].sort(
        (a, b) =>
          Number(/(\d+)\].id/.exec(a[0] as string)![1]) - Number(/(\d+)\].id/.exec(b[0] as string)![1]),
      ),
    );
    expect(ends[1]).toEqual(['groups[1]', 1, [5]]);
  });

  it('repeat within an item, too', async () => {
    const known = Array.from({ length: 40 }, (_, i) => item(10 * i, 10 * i + 5));
    const { ends } = await tell(len(1, items(...known, item(500, 500), item(600, 15))));
    expect(ends[0]).toEqual(['groups[0]', 82, [500, 15]]);
  });

  it('begin anew in each group, and go on behind one inside', async () => {
    const inner = len(2, items(item(1), item(2), item(3)));
    const group = [...items(item(1), item(2), item(3)), ...inner, ...items(item(4), item(5), item(3))];
    const { ends } = await tell([...len(1, group), ...len(1, group)]);
    expect(ends.map((end) => end.slice(1))).toEqual([
      [3, []],
      [5, [3]],
      [3, []],
      [5, [3]],
      [0, []],
    ]);
  });

  it('belong to the root where no such element is around them', async () => {
    const outside = [item(8), item(9), item(10), item(10)].flatMap((payload) => len(2, payload));
    const { ends } = await tell([...outside, ...each([8, 9])]);
    expect(ends).toEqual([
      ['groups[0]', 2, []],
      ['', 3, [10]],
    ]);
  });

  it('are not noted twice in an item that turns out to be odd', async () => {
    // A varint that is too long, a wrong UTF-8, a second id, a cut: what comes before counts once.
    const long = [...uint(1, 50), 0x10, 0x81, 0x00];
    const text = [...uint(1, 60), ...len(3, [...uint(1, 61), ...len(2, [0xff])])];
    const twice = [...uint(1, 70), ...uint(1, 71)];
    const cut = [...uint(1, 80), 0x10];
    const overlong = [0x08, 0x85, 0x00];
    const good = items(item(1), item(2), item(3));
    for (const [odd, count] of [
      [long, 1],
      [text, 2],
      [twice, 2],
      [cut, 1],
      [overlong, 1],
    ] as const) {
      const { ends } = await tell(len(1, [...good, ...items(odd, item(90), item(91))]));
      expect(ends[0]).toEqual(['groups[0]', 5 + count, []]);
    }
  });

  it('leave no trace in the tables where an item with many of them is odd', async () => {
    const schema = schemaOf({
      Root: [field(1, 'lists', { message: 1, repeated: true })],
      List: [field(1, 'items', { message: 2, repeated: true }), field(2, 'text', { type: TYPE_STRING })],
      Item: [field(1, 'id')],
    });
    const plan = planOf(schema, {
      leave: ['Root'],
      distinct: [{ field: 'Item.id', set: 'ids', within: 'Root' }],
    });
    const list = (ids: readonly number[], text: readonly number[] = []) =>
      len(1, [...ids.flatMap((id) => len(1, uint(1, id))), ...len(2, text)]);
    // More words of ids than a record may turn to, and one that ends in no UTF-8 behind many of them.
    const ids = shuffled(64 * (MAX_TURNS + 100)).filter((_, i) => i % 7 === 0);
    const lists = [
      list(ids.slice(0, 3000)),
      list(ids.slice(3000, 3200), [0xff]),
      list(ids.slice(3200, 4000)),
      list(ids.slice(0, 2)),
    ];
    const bytes = Uint8Array.from(lists.flat());
    const repeated: (readonly number[])[] = [];
    const counts: number[] = [];
    for (const counted of [
      undefined,
      countedKernel(kernelTables(plan)!, 1, 0),
      countedKernel(kernelTables(plan)!, 0),
    ]) {
      const leave = (scanner: Scanner) => {
        counts.push(scanner.distinct.count(0));
        repeated.push(scanner.distinct.idsOf(0).repeated);
      };
      const scanner = new Scanner(plan, { report: () => {}, leave }, counted?.kernel);
      scanner.start(0, 0, bytes.length, bytes.length);
      await drive(scanner, memorySource(bytes), bytes.length);
      if (counted !== undefined) expect(counted.passed).toBeGreaterThan(1000);
    }
    expect(counts).toEqual([4000, 4000, 4000]);
    for (const some of repeated) expect(some).toEqual(ids.slice(0, 2));
  });

  it('may be absent', async () => {
    const { ends } = await tell(len(1, items(item(1), uint(2, 9), item(2), [], [], item(3))));
    expect(ends[0]).toEqual(['groups[0]', 3, []]);
  });

  it('may be more in a payload than a shape has places for', async () => {
    const schema = schemaOf({
      Root: [field(1, 'items', { message: 1, repeated: true })],
      Item: Array.from({ length: MAX_SHAPE_DISTINCT + 2 }, (_, i) => field(i + 1, `id${i}`)),
    });
    const all = (from: number) => schema.messages[1]!.fields.flatMap((_, i) => uint(i + 1, from + i));
    const bytes = [1, 11, 21, 31, 41, 51, 56].flatMap((from) => len(1, all(from)));
    await expectRepeated(schema, ['ids'], bytes, [[56]]);
  });

  it('may be of more sets than the kernel has room for', async () => {
    expect(MAX_DISTINCT).toBeLessThanOrEqual(1 << (15 - PLACE_SET_SHIFT));
    const schema = schemaOf({
      Root: [field(1, 'items', { message: 1, repeated: true })],
      Item: Array.from({ length: MAX_DISTINCT }, (_, i) => field(i + 1, `id${i}`)),
    });
    const names = schema.messages[1]!.fields.map(({ name }) => name);
    const bytes = names.flatMap((_, i) => [1, 2, 3, 4, 4, i].flatMap((id) => len(1, uint(i + 1, id))));
    await expectRepeated(schema, names, bytes, [[4], [4, 1], [4, 2], [4, 3]]);
    const more = planOf(SCHEMA, {
      distinct: Array.from({ length: MAX_DISTINCT + 1 }, (_, i) => ({
        field: i === 0 ? 'Item.id' : 'Item.low',
        set: `set ${i}`,
        within: 'Root',
      })),
    });
    expect(kernelTables(more)).toBeUndefined();
  });

  it('are singular fields of 32 bits', () => {
    const distinct = (name: string) => [{ field: name, set: 'ids', within: 'Group' }];
    expect(() => planOf(SCHEMA, { distinct: distinct('Inner.wide') })).toThrow(/cannot be an id/);
    expect(() => planOf(SCHEMA, { distinct: distinct('Inner.text') })).toThrow(/cannot be an id/);
    expect(() => planOf(SCHEMA, { distinct: distinct('Group.items') })).toThrow(/cannot be an id/);
  });
});

/** With the kernel and without, these ids repeat in the sets of these names. */
async function expectRepeated(
  schema: typeof SCHEMA,
  names: readonly string[],
  bytes: readonly number[],
  expected: readonly (readonly number[])[],
): Promise<void> {
  const fields = schema.messages[1]!.fields;
  const plan = planOf(schema, {
    leave: ['Root'],
    distinct: fields.map(({ name }, i) => ({
      field: `Item.${name}`,
      set: names[i] ?? names[0]!,
      within: 'Root',
    })),
  });
  for (const counted of [undefined, countedKernel(kernelTables(plan)!, 1, 0)]) {
    const repeated: (readonly number[])[] = [];
    const leave = (scanner: Scanner) => {
      for (const [set] of plan.distinct.entries()) repeated.push(scanner.distinct.idsOf(set).repeated);
    };
    const scanner = new Scanner(plan, { report: () => {}, leave }, counted?.kernel);
    scanner.start(0, 0, bytes.length, bytes.length);
    await drive(scanner, memorySource(Uint8Array.from(bytes)), bytes.length);
    expect(repeated).toEqual(expected);
    if (counted !== undefined) expect(counted.passed).toBeGreaterThan(0);
  }
}
