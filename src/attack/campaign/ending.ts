import type { ProcessResult } from '../process/run-command.js';
import { lastWords, skeletonsOf } from './output-text.js';
import { type SanitizerReport, sanitizerReports } from './sanitizer.js';

/**
 * Result of a loader for one file. `accepted`: exit code 0. `refused`: another exit code, the loader's way of
 * refusing a file. `crashed`: a signal, a sanitizer's report, or an exit code that means a crash. `hung`: the
 * time limit was exceeded. `out-of-memory`: the memory limit was exceeded.
 */
export type EndingKind = 'accepted' | 'refused' | 'crashed' | 'hung' | 'out-of-memory';

/** The end of one run. */
export interface Ending {
  /** Result of the loader for the file. */
  readonly kind: EndingKind;
  /** Exit code, if the program exited. */
  readonly code: number | null;
  /** Signal that ended the program, also if a shell encoded the signal in its exit code. */
  readonly signal: string | null;
  /** Reports of the program's sanitizers; the report that ended the run comes first. */
  readonly reports: readonly SanitizerReport[];
  /** True if the program ended because of a fault; false if it continued after all reported faults. */
  readonly isFatal: boolean;
  /** Standard output as text; if it is long, the middle is omitted. */
  readonly stdout: string;
  /** Standard error as text; if it is long, the middle is omitted. */
  readonly stderr: string;
  /** True if output was omitted. */
  readonly truncated: boolean;
  /** Duration of the run in milliseconds. */
  readonly ms: number;
  /** Executed edges of the loader's code, if the loader reports edges (see `PersistentResult`). */
  readonly edges?: Uint32Array | undefined;
  /** Position of the crash, if a debugger found it and no sanitizer reported it. */
  readonly crash?: CrashSite | undefined;
}

/** The position at which a signal ended a program. */
export interface CrashSite {
  /** Same as `SanitizerReport.frames`. */
  readonly frames: readonly string[];
  /** Position of the caller: a line, or an address in the program's file; `""` if both are unknown. */
  readonly caller: string;
  /** Address of the invalid access; undefined if the signal has no address. */
  readonly address: number | undefined;
}

/** Exit codes that mean a crash: inclusive ranges. */
export type CodeRanges = readonly (readonly [number, number])[];

/**
 * A shell exits with 128 plus the signal's number if its child was killed. 255 is excluded: `return -1` and
 * `exit(-1)` result in 255, and many loaders refuse files that way.
 */
export const DEFAULT_CRASH_CODES: CodeRanges = [[128, 254]];

/**
 * Parses `139`, `128-254`, `134,139`.
 * @returns undefined for any other text
 */
export function readCodeRanges(text: string): CodeRanges | undefined {
  const ranges: [number, number][] = [];
  for (const part of text.split(',')) {
    const match = /^\s*(\d{1,3})(?:-(\d{1,3}))?\s*$/.exec(part);
    if (match === null) return undefined;
    const [low, high] = [Number(match[1]), Number(match[2] ?? match[1])];
    if (low < 1 || high < low || high > 255) return undefined;
    ranges.push([low, high]);
  }
  return ranges;
}

/** Rules for crashes in addition to signals and sanitizer reports. */
export interface EndingRules {
  /** Exit codes that mean a crash (default: `DEFAULT_CRASH_CODES`). */
  readonly crashCodes?: CodeRanges | undefined;
  /** Output that means a crash with any exit code. */
  readonly crashOutput?: RegExp | undefined;
}

/** Signals by number, as on Linux with common processors. */
const SIGNALS: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  4: 'SIGILL',
  5: 'SIGTRAP',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  14: 'SIGALRM',
  15: 'SIGTERM',
  24: 'SIGXCPU',
  25: 'SIGXFSZ',
  31: 'SIGSYS',
};

const MEMORY_OVER = /Sanitizer: hard rss limit exhausted|libFuzzer: out-of-memory/;

const decoder = new TextDecoder();

/**
 * Classifies the end of a run.
 * @throws RangeError for a run that did not start or was aborted, because such a run tells nothing about the
 * file
 */
export function runEnding(run: ProcessResult, rules: EndingRules = {}): Ending {
  if (run.status === 'not-started' || run.status === 'aborted')
    throw new RangeError(`a run that was ${run.status}`);
  const stdout = decoder.decode(run.stdout);
  const stderr = decoder.decode(run.stderr);
  const reports = sanitizerReports(stderr === '' ? stdout : `${stderr}\n${stdout}`);
  const said = { stdout, stderr, truncated: run.truncated, ms: run.ms };
  const ending = (kind: EndingKind, signal: string | null = run.signal, isFatal = true): Ending => ({
    kind,
    code: run.code,
    signal,
    reports,
    isFatal,
    ...said,
  });
  if (run.status === 'timed-out') return ending('hung', null);
  if (MEMORY_OVER.test(stderr)) return ending('out-of-memory');
  if (reports.some(({ tool, kind }) => tool === 'libFuzzer' && kind.startsWith('timeout')))
    return ending('hung');
  if (run.status === 'signalled') return ending('crashed');
  const code = run.code ?? 0;
  const crashCodes = rules.crashCodes ?? DEFAULT_CRASH_CODES;
  if (crashCodes.some(([low, high]) => code >= low && code <= high)) {
    return ending('crashed', SIGNALS[code - 128] ?? null);
  }
  if (reports.some(({ isSurvivable }) => !isSurvivable)) return ending('crashed');
  if (rules.crashOutput?.test(stderr) || rules.crashOutput?.test(stdout)) return ending('crashed');
  if (reports.length > 0) return ending('crashed', null, false);
  return ending(code === 0 ? 'accepted' : 'refused', null, false);
}

/** True if the ending is a finding by itself, without a comparison with another loader. */
export function isFault({ kind }: Ending): boolean {
  return kind === 'crashed' || kind === 'hung' || kind === 'out-of-memory';
}

/** Identity of a fault: equal keys form one group. */
export interface Fingerprint {
  readonly key: string;
  /** The fault in one line for people. */
  readonly title: string;
  /** Set for a fault that a program can survive. */
  readonly isSurvivable?: true;
  /** Set if the position of the fault is unknown: files with equal keys may have different faults. */
  readonly isVague?: true;
  /**
   * Key of the same crash without its position, for sessions that cannot find positions; set if the position
   * is known.
   */
  readonly keyWithoutPlace?: string;
}

/**
 * Returns the fingerprints of all faults of a run. The group of a run is the group of its first new
 * fingerprint, or of its first fingerprint if all are known. If the first fingerprint always decided, a
 * report that runs survive, such as undefined behaviour on every file, would hide all other faults.
 */
export function fingerprintsOf(ending: Ending): readonly Fingerprint[] {
  switch (ending.kind) {
    case 'hung':
      return [ofHang(ending)];
    case 'out-of-memory':
      return [{ key: 'out-of-memory', title: 'more memory than the limit', isVague: true }];
    case 'crashed': {
      const reports = ending.reports.map(ofReport);
      const isReported = reports.some(({ isSurvivable }) => !isSurvivable);
      // The signal that ended the run is added, because the report of a survived fault does not explain it.
      return ending.isFatal && !isReported ? [ofSignal(ending), ...reports] : reports;
    }
    default:
      return [ofAnswer(ending)];
  }
}

/**
 * Returns the fingerprint of a hang. The exact position of a hang is accidental; only the functions around it
 * are significant.
 */
function ofHang({ reports, stderr, stdout }: Ending): Fingerprint {
  const within = reports.find(({ isSurvivable }) => !isSurvivable)?.within ?? [];
  const words = within.length > 0 ? '' : lastWords(stderr, stdout);
  const where = within.length > 0 ? ` in ${within.join(' > ')}` : words === '' ? '' : ` after: ${words}`;
  const key = JSON.stringify(['hang', words, ...within]);
  return { key, title: `no end within the time limit${where}`, ...vagueUnless(where !== '') };
}

function ofReport({ tool, kind, access, frames, isSurvivable }: SanitizerReport): Fingerprint {
  const what = `${tool}: ${kind}${access === undefined ? '' : ` (${access})`}`;
  const where = frames.length === 0 ? '' : ` in ${frames.join(' < ')}`;
  const key = JSON.stringify(frames.length === 0 ? [tool, kind, access ?? ''] : ['site', ...siteOf(frames)]);
  return { key, title: what + where, ...(isSurvivable ? { isSurvivable } : {}) };
}

/** Smaller addresses are null pointers with the offset of a structure member. */
const NULL_BYTES = 0x1_0000;

function ofSignal(ending: Ending): Fingerprint {
  const how = ending.signal ?? `exit code ${ending.code}`;
  const said = lastWords(ending.stderr, ending.stdout);
  const { frames = [], caller = '', address } = ending.crash ?? {};
  // Only an aborting program prints the reason. For a processor fault, the last printed line is unrelated,
  // and is left out.
  const words = frames.length > 0 && how !== 'SIGABRT' ? '' : said;
  const keyWithoutPlace = JSON.stringify(['signal', how, said]);
  if (frames.length > 0) {
    const near =
      address !== undefined && address < NULL_BYTES ? ` near null (0x${address.toString(16)})` : '';
    const title = `${how}${near}${words === '' ? '' : `: ${words}`} in ${frames.join(' < ')}`;
    // All checks of a program may abort in one function. Without a message, the caller's position
    // distinguishes the checks.
    const site = [...instructionOf(frames), ...(how === 'SIGABRT' && words === '' ? [caller] : [])];
    return { key: JSON.stringify(['signal', how, words, ...site]), title, keyWithoutPlace };
  }
  const title = words === '' ? how : `${how}: ${words}`;
  return { key: keyWithoutPlace, title, ...vagueUnless(words !== '') };
}

function vagueUnless(isKnown: boolean): Pick<Fingerprint, 'isVague'> {
  return isKnown ? {} : { isVague: true };
}

/** Returns the same fingerprint for all files that a loader accepts or refuses in the same way. */
function ofAnswer(ending: Ending): Fingerprint {
  const words = ending.kind === 'accepted' ? '' : lastWords(ending.stderr, ending.stdout);
  const how = ending.kind === 'accepted' ? 'accepts' : `refuses with ${ending.code}`;
  return {
    key: JSON.stringify([ending.kind, ending.code, words]),
    title: words === '' ? how : `${how}: ${words}`,
  };
}

/**
 * Describes the file's way through a loader: the exit code, and each statement that printed something.
 * Without instrumentation, a loader gives no other feedback.
 */
export function behaviourOf(ending: Ending): readonly string[] {
  const how = `${ending.kind} ${ending.signal ?? ending.code}`;
  if (isFault(ending)) return [how, ...fingerprintsOf(ending).map(({ key }) => key)];
  return [
    how,
    ...skeletonsOf(ending.stderr).map((line) => `2${line}`),
    ...skeletonsOf(ending.stdout).map((line) => `1${line}`),
  ];
}

/**
 * Returns only the address of the first frame in the program's file, if the frame has no line number;
 * otherwise the result of `siteOf`.
 */
function instructionOf(frames: readonly string[]): readonly string[] {
  const place = /(?:^| )(\S+\+0x[0-9a-f]+)$/.exec(frames[0] ?? '')?.[1];
  return place === undefined ? siteOf(frames) : [place];
}

/**
 * Returns the frames that identify a fault: only the line of the first frame, if known; otherwise all frames.
 * Sanitizers can detect one fault by several checks (of a read, of a write, in the caller), which differ in
 * everything but the line.
 */
function siteOf(frames: readonly string[]): readonly string[] {
  const line = /(?:^| )(\S+\.\w+:\d+)$/.exec(frames[0] ?? '')?.[1];
  return line === undefined ? frames : [line];
}
