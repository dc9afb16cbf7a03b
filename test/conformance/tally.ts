/**
 * Counts of a testee. Each testee writes them when it ends, and the process that started the testees adds
 * them up.
 */
export interface Tally {
  readonly requests: number;
  /** Messages that were read and written again, by output format. */
  readonly answered: Readonly<Record<string, number>>;
  /** Messages that were refused, by the code of the first error. */
  readonly refused: Readonly<Record<string, number>>;
  /** Requests that do not apply, by the reason given. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Our own errors: readers that disagree, or unexpected errors. */
  readonly failed: number;
  /** Scans of all messages, whole and in windows, with the kernel and without. */
  readonly scans: number;
  /** Complete readings through lazy views. */
  readonly views: number;
  /** Number of bytes that the kernel has skipped. */
  readonly kernelBytes: number;
}

export const EMPTY_TALLY: Tally = {
  requests: 0,
  answered: {},
  refused: {},
  skipped: {},
  failed: 0,
  scans: 0,
  views: 0,
  kernelBytes: 0,
};

export function addTallies(a: Tally, b: Tally): Tally {
  return {
    requests: a.requests + b.requests,
    answered: addCounts(a.answered, b.answered),
    refused: addCounts(a.refused, b.refused),
    skipped: addCounts(a.skipped, b.skipped),
    failed: a.failed + b.failed,
    scans: a.scans + b.scans,
    views: a.views + b.views,
    kernelBytes: a.kernelBytes + b.kernelBytes,
  };
}

export function totalOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function addCounts(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>) {
  const sum: Record<string, number> = { ...a };
  for (const [key, count] of Object.entries(b)) sum[key] = (sum[key] ?? 0) + count;
  return sum;
}
