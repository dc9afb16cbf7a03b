import type { RunResult } from '../process/run-command.js';
import { lastWords, skeletonsOf } from './output-text.js';
import { type SanitizerReport, sanitizerReports } from './sanitizer.js';

/**
 * What a loader made of a file. `accepted`: it ended with 0. `refused`: with another code, which is how it says
 * no. `crashed`: a signal, a sanitizer's report, or an exit code that stands for one. `hung`: its time was over.
 * `out-of-memory`: its memory was.
 */
export type EndingKind = 'accepted' | 'refused' | 'crashed' | 'hung' | 'out-of-memory';

/** How one run ended. */
export interface Ending {
  /** What the loader made of the file. */
  readonly kind: EndingKind;
  /** Exit code, where it exited. */
  readonly code: number | null;
  /** The signal that ended it, or that its exit code stands for, as a shell reports it. */
  readonly signal: string | null;
  /** What its instruments reported, what ended the run first. */
  readonly reports: readonly SanitizerReport[];
  /** Whether it went down: not for reports that it survived. */
  readonly isFatal: boolean;
  /** Standard output as text; its middle is left out where it is long. */
  readonly stdout: string;
  /** Standard error, likewise. */
  readonly stderr: string;
  /** Whether output was left out. */
  readonly truncated: boolean;
  /** Milliseconds that the run took. */
  readonly ms: number;
  /** Edges of the loader that the file went along, where it reports them: `PersistentResult`. */
  readonly edges?: Uint32Array | undefined;
  /** Place of the crash, where a debugger found it and no instrument reported it. */
  readonly crash?: CrashSite | undefined;
}

/** The place at which a signal ended a program. */
export interface CrashSite {
  /** As `SanitizerReport.frames`. */
  readonly frames: readonly string[];
  /** Place of the caller: a line, or an address in the program's file; `""` where neither is known. */
  readonly caller: string;
  /** Address that could not be accessed; undefined where the signal has none. */
  readonly address: number | undefined;
}

/** Exit codes that are crashes: ranges, both ends included. */
export type CodeRanges = readonly (readonly [number, number])[];

/**
 * A shell ends with 128 and the signal's number when its child was killed. 255 is left out: it is what
 * `return -1` and `exit(-1)` come to, with which many loaders refuse.
 */
export const DEFAULT_CRASH_CODES: CodeRanges = [[128, 254]];

/**
 * Reads `139`, `128-254`, `134,139`.
 * @returns undefined where the text is none of these
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

/** What counts as a crash beside signals and reports of sanitizers. */
export interface EndingRules {
  /** Exit codes that stand for a crash (default: `DEFAULT_CRASH_CODES`). */
  readonly crashCodes?: CodeRanges | undefined;
  /** Output that stands for a crash whatever the exit code. */
  readonly crashOutput?: RegExp | undefined;
}

/** Signals by number, as Linux has them on the processors it commonly runs on. */
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
 * How a run ended.
 * @throws RangeError for a run that was not started or was given up: nothing can be said about the file then
 */
export function endingOf(run: RunResult, rules: EndingRules = {}): Ending {
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

/** Whether it is something to keep, whatever others make of the file. */
export function isFault({ kind }: Ending): boolean {
  return kind === 'crashed' || kind === 'hung' || kind === 'out-of-memory';
}

/** What tells a fault from others: equal keys, one group. */
export interface Fingerprint {
  readonly key: string;
  /** A line for people, which says the same. */
  readonly title: string;
  /** Set for what a program can go on after. */
  readonly isSurvivable?: true;
  /** Set where the place of the fault is not known: two files with equal keys may show two faults. */
  readonly isVague?: true;
}

/**
 * All that a fault can be recognised by; the first is what it counts as, unless another of them is new. Reports that
 * a run survives (undefined behaviour that a program has on every file, say) would otherwise hide all others.
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
      // What ended it is not what it survived before.
      return ending.isFatal && !isReported ? [ofSignal(ending), ...reports] : reports;
    }
    default:
      return [ofAnswer(ending)];
  }
}

/** What was stopped shows where it was by then: chance, but for the functions around it. */
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

/** Below it lies what null pointers to structures come to. */
const NULL_BYTES = 0x1_0000;

function ofSignal(ending: Ending): Fingerprint {
  const how = ending.signal ?? `exit code ${ending.code}`;
  const said = lastWords(ending.stderr, ending.stdout);
  const { frames = [], caller = '', address } = ending.crash ?? {};
  // A program that aborts says why. The last line before a fault of the processor is about something else.
  const words = frames.length > 0 && how !== 'SIGABRT' ? '' : said;
  if (frames.length > 0) {
    const near =
      address !== undefined && address < NULL_BYTES ? ` near null (0x${address.toString(16)})` : '';
    const title = `${how}${near}${words === '' ? '' : `: ${words}`} in ${frames.join(' < ')}`;
    // All checks of a program may abort in one function: without words its callers tell them apart.
    const site = [...instructionOf(frames), ...(how === 'SIGABRT' && words === '' ? [caller] : [])];
    return { key: JSON.stringify(['signal', how, words, ...site]), title };
  }
  const title = words === '' ? how : `${how}: ${words}`;
  return { key: JSON.stringify(['signal', how, words]), title, ...vagueUnless(words !== '') };
}

function vagueUnless(isKnown: boolean): Pick<Fingerprint, 'isVague'> {
  return isKnown ? {} : { isVague: true };
}

/** Files that a loader took or refused in one way. */
function ofAnswer(ending: Ending): Fingerprint {
  const words = ending.kind === 'accepted' ? '' : lastWords(ending.stderr, ending.stdout);
  const how = ending.kind === 'accepted' ? 'accepts' : `refuses with ${ending.code}`;
  return {
    key: JSON.stringify([ending.kind, ending.code, words]),
    title: words === '' ? how : `${how}: ${words}`,
  };
}

/**
 * What a run shows of the way a file took through a loader: the exit code, and each statement that printed
 * something. The only feedback there is without instruments.
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

/** As `siteOf`; without lines, the address in the program's file is as telling. */
function instructionOf(frames: readonly string[]): readonly string[] {
  const place = /(?:^| )(\S+\+0x[0-9a-f]+)$/.exec(frames[0] ?? '')?.[1];
  return place === undefined ? siteOf(frames) : [place];
}

/**
 * Where a fault is: its line, where there are lines, for one fault is noticed by several instruments, as reading and as
 * writing, and by the caller.
 */
function siteOf(frames: readonly string[]): readonly string[] {
  const line = /(?:^| )(\S+\.\w+:\d+)$/.exec(frames[0] ?? '')?.[1];
  return line === undefined ? frames : [line];
}
