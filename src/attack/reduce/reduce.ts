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
  /** Number of parallel checks (default: 1). It does not influence the result. */
  readonly jobs?: number;
  /** Ends the reduction early, with the smallest file found until then. */
  readonly signal?: AbortSignal;
  /** Called after every verdict. */
  readonly onProgress?: (progress: Progress) => void;
  /** Limit for the number of checks (default: no limit). */
  readonly maxChecks?: number;
  /**
   * Number of consecutive uninteresting candidates that ends a pass (default: 500). If some ten thousand
   * records have to stay, for example because a limit must be exceeded, most checks would otherwise be for
   * single bytes.
   */
  readonly patience?: number;
  /** True to keep a frame's header byte for byte, instead of correcting it for every candidate. */
  readonly keepHeader?: boolean;
  /** Framing of the file (default: auto). */
  readonly framing?: FramingMode;
  /** Verdicts of an earlier reduction by the same check; new ones are added. */
  readonly verdicts?: VerdictStore;
  /** Computes the checksums; a platform may provide a faster implementation (default: WebAssembly). */
  readonly checksums?: ChecksumProvider;
  /** Number of checks of the input, to detect a check with varying results (default: 2). */
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
  /** The current pass. */
  readonly pass: PassName;
}

/** Subject of a pass. */
export type PassName = 'frame' | 'structure' | 'hoist' | 'alike' | 'contents' | 'numbers' | 'pairs' | 'bytes';

/** Result of one pass. */
export interface Pass {
  /** Subject of the pass. */
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
  /** In order; the last round found nothing more, unless `stopped` is set. */
  readonly passes: readonly Pass[];
  /** Reason for an early end: out of checks, or aborted. Undefined if nothing more could be removed. */
  readonly stopped: 'checks' | 'signal' | undefined;
}

/**
 * Makes a file smaller while it stays interesting: first by whole records, from the largest down; then by
 * contents and values; byte by byte only outside of messages. Except in the byte-by-byte pass, a candidate is
 * as valid as the input: its protobuf encoding, its header and its checksums.
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

/** Makes every pass once. */
async function round(
  subject: Subject,
  run: (name: PassName, attempts: readonly Attempt[]) => Promise<void>,
  { keepHeader, framing }: { keepHeader: boolean; framing: FramingMode },
): Promise<void> {
  // Each pass makes its attempts from the current tree.
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
  // With a broken wire format, only the bytes remain to be reduced.
  if (!isWhole(subject)) await run('bytes', fileAttempts(subject));
}

/** True if the message was read to its end, and all of its lengths are correct. */
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
