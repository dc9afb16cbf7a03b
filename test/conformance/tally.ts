/** Counts of a testee: it writes them at its end, and the process that started it adds them up. */
export interface Tally {
  readonly requests: number;
  /** Messages that were read and written again, by what they were written as. */
  readonly answered: Readonly<Record<string, number>>;
  /** Messages that were refused, by the code of the first error. */
  readonly refused: Readonly<Record<string, number>>;
  /** Requests that do not apply, by the reason given. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Errors of ours: readers that did not agree, or anything unforeseen. */
  readonly failed: number;
  /** Scans of all messages, whole and in windows, with the kernel and without. */
  readonly scans: number;
  /** Complete readings through lazy views. */
  readonly views: number;
  /** Bytes that the kernel has passed over. */
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

/** Sum of all counts. */
export function totalOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function addCounts(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>) {
  const sum: Record<string, number> = { ...a };
  for (const [key, count] of Object.entries(b)) sum[key] = (sum[key] ?? 0) + count;
  return sum;
}
