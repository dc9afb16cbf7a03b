import { type ChecksumProvider, wasmChecksums } from '../../base/container/checksum.js';
import type { FramingMode } from '../../base/container/detect.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { walkTree } from '../../read/tree/walk.js';
import type { Attempt } from './attempt-queue.js';
import { contentAttempts, fileAttempts, sectionAttempts } from './contents.js';
import { frameAttempts } from './envelope.js';
import { hoistAttempts } from './hoist.js';
import { numberAttempts } from './numbers.js';
import { type Check, Oracle, OracleStopped, type VerdictStore } from './oracle.js';
import { ReducingSearch } from './search.js';
import { alikeAttempts, freightAttempts, pairAttempts, structureAttempts } from './structure.js';
import { Subject } from './subject.js';

/** Options of a reduction. */
export interface ReduceOptions {
  /** Number of parallel checks (default: 1). The number does not influence the result. */
  readonly jobs?: number;
  /** Ends the reduction early, with the smallest file found until then. */
  readonly signal?: AbortSignal;
  /** Called after every verdict. */
  readonly onProgress?: (progress: Progress) => void;
  /** Limit for the number of checks (default: no limit). */
  readonly maxChecks?: number;
  /**
   * Number of consecutive uninteresting candidates after which a pass of the reduction ends (default: 500).
   * The limit avoids thousands of checks for single bytes, for example if a fault needs ten thousand records.
   */
  readonly patience?: number;
  /** True to leave a frame's header unchanged; otherwise it is corrected for every candidate. */
  readonly keepHeader?: boolean;
  /** Framing of the file (default: auto). */
  readonly framing?: FramingMode;
  /** Verdicts from an earlier reduction with the same check; new verdicts are added. */
  readonly verdicts?: VerdictStore;
  /** Computes the checksums; a platform may provide a faster implementation (default: WebAssembly). */
  readonly checksums?: ChecksumProvider;
  /** Number of checks of the input, which reveal a check with varying results (default: 2). */
  readonly runs?: number;
}

/** Progress of a reduction. */
export interface Progress {
  /** Size of the smallest interesting file in bytes. */
  readonly size: number;
  /** Number of checks made. */
  readonly checks: number;
  /** Number of verdicts that were already known. */
  readonly cached: number;
  /** The current pass of the reduction. */
  readonly pass: PassName;
}

/** Name of a pass: the part of the file that the pass reduces. */
export type PassName = 'frame' | 'structure' | 'hoist' | 'alike' | 'contents' | 'numbers' | 'pairs' | 'bytes';

/** Result of one pass of the reduction. */
export interface Pass {
  /** Name of the pass. */
  readonly name: PassName;
  /** Size of the file after the pass in bytes. */
  readonly size: number;
  /** Number of checks in the pass. */
  readonly checks: number;
}

/** Result of a reduction. */
export interface Reduction {
  /** The smallest interesting file found. */
  readonly bytes: Uint8Array;
  /** Number of checks made. */
  readonly checks: number;
  /** Number of verdicts that were already known. */
  readonly cached: number;
  /** All passes, in order. In the last round no pass found anything, unless `stopped` is set. */
  readonly passes: readonly Pass[];
  /** Reason for an early end: the limit for checks, or an abort. Undefined after a complete reduction. */
  readonly stopped: 'checks' | 'signal' | undefined;
}

/**
 * Makes a file smaller while it stays interesting: first by removing records, the largest first; then by
 * reducing contents and values. Only in a file that cannot be parsed completely, bytes are also removed
 * regardless of the structure. Except in the pass that removes bytes, the protobuf encoding, the header and
 * the checksums of a candidate are as valid as in the input.
 *
 * @param isInteresting the check; it must give the same result for the same bytes
 * @throws ProtomdlError `not-interesting` if the check rejects the input, `check-unsteady` if its results
 * vary
 */
export async function reduce(
  bytes: Uint8Array,
  isInteresting: Check,
  options: ReduceOptions = {},
): Promise<Reduction> {
  const { jobs = 1, signal, maxChecks = Number.POSITIVE_INFINITY, checksums = wasmChecksums } = options;
  const { framing = 'auto', keepHeader = false } = options;
  const oracle = new Oracle(isInteresting, checksums, { maxChecks, signal, store: options.verdicts });
  const subject = await Subject.open(bytes, { framing, keepHeader, checksums });
  const passes: Pass[] = [];
  let pass: PassName = 'frame';
  const { patience = DEFAULT_PATIENCE } = options;
  const search = new ReducingSearch(subject, oracle, Math.max(1, jobs), Math.max(1, patience), signal, () => {
    const { checks, cached } = oracle;
    options.onProgress?.({ size: subject.bytes.length, checks, cached, pass });
  });
  const run = async (name: PassName, attempts: readonly Attempt[]): Promise<void> => {
    pass = name;
    const before = oracle.checks;
    try {
      await search.run(attempts);
    } finally {
      passes.push({ name, size: subject.bytes.length, checks: oracle.checks - before });
    }
  };
  const ended = (stopped: Reduction['stopped']): Reduction => {
    const { checks, cached } = oracle;
    return { bytes: subject.bytes, checks, cached, passes, stopped };
  };
  try {
    await askAboutInput(bytes, oracle, options.runs ?? 2, isInteresting, signal);
    for (;;) {
      const before = subject.bytes;
      await round(subject, run, { keepHeader, framing });
      if (subject.bytes === before && subject.root !== undefined) {
        await run('pairs', pairAttempts(subject.root));
      }
      if (subject.bytes === before) return ended(undefined);
    }
  } catch (error) {
    if (error instanceof OracleStopped) return ended(error.reason);
    throw error;
  }
}

const DEFAULT_PATIENCE = 500;

/** Runs every pass once. */
async function round(
  subject: Subject,
  run: (name: PassName, attempts: readonly Attempt[]) => Promise<void>,
  { keepHeader, framing }: { keepHeader: boolean; framing: FramingMode },
): Promise<void> {
  // Each pass derives its attempts from the current tree.
  if (subject.root !== undefined) {
    if (!keepHeader && framing !== 'framed') await run('frame', frameAttempts(subject));
    await run('frame', sectionAttempts(subject));
    await run('structure', freightAttempts(subject.root));
    await run('structure', structureAttempts(subject.root));
    await run('hoist', hoistAttempts(subject.root));
    await run('alike', alikeAttempts(subject.root));
    await run('contents', contentAttempts(subject.root));
    await run('numbers', numberAttempts(subject.root));
  }
  // In a broken message, only bytes can be reduced further.
  if (!isWhole(subject)) await run('bytes', fileAttempts(subject));
}

/** True if the message was parsed completely, and all lengths are correct. */
function isWhole({ root }: Subject): boolean {
  if (root === undefined || root.rest.length > 0) return false;
  for (const record of walkTree(root)) {
    if (record.style.claim !== undefined || (record.message?.rest.length ?? 0) > 0) return false;
  }
  return true;
}

async function askAboutInput(
  bytes: Uint8Array,
  oracle: Oracle,
  runs: number,
  check: Check,
  signal: AbortSignal | undefined,
): Promise<void> {
  const never = signal ?? new AbortController().signal;
  const first = await oracle.verdict(await oracle.keyOf(bytes), bytes, never);
  for (let run = 1; run < runs; run++) {
    const again = await check(bytes, never);
    if (signal?.aborted) throw new OracleStopped('signal');
    if (again !== first) {
      throw new ProtomdlError(
        'check-unsteady',
        'the check answers now one way and now the other for the same file',
      );
    }
  }
  if (!first)
    throw new ProtomdlError('not-interesting', 'the input is not interesting: the check says no to it');
}
