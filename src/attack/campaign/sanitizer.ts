import { findStack, readStack, type StackFrame, stackKey } from './stack.js';

/** A fault reported by a sanitizer or the language's runtime. */
export interface SanitizerReport {
  /** `AddressSanitizer`, `UndefinedBehaviorSanitizer`, …, `libFuzzer`, `Rust`, `Go`, `Valgrind`. */
  readonly tool: string;
  /**
   * Name of the fault without numbers and addresses: `heap-buffer-overflow`, `signed integer overflow`,
   * `panic`.
   */
  readonly kind: string;
  /** `READ` or `WRITE`, if known. */
  readonly access: 'READ' | 'WRITE' | undefined;
  /** Frames that distinguish this fault from other faults of its kind, the innermost first. */
  readonly frames: readonly string[];
  /**
   * Enclosing functions, the outermost first. For a program that was stopped at an arbitrary point, they show
   * its activity.
   */
  readonly within: readonly string[];
  /**
   * True if the program may have continued after the fault, so that the report does not explain the end of
   * the run.
   */
  readonly isSurvivable: boolean;
}

interface Style {
  readonly pattern: RegExp;
  read(match: RegExpExecArray, lines: readonly string[], at: number): SanitizerReport | undefined;
}

const STYLES: readonly Style[] = [
  {
    // ==12==ERROR: AddressSanitizer: heap-buffer-overflow on address …; WARNING: MemorySanitizer: use-of-…
    pattern: /(?:ERROR|WARNING): (\w+Sanitizer): (.*)$/,
    read(match, lines, at) {
      const tool = match[1] as string;
      const headline = match[2] as string;
      const stack = findStack(lines, at + 1);
      return {
        tool,
        kind: kindOf(headline, tool, lines, at),
        access: accessOf(lines, at),
        ...keysOf(stack < 0 ? [] : readStack(lines, stack)),
        isSurvivable: tool === 'ThreadSanitizer',
      };
    },
  },
  {
    // loader.c:50:12: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in …
    pattern: /^(\S.*?):(\d+)(?::\d+)?: runtime error: (.*)$/,
    read(match, lines, at) {
      const file = match[1] as string;
      const place = `${file.slice(file.lastIndexOf('/') + 1)}:${match[2]}`;
      const isStack = /^\s*#0\s/.test(lines[at + 1] ?? '');
      const { frames, within } = keysOf(isStack ? readStack(lines, at + 1) : []);
      return {
        tool: 'UndefinedBehaviorSanitizer',
        kind: undefinedKind(match[3] as string),
        access: undefined,
        frames: frames.length > 0 ? frames : [place],
        within,
        isSurvivable: true,
      };
    },
  },
  {
    // ==12== ERROR: libFuzzer: deadly signal
    pattern: /ERROR: libFuzzer: (.*)$/,
    read(match, lines, at) {
      const stack = findStack(lines, at + 1);
      return {
        tool: 'libFuzzer',
        kind: (match[1] as string).replace(/\s*[(0-9].*$/, ''),
        access: undefined,
        ...keysOf(stack < 0 ? [] : readStack(lines, stack)),
        isSurvivable: false,
      };
    },
  },
  {
    // thread 'main' panicked at src/main.rs:4:5:
    pattern: /^thread '.*' (?:\(\d+\) )?panicked at (.*)$/,
    read(match) {
      const place = /([^\s/'",]+:\d+):\d+/.exec(match[1] as string)?.[1];
      return panic('Rust', place === undefined ? [] : [place]);
    },
  },
  {
    // panic: runtime error: index out of range [3] with length 2
    pattern: /^(?:panic|fatal error): (.*)$/,
    read(match, lines, at) {
      const goroutine = lines.findIndex((line, index) => index > at && /^goroutine \d+ \[/.test(line));
      if (goroutine < 0) return undefined;
      const frames = lines.slice(goroutine + 1, goroutine + 40).filter((line) => /^\S.*\(.*\)$/.test(line));
      const own = frames
        .map((line) => line.replace(/\([^()]*\)$/, ''))
        .filter((name) => !/^(?:panic|runtime\.)/.test(name));
      return { ...panic('Go', own.slice(0, 3)), kind: withoutNumbers(match[1] as string) };
    },
  },
  {
    // ==12== Invalid read of size 4
    pattern:
      /^==\d+== (Invalid (read|write) of size \d+|Jump to the invalid address.*|Conditional jump.*uninitialised.*|Use of uninitialised.*|Invalid free.*|Process terminating with default action.*)$/,
    read(match, lines, at) {
      const frames: string[] = [];
      for (let line = at + 1; frames.length < 3; line++) {
        const frame = /^==\d+==\s+(?:at|by) 0x[0-9A-F]+: (\S+) \((?:in )?([^)]*)\)$/.exec(lines[line] ?? '');
        if (frame === null) break;
        const place = (frame[2] as string).replace(/^.*\//, '');
        frames.push(frames.length === 0 ? `${frame[1]} ${place}` : (frame[1] as string));
      }
      const access = match[2]?.toUpperCase() as 'READ' | 'WRITE' | undefined;
      return {
        tool: 'Valgrind',
        kind: withoutNumbers(match[1] as string),
        access,
        frames,
        within: [],
        isSurvivable: true,
      };
    },
  },
];

/** Number of enclosing functions to keep. */
const WITHIN = 4;

/** Returns the keys of a stack: its innermost frames, and the enclosing functions. */
export function keysOf(stack: readonly StackFrame[]): Pick<SanitizerReport, 'frames' | 'within'> {
  const names = stack.map((frame) => (frame.function === '' ? frame.place : frame.function));
  return { frames: stackKey(stack), within: names.slice(-WITHIN).reverse() };
}

function panic(tool: string, frames: readonly string[]): SanitizerReport {
  return { tool, kind: 'panic', access: undefined, frames, within: [], isSurvivable: false };
}

/** Limit for the lines to read, because a program may print endlessly. */
const MAX_LINES = 20_000;
const MAX_REPORTS = 50;

/**
 * Returns all reports in a program's output: first the fatal reports, then the survivable reports, each in
 * order.
 */
export function sanitizerReports(output: string): SanitizerReport[] {
  // Most runs have no reports, so this quick search comes first.
  if (!/Sanitizer: |runtime error: |libFuzzer: | panicked at |^goroutine |^==\d+== /m.test(output)) return [];
  const lines = output.split('\n', MAX_LINES).map((line) => line.trimEnd());
  const reports: SanitizerReport[] = [];
  for (let at = 0; at < lines.length && reports.length < MAX_REPORTS; at++) {
    for (const { pattern, read } of STYLES) {
      const match = pattern.exec(lines[at] as string);
      const report = match === null ? undefined : read(match, lines, at);
      if (report !== undefined) reports.push(report);
      if (match !== null) break;
    }
  }
  return [...reports.filter((one) => !one.isSurvivable), ...reports.filter((one) => one.isSurvivable)];
}

/** Returns the name of the fault from the report's summary, or, without a summary, from the headline. */
function kindOf(headline: string, tool: string, lines: readonly string[], at: number): string {
  if (/^detected memory leaks/.test(headline)) return 'memory leak';
  if (/^requested allocation size/.test(headline)) return 'allocation-size-too-big';
  for (let line = at + 1; line < lines.length; line++) {
    const summary = new RegExp(`^SUMMARY: ${tool}: (.*)$`).exec(lines[line] as string)?.[1];
    if (summary === undefined) continue;
    const kind = /^[A-Za-z][\w-]*(?: [a-z]+)*(?= |$)/.exec(summary)?.[0];
    // For "data race /src/x.c:3 in f", the kind is the words before the path.
    if (kind !== undefined) return kind.replace(/ in$/, '');
    break;
  }
  return withoutNumbers(headline.replace(/ on (?:unknown )?address .*| \(pid=\d+\)|: .*$/g, ''));
}

function accessOf(lines: readonly string[], at: number): 'READ' | 'WRITE' | undefined {
  for (const line of lines.slice(at + 1, at + 5)) {
    const match = /^\s*(READ|WRITE) of size|caused by a (READ|WRITE) memory access/i.exec(line);
    const word = match?.[1] ?? match?.[2];
    if (word !== undefined) return word.toUpperCase() as 'READ' | 'WRITE';
  }
  return undefined;
}

/**
 * Returns the kind of undefined behaviour: messages such as `index 7 out of bounds for type 'int [4]'`
 * without their numbers.
 */
function undefinedKind(message: string): string {
  const before = /^(signed integer overflow|unsigned integer overflow|division by zero|negation of)/.exec(
    message,
  );
  if (before !== null) return (before[1] as string).replace(/ of$/, ' overflow');
  return withoutNumbers(message.replace(/ for type '.*$| of type '.*$/, '').replace(/,? which .*$/, ''));
}

function withoutNumbers(text: string): string {
  return text
    .replace(/0x[0-9a-f]+/gi, '#')
    .replace(/-?\d+(?:\.\d+)?/g, '#')
    .trim();
}
