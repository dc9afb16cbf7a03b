import type { Does } from '../contenders/catalogue.js';
import type { SingleFileResult } from '../experiments/single-files.js';
import type { Summary } from '../measure/statistics.js';
import type { Machine } from './machine.js';

/** Results of a run of the bench: results/latest.json. */
export interface Results {
  readonly schemaVersion: 1;
  /** Day of the run, ISO 8601. */
  readonly date: string;
  readonly machine: Machine;
  /** Scale of the workloads: 1 for the sizes in reports. */
  readonly scale: number;
  readonly seconds: number;
  readonly matches: readonly MatchResult[];
  readonly rows: readonly Row[];
  readonly scaling: Scaling | undefined;
  /**
   * Undefined if there were no files. Results of single files may be from a later run than the other results,
   * and have their own date.
   */
  readonly singleFiles?: {
    readonly date: string;
    readonly seconds: number;
    readonly origin: 'real' | 'likeness';
    readonly files: readonly SingleFileResult[];
  };
  /** Measurements that were not possible here, and the reasons. */
  readonly skipped: readonly { readonly what: string; readonly why: string }[];
}

/** Contenders that took turns. */
export interface MatchResult {
  readonly name: string;
  readonly title: string;
  /** Rules, framing and checksums: the same for all entries. */
  readonly conditions: string;
  readonly entries: readonly EntryResult[];
}

export interface EntryResult {
  readonly id: string;
  readonly title: string;
  readonly does: Does;
  readonly place: string;
  readonly language: string;
  readonly workload: string;
  readonly bytes: number;
  readonly messages: number;
  /** Milliseconds. */
  readonly summary: Summary;
  readonly nanosecondsPerMessage: number;
  readonly megabytesPerSecond: number;
  /** Peak memory of the contender's process, in bytes; for decoders of whole files it includes the file. */
  readonly memory: number;
}

export type Unit = 'times' | 'µs' | 'ms' | 'MB' | '%';

/** A measured value with a goal. */
export interface Row {
  readonly id: string;
  readonly work: string;
  readonly against: string;
  /** Work of each side, and its conditions. */
  readonly compared: string;
  readonly unit: Unit;
  /** Direction of improvement. */
  readonly better: 'more' | 'less';
  readonly value: number;
  /** Interval of a ratio, with 95 % confidence. */
  readonly interval?: readonly [number, number];
  readonly goal: { readonly least: number; readonly aim: number };
}

export type Verdict = 'aim' | 'least' | 'short';

export function verdictOf({ better, value, goal }: Row): Verdict {
  const reaches = (limit: number) => (better === 'more' ? value >= limit : value <= limit);
  if (reaches(goal.aim)) return 'aim';
  return reaches(goal.least) ? 'least' : 'short';
}

/** A line of a chart: x in its own unit, times in milliseconds, memory in bytes. */
export interface Curve {
  readonly name: string;
  readonly points: readonly {
    readonly x: number;
    readonly milliseconds: number;
    readonly memory?: number;
  }[];
}

export interface Scaling {
  /** x: bytes of the file. */
  readonly size: readonly Curve[];
  /** x: contexts of a file of about 20 MB. */
  readonly contexts: readonly Curve[];
  /** x: workers. */
  readonly workers: readonly Curve[];
}
