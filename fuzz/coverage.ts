import { Session } from 'node:inspector';

/**
 * Coverage of this thread's scripts, by V8's precise block coverage. Reading the coverage takes at least 2
 * ms, because V8 visits all functions, so the coverage is read once for a batch of runs.
 *
 * Create the instance before the scripts are loaded: code that was compiled earlier has a counter for each
 * function, but none for its blocks.
 */
export class Coverage {
  readonly #session = new Session();
  #wanted = /^/;
  /** For each script, by id: 1 for each character of its source that has run. */
  readonly #seen = new Map<string, Uint8Array>();
  /** Known coverage of functions: a function with known coverage has no new code. */
  readonly #known = new Set<string>();
  /** Number of characters of source that have run. */
  reached = 0;

  constructor() {
    this.#session.connect();
    this.#post('Profiler.enable');
    this.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /**
   * Resets the coverage: no code counts as run.
   * @param wanted scripts that count, by URL or path
   */
  begin(wanted: RegExp): void {
    this.#wanted = wanted;
    this.#seen.clear();
    this.#known.clear();
    this.reached = 0;
    this.discard();
  }

  /** Forgets the code that has run since the last reading. */
  discard(): void {
    this.#post('Profiler.takePreciseCoverage');
  }

  /**
   * Returns the number of characters of source that have run since the last reading and never before.
   * @param keep true to count these characters as known from now on
   */
  look(keep: boolean): number {
    const { result } = this.#post<Taken>('Profiler.takePreciseCoverage');
    let fresh = 0;
    for (const { scriptId, url, functions } of result) {
      if (!this.#wanted.test(url)) continue;
      for (const { ranges } of functions) {
        const shape = `${scriptId}${shapeOf(ranges)}`;
        if (this.#known.has(shape)) continue;
        const added = this.#add(scriptId, ranges, keep);
        fresh += added;
        if (keep || added === 0) this.#known.add(shape);
      }
    }
    return fresh;
  }

  close(): void {
    this.#session.disconnect();
  }

  /** Returns the number of characters of a function that ran for the first time. */
  #add(scriptId: string, ranges: readonly Range[], keep: boolean): number {
    const from = ranges[0]?.startOffset ?? 0;
    const end = ranges[0]?.endOffset ?? 0;
    const ran = new Uint8Array(end - from);
    // Inner ranges come after the enclosing ranges, so they overwrite the marks of the enclosing ranges.
    for (const { startOffset, endOffset, count } of ranges) {
      ran.fill(count > 0 ? 1 : 0, startOffset - from, endOffset - from);
    }
    const seen = this.#script(scriptId, end);
    let added = 0;
    for (let i = 0; i < ran.length; i++) {
      if (ran[i] === 1 && seen[from + i] === 0) {
        added++;
        if (keep) seen[from + i] = 1;
      }
    }
    if (keep) this.reached += added;
    return added;
  }

  #script(id: string, length: number): Uint8Array {
    let seen = this.#seen.get(id);
    if (seen === undefined || seen.length < length) {
      const larger = new Uint8Array(Math.max(length, 2 * (seen?.length ?? 0)));
      if (seen !== undefined) larger.set(seen);
      seen = larger;
      this.#seen.set(id, seen);
    }
    return seen;
  }

  /** Sends a command to the profiler, which answers synchronously. */
  #post<T>(method: string, parameters?: object): T {
    let answer: unknown;
    let failure: Error | null = null;
    this.#session.post(method, parameters, (error: Error | null, result?: object) => {
      failure = error;
      answer = result;
    });
    if (failure !== null) throw failure;
    return answer as T;
  }
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface Taken {
  readonly result: readonly {
    readonly scriptId: string;
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
}

/** Returns a text that is equal for ranges with equal coverage; it ignores how often each range ran. */
function shapeOf(ranges: readonly Range[]): string {
  let shape = '';
  for (const { startOffset, endOffset, count } of ranges) {
    shape += `${count > 0 ? '+' : '-'}${startOffset}:${endOffset}`;
  }
  return shape;
}
