/**
 * The announcements of a scan equal those that a naive model of the subscription computes from the original
 * values.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { kernelTables } from '../../src/read/kernel/tables.js';
import { drive } from '../../src/read/scan/drive.js';
import type { ScanHandler } from '../../src/read/scan/handler.js';
import type { Plan } from '../../src/read/scan/plan.js';
import { Scanner } from '../../src/read/scan/scanner.js';
import { planOf } from '../../src/read/scan/unroll.js';
import { type CountedKernel, countedKernel } from '../kernel/counted-passes.js';
import { Random } from '../kernel/random.js';
import { randomSchema, randomSubscription } from '../kernel/random-schema.js';
import { windowed } from '../source/windowed.js';
import { type Announcement, ASKED, byName, isNarrow, NaiveScan, type Range } from './naive-announcements.js';
import { bytesOf, TreeMaker } from './random-tree.js';

const RUNS = Number(process.env.PROTOMDL_KERNEL_RUNS ?? 300);
const MESSAGES = 8;

type Announced = (bytes: Uint8Array, windowSize?: number) => Promise<readonly Announcement[]>;

/** Returns the announcements of one scanner for several messages, one after the other. */
function announcerOf(plan: Plan, sumLimit: number, counted?: CountedKernel): Announced {
  let found: Announcement[] = [];
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
        distinct: plan.distinct.map(
          (_, set): Range => [
            scanner.distinct.areDistinct(set),
            scanner.distinct.least(set),
            scanner.distinct.greatest(set),
            scanner.distinct.isComplete(set) ? ASKED.filter((id) => scanner.distinct.has(set, id)) : [],
          ],
        ),
        ...presence(scanner),
        gathered: isGathering(scanner) ? plan.sets.map((set) => scanner.gathered(set)) : [],
      });
    },
  };
  const scanner = new Scanner(plan, handler, counted?.kernel);
  scanner.frames.sumLimit = sumLimit;
  return async (bytes, windowSize) => {
    found = [];
    scanner.start(0, 0, bytes.length, bytes.length);
    const source = windowSize === undefined ? memorySource(bytes) : windowed(bytes);
    await drive(scanner, source, bytes.length, windowSize === undefined ? {} : { windowSize });
    return found;
  };
}

/** Returns the fields that are set in the innermost open element, and their counts. */
function presence(scanner: Scanner): Pick<Announcement, 'set' | 'counts'> {
  const { plan, frames } = scanner;
  const set = new Set<string>();
  const counts = new Map<string, number>();
  plan.entryField.forEach((field, entry) => {
    if (field === undefined || elementOf(plan, entry) !== frames.node[frames.depth]) return;
    const holder = plan.nodeParent[plan.entryNode[entry]!]!;
    if (!field.repeated && scanner.has(entry)) set.add(scanner.pathBelow(entry));
    // If a message is absent, its fields have no count.
    if (!field.repeated || (holder !== 0 && !scanner.has(holder))) return;
    if (scanner.count(entry) > 0) counts.set(scanner.pathBelow(entry), scanner.count(entry));
  });
  return { set: [...set].sort(), counts: [...counts].sort(byName) };
}

function elementOf(plan: Plan, entry: number): number {
  const node = plan.entryNode[entry]!;
  return plan.nodeElement[node] !== 0 ? node : elementOf(plan, plan.nodeParent[node]!);
}

function isGathering({ plan, frames }: Scanner): boolean {
  return plan.nodeSets[frames.node[frames.depth]!]! >= 0;
}

describe('a subscription', () => {
  it('has the announcements of a naive model, with the kernel and without, through any window', async () => {
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
        const sumLimit = random.pick([-1, 0, 100, 20_000, Number.POSITIVE_INFINITY]);
        const announcements = announcerOf(plan, sumLimit);
        const withKernel = announcerOf(plan, sumLimit, counted);
        for (let i = 0; i < MESSAGES; i++) {
          const tree = new TreeMaker(random, schema, 400).tree(0);
          const bytes = bytesOf(tree);
          const expected = new NaiveScan(subscription, sumLimit).scan(tree);
          expect(await announcements(bytes)).toEqual(expected);
          expect(await withKernel(bytes)).toEqual(expected);
          const windowSize = random.pick([64, 100, 1000]);
          expect(await withKernel(bytes, windowSize)).toEqual(expected);
          announced += expected.length;
        }
        passed += counted?.passed ?? 0;
      }),
      { numRuns: RUNS },
    );
    expect(announced).toBeGreaterThan(RUNS * 20);
    expect(passed).toBeGreaterThan(RUNS * 50);
  }, 600_000);
});
