import { takeApart } from '../../base/container/take-apart.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { type MessageTable, type SchemaTables, TYPE_MESSAGE } from '../../base/schema/table.js';
import { memorySource } from '../../base/source/memory.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { fieldNumberOf, tagWireType, WIRE_LEN } from '../../base/wire/tag.js';
import { validate } from '../../check/validate/validate.js';
import { borrowKernel, returnKernel } from '../../read/kernel/kernel.js';
import { openModel } from '../../read/model/open.js';
import { drive } from '../../read/scan/drive.js';
import type { Plan } from '../../read/scan/plan.js';
import { Scanner } from '../../read/scan/scanner.js';
import { planOf } from '../../read/scan/unroll.js';

export type Work = 'scan' | 'validate' | 'walk';

/** Description of each kind of work for reports. */
export const WORKS: Readonly<Record<Work, string>> = {
  scan: 'structure and wire level: every record framed, no rule, nothing decoded',
  validate: 'the same, and every rule; checksum left alone',
  walk: 'lazy views: the trigger id of every operation and the id of every action',
};

export interface Measurement {
  readonly work: Work;
  readonly milliseconds: Runs;
  /** Megabytes (10^6 bytes) of the message per second. */
  readonly megabytesPerSecond: number;
  readonly nanosecondsPerMessage: number;
}

export interface FileMeasurements {
  readonly bytes: number;
  readonly messages: number;
  /** Rows in the order of `WORKS`; kinds of work that fail on this file are left out. */
  readonly measurements: readonly Measurement[];
  readonly failed: readonly { readonly work: Work; readonly message: string }[];
}

interface MeasureOptions {
  /** Number of counted runs for each kind of work, after the warm-up; at least 1. */
  readonly runs: number;
  readonly onRun?: () => Promise<void> | void;
}

/** Minimum number of warm-up rounds, and of milliseconds that they take. Warm-up rounds are not counted. */
const LEAST_WARM_UP = 3;
const SHORTEST_WARM_UP = 300;
/**
 * Warm-up ends when the later half of the rounds is not faster than the earlier half by this share, or at the
 * time limit in milliseconds.
 */
const GAIN = 0.05;
const LONGEST_WARM_UP = 2000;

/**
 * Measures the work of this library on a file in memory, in rounds: each kind of work runs once in a round,
 * so that a drift in the machine's speed affects all kinds equally.
 */
export async function measureFile(bytes: Uint8Array, options: MeasureOptions): Promise<FileMeasurements> {
  const taken = takeApart(bytes);
  const message = taken.framing === 'unknown' ? bytes : taken.message;
  const messages = countMessages(MDL, message, 0, message.length);
  const works: Record<Work, () => Promise<unknown>> = {
    scan: () => scan(message),
    validate: () => validate(memorySource(message), { framing: 'bare', checksum: false }),
    walk: () => walk(message),
  };
  const times = new Map<Work, number[]>();
  const failed: { work: Work; message: string }[] = [];
  const warmUp = new WarmUp();
  for (let counted = 0; counted < options.runs; ) {
    const isCounted = warmUp.isOver;
    const begun = performance.now();
    for (const [work, run] of Object.entries(works) as [Work, () => Promise<unknown>][]) {
      if (failed.some((other) => other.work === work)) continue;
      const started = performance.now();
      try {
        await run();
      } catch (error) {
        failed.push({ work, message: error instanceof Error ? error.message : String(error) });
        times.delete(work);
        continue;
      }
      const milliseconds = performance.now() - started;
      if (isCounted) times.set(work, [...(times.get(work) ?? []), milliseconds]);
    }
    if (!isCounted) warmUp.add(performance.now() - begun);
    else {
      counted++;
      await options.onRun?.();
    }
  }
  const measurements = [...times].map(([work, all]): Measurement => {
    const milliseconds = runsOf(all);
    const { median } = milliseconds;
    return {
      work,
      milliseconds,
      megabytesPerSecond: message.length / 1e3 / median,
      nanosecondsPerMessage: (median * 1e6) / messages,
    };
  });
  return { bytes: bytes.length, messages, measurements, failed };
}

/** Runs rounds until the JIT compilers have finished their work. */
class WarmUp {
  readonly #rounds: number[] = [];
  #total = 0;

  add(milliseconds: number): void {
    this.#rounds.push(milliseconds);
    this.#total += milliseconds;
  }

  /** True if the later half of the rounds was not faster than the earlier half, or the time is over. */
  get isOver(): boolean {
    if (this.#rounds.length < LEAST_WARM_UP || this.#total < SHORTEST_WARM_UP) return false;
    if (this.#total > LONGEST_WARM_UP) return true;
    const middle = this.#rounds.length >> 1;
    const least = (from: number, to?: number) =>
      this.#rounds.slice(from, to).reduce((a, b) => Math.min(a, b));
    return least(middle) > least(0, middle) * (1 - GAIN);
  }
}

async function scan(message: Uint8Array): Promise<void> {
  structure ??= planOf(MDL);
  const plan = structure;
  const kernel = borrowKernel(plan);
  const scanner = new Scanner(plan, { report: () => {}, leave: () => {} }, kernel);
  scanner.start(0, 0, message.length, message.length);
  await drive(scanner, memorySource(message), message.length);
  returnKernel(plan, kernel);
}

let structure: Plan | undefined;

async function walk(message: Uint8Array): Promise<number> {
  const { root } = await openModel(memorySource(message), { framing: 'bare' });
  let sum = 0;
  for (const group of root.networkGroups) {
    for (const context of group.contexts) {
      context.operations.forEach((operation) => {
        sum += operation.trigger?.uniqueId ?? 0;
        operation.actions.forEach((action) => {
          sum += action.uniqueId;
        });
      });
    }
  }
  return sum;
}

/**
 * Counts a message and all messages inside it: the objects that a decoder creates. Broken parts are counted
 * up to the breakage.
 */
export function countMessages(tables: SchemaTables, bytes: Uint8Array, start: number, end: number): number {
  const children = tables.messages.map(childrenOf);
  const count = (type: number, from: number, to: number, depth: number): number => {
    const records = new RecordCursor(bytes, from, to, depth);
    let messages = 1;
    while (records.next()) {
      const { tag } = records;
      const child = tagWireType(tag) === WIRE_LEN ? children[type]?.get(fieldNumberOf(tag)) : undefined;
      if (child === undefined) continue;
      if (depth >= MAX_DEPTH) break;
      messages += count(child, records.value, records.valueEnd, depth + 1);
    }
    return messages;
  };
  return count(0, start, end, 0);
}

function childrenOf({ fields }: MessageTable): ReadonlyMap<number, number> {
  return new Map(
    fields.filter(({ type }) => type === TYPE_MESSAGE).map(({ number, message }) => [number, message]),
  );
}

/** Summary of the times of several runs in milliseconds. */
interface Runs {
  readonly median: number;
  /** Half of the runs took a time between these two times. */
  readonly quartiles: readonly [number, number];
  readonly best: number;
  readonly count: number;
}

/**
 * Returns the value below which a share of the values is, interpolated between neighbours; NaN without
 * values.
 */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] as number;
  const above = sorted[Math.ceil(position)] as number;
  return below + (above - below) * (position - Math.floor(position));
}

function runsOf(milliseconds: readonly number[]): Runs {
  return {
    median: quantile(milliseconds, 0.5),
    quartiles: [quantile(milliseconds, 0.25), quantile(milliseconds, 0.75)],
    best: quantile(milliseconds, 0),
    count: milliseconds.length,
  };
}
