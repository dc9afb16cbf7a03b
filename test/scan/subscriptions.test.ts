/** What a scan announces is what a naive model of its subscription says, by values that nobody had to read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kernelTables } from '../../src/kernel/tables.js';
import {
  type AskedIds,
  AT_ROOT,
  drive,
  type Plan,
  planOf,
  type ScanHandler,
  Scanner,
} from '../../src/scan/index.js';
import type { SchemaTables } from '../../src/schema/table.js';
import { memorySource } from '../../src/source/index.js';
import { type CountedKernel, countedKernel } from '../kernel/counted-passes.js';
import { Random } from '../kernel/random.js';
import { randomSchema, randomSubscription } from '../kernel/random-schema.js';
import { windowed } from '../kernel/windowed.js';
import { type Announcement, type AskedByPath, byName, isNarrow, NaiveScan } from './naive-announcements.js';
import { bytesOf, TreeMaker } from './random-tree.js';

const RUNS = Number(process.env.PROTOMDL_KERNEL_RUNS ?? 300);
const MESSAGES = 8;

interface Told {
  readonly announcements: readonly Announcement[];
  readonly told: readonly (readonly [path: string, id: number])[];
}

async function tellOf(
  plan: Plan,
  bytes: Uint8Array,
  asked: AskedIds,
  counted?: CountedKernel,
  windowSize?: number,
): Promise<Told> {
  const found: Announcement[] = [];
  const told: (readonly [string, number])[] = [];
  const handler: ScanHandler = {
    report: ({ code }) => expect.fail(code),
    leave: (scanner) => {
      const kept = plan.kept.get(scanner.frames.node[scanner.frames.depth] as number) ?? [];
      found.push({
        path: scanner.path(),
        index: scanner.indexOf(),
        around: scanner.holderIndex(1),
        kept: kept
          .filter((entry) => scanner.kept(entry))
          .map((entry) => [scanner.pathBelow(entry), scanner.value(entry)] as const)
          .sort(byName),
        ids: plan.distinct.map((_, set) => {
          const { untracked, ...ids } = scanner.distinct.idsOf(set);
          expect(untracked).toBe(0);
          return { ...ids, count: scanner.distinct.count(set) };
        }),
      });
    },
    value: (scanner, entry, value, again) => {
      expect(again).toBe(false);
      told.push([scanner.path(entry), value]);
    },
  };
  const scanner = new Scanner(plan, handler, counted?.kernel);
  scanner.distinct.ask(asked);
  scanner.start(0, 0, bytes.length, bytes.length);
  const source = windowSize === undefined ? memorySource(bytes) : windowed(bytes);
  await drive(scanner, source, bytes.length, windowSize === undefined ? {} : { windowSize });
  return { announcements: found, told };
}

/** Where the elements of a message begin, by their paths. */
async function offsets(schema: SchemaTables, bytes: Uint8Array): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const leave = (scanner: Scanner) => found.set(scanner.path(), scanner.span.offset);
  const plan = planOf(schema, { leave: schema.messages.map(({ typeName }) => typeName) });
  const scanner = new Scanner(plan, { report: () => {}, leave });
  scanner.start(0, 0, bytes.length, bytes.length);
  await drive(scanner, memorySource(bytes), bytes.length);
  return found;
}

describe('a subscription', () => {
  it('is heeded as a naive model of it is, with the kernel and without, through any window', async () => {
    let announced = 0;
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1 }), async (seed) => {
        const random = new Random(seed);
        const schema = randomSchema(random);
        if (!schema.messages.every(({ fields }) => isNarrow(fields))) return;
        const subscription = randomSubscription(random, schema);
        const plan = planOf(schema, subscription);
        const tables = kernelTables(plan);
        const counted = tables && countedKernel(tables, 1, 0);
        for (let i = 0; i < MESSAGES; i++) {
          const tree = new TreeMaker(random, schema, 400).tree(0);
          const bytes = bytesOf(tree);
          const first = new NaiveScan(subscription);
          first.scan(tree);
          // What repeats in a first scan, a second one tells.
          const places = await offsets(schema, bytes);
          for (const asked of [new Map() as AskedByPath, first.repeated]) {
            const naive = new NaiveScan(subscription, asked);
            naive.scan(tree);
            const expected = { announcements: naive.announcements, told: naive.told };
            const ids = new Map(
              [...asked].map(([path, sets]) => [
                path === '' ? AT_ROOT : places.get(path)!,
                new Map([...sets].map(([set, values]) => [set, [...values]])),
              ]),
            );
            expect(await tellOf(plan, bytes, ids)).toEqual(expected);
            expect(await tellOf(plan, bytes, ids, counted)).toEqual(expected);
            const windowSize = random.pick([64, 100, 1000]);
            expect(await tellOf(plan, bytes, ids, counted, windowSize)).toEqual(expected);
            announced += naive.announcements.length;
          }
        }
        passed += counted?.passed ?? 0;
      }),
      { numRuns: RUNS },
    );
    expect(announced).toBeGreaterThan(RUNS * 20);
    expect(passed).toBeGreaterThan(RUNS * 50);
  }, 600_000);
});
