import { type ChecksumProvider, wasmChecksums } from '../../base/container/checksum.js';
import type { FramingMode } from '../../base/container/detect.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { walkTree } from '../../read/tree/walk.js';
import type { Attempt } from './attempt.js';
import { contentAttempts, fileAttempts, sectionAttempts } from './contents.js';
import { frameAttempts } from './frames.js';
import { hoistAttempts } from './hoist.js';
import { numberAttempts } from './numbers.js';
import { type Check, Oracle, Stopped, type VerdictStore } from './oracle.js';
import { Search } from './search.js';
import { alikeAttempts, freightAttempts, pairAttempts, structureAttempts } from './structure.js';
import { Subject } from './subject.js';

/** How a file is reduced. */
export interface ReduceOptions {
  /** Checks that may run at once (default: 1). The outcome is the same for any number of them. */
  readonly jobs?: number;
  /** Ends the reduction early: what is smallest by then is the outcome. */
  readonly signal?: AbortSignal;
  /** Called with every verdict. */
  readonly onProgress?: (progress: Progress) => void;
  /** Checks that may be made (default: no bound). */
  readonly maxChecks?: number;
  /**
   * How many candidates in a row may be of no interest before a pass is over (default: 500). In a file of which
   * some ten thousand records have to stay, a limit that is passed, say, most checks would be for single bytes.
   */
  readonly patience?: number;
  /** Whether a frame's header stays byte for byte as it is, instead of being made true for every candidate. */
  readonly keepHeader?: boolean;
  /** What the file is (default: auto). */
  readonly framing?: FramingMode;
  /** Verdicts of an earlier reduction by the same check, and where new ones go. */
  readonly verdicts?: VerdictStore;
  /** Makes the checksums; a platform may bring faster ones (default: WebAssembly). */
  readonly checksums?: ChecksumProvider;
  /** How often the check is asked about the input, to notice one that changes its mind (default: 2). */
  readonly runs?: number;
}

/** How far a reduction is. */
export interface Progress {
  /** Bytes of the smallest interesting file so far. */
  readonly size: number;
  /** Checks that were made. */
  readonly checks: number;
  /** Verdicts that were known already. */
  readonly cached: number;
  /** What is being tried. */
  readonly pass: PassName;
}

/** What a pass tries to make smaller, or simpler. */
export type PassName = 'frame' | 'structure' | 'hoist' | 'alike' | 'contents' | 'numbers' | 'pairs' | 'bytes';

/** What one pass did. */
export interface Pass {
  /** What it tried. */
  readonly name: PassName;
  /** Bytes of the file after it. */
  readonly size: number;
  /** Checks that it took. */
  readonly checks: number;
}

/** What came of a reduction. */
export interface Reduction {
  /** The smallest interesting file that was found. */
  readonly bytes: Uint8Array;
  /** Checks that were made. */
  readonly checks: number;
  /** Verdicts that were known already. */
  readonly cached: number;
  /** In order; the last round found nothing more, unless `stopped`. */
  readonly passes: readonly Pass[];
  /** Why it ended early: out of checks, or called off. Undefined when nothing more was found to take away. */
  readonly stopped: 'checks' | 'signal' | undefined;
}

/**
 * Makes a file smaller as long as it stays interesting: records first, from the largest down; then contents and
 * values; bytes only of what is no message. Candidates are protobuf as valid as the input, and their headers and
 * checksums as true, unless bytes are all there is to reduce.
 *
 * @param isInteresting the check; it must answer the same for the same bytes
 * @throws ProtomdlError `not-interesting` when the check says no to the input, `check-unsteady` when it says both
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
  const search = new Search(subject, oracle, Math.max(1, jobs), Math.max(1, patience), signal, () => {
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
    if (error instanceof Stopped) return ended(error.reason);
    throw error;
  }
}

const DEFAULT_PATIENCE = 500;

/** Every pass once. */
async function round(
  subject: Subject,
  run: (name: PassName, attempts: readonly Attempt[]) => Promise<void>,
  { keepHeader, framing }: { keepHeader: boolean; framing: FramingMode },
): Promise<void> {
  // Attempts are made of the tree as it is by then.
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
  // Where the wire format itself is broken, its bytes are all there is to go by.
  if (!isWhole(subject)) await run('bytes', fileAttempts(subject));
}

/** Whether the message could be read to its end, and says nothing false about its lengths. */
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
    if (signal?.aborted) throw new Stopped('signal');
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
