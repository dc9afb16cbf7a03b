import type { Contenders } from '../contenders/catalogue.js';
import type { EntryResult, MatchResult } from '../report/results.js';
import { workloads } from '../workloads/catalogue.js';
import { storedWorkload, type WorkloadFile } from '../workloads/store.js';

/** State shared by the experiments of a run. */
export class Session {
  readonly skipped: { what: string; why: string }[] = [];
  readonly #files = new Map<string, WorkloadFile>();

  constructor(
    readonly contenders: Contenders,
    readonly scale: number,
    /** Factor for the time of experiments; below 1 for a quick run. */
    readonly patience: number,
  ) {}

  /** Shows progress to the user. */
  say(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  skip(what: string, why: string): void {
    if (this.skipped.some((other) => other.what === what)) return;
    this.skipped.push({ what, why });
    this.say(`  skipped: ${what} (${why})`);
  }

  /** Returns the file of a workload, which is made at the first request. */
  workload(name: string): WorkloadFile {
    let file = this.#files.get(name);
    if (file === undefined) {
      const workload = workloads(this.scale).find((candidate) => candidate.name === name);
      if (workload === undefined) throw new Error(`there is no workload ${name}`);
      file = storedWorkload(workload, this.scale);
      this.#files.set(name, file);
    }
    return file;
  }
}

/** Result of a match; `times` returns undefined for a skipped contender. */
export interface PlayedMatch {
  readonly result: MatchResult;
  times(id: string, workload?: string): readonly number[] | undefined;
}

/** Returns the fastest contender of `ids` that took part. */
export function fastest(match: PlayedMatch, ids: readonly string[]): EntryResult | undefined {
  const entries = match.result.entries.filter(({ id }) => ids.includes(id));
  return entries.sort((a, b) => a.summary.median - b.summary.median)[0];
}
