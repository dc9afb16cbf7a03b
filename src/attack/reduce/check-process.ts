import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { type ProcessResult, runCommand } from '../process/run-command.js';
import { scratchFolder } from '../process/scratch.js';
import { killStrays } from '../process/strays.js';
import type { Check } from './oracle.js';

/** Conditions that make a run of the program interesting. */
export interface ExpectedEnding {
  /** Exit code of the program; if undefined, `signal` must end the program. */
  readonly code?: number;
  readonly signal?: NodeJS.Signals;
  /** Text that the program must print on one of its outputs. */
  readonly output?: string;
}

interface ProgramCheckOptions {
  /**
   * The program and its arguments. In arguments, `{}` is replaced by the candidate's path; without `{}`, the
   * path is the last argument.
   */
  readonly argv: readonly string[];
  /** True to pass candidates on standard input. */
  readonly stdin?: boolean;
  readonly timeoutMs: number;
  /** True if a candidate whose check exceeds the time limit is interesting (default false). */
  readonly timeoutIsInteresting?: boolean;
  /** Ending that makes a candidate interesting (default: exit code 0). */
  readonly expected?: ExpectedEnding;
  /** Extension of the candidates' files, such as `.hef`. */
  readonly extension?: string;
}

/** Maximum number of bytes to keep of each output, including its end, which contains a crash's report. */
const MAX_OUTPUT = 256 * 1024;

/** A check that runs a program for each candidate. Each candidate is stored in a separate file. */
export class ProgramCheck {
  readonly #scratch = scratchFolder();
  readonly #options: ProgramCheckOptions;
  #files = 0;

  constructor(options: ProgramCheckOptions) {
    this.#options = options;
  }

  readonly check: Check = async (candidate, signal) => {
    return this.isExpected(await this.run(candidate, signal));
  };

  /**
   * Runs the program on one file.
   * @throws ProtomdlError `check-not-started` if the program does not exist or cannot be run
   */
  async run(candidate: Uint8Array, signal?: AbortSignal): Promise<ProcessResult> {
    const { argv, stdin = false, timeoutMs, extension = '' } = this.#options;
    const path = join(this.#scratch.path, `candidate-${++this.#files}${extension}`);
    try {
      if (!stdin) place(path, candidate);
      const result = await runCommand(stdin ? argv : withCandidate(argv, path), {
        timeoutMs,
        maxOutput: MAX_OUTPUT,
        signal,
        stdin: stdin ? candidate : undefined,
      });
      if (result.status === 'not-started') {
        throw new ProtomdlError('check-not-started', `the check cannot be run: ${result.reason}`);
      }
      return result;
    } finally {
      rmSync(path, { force: true });
    }
  }

  isExpected(result: ProcessResult): boolean {
    const { timeoutIsInteresting = false, expected = { code: 0 } } = this.#options;
    if (result.status === 'timed-out') return timeoutIsInteresting;
    const isSame =
      expected.signal === undefined
        ? result.status === 'exited' && result.code === (expected.code ?? 0)
        : result.status === 'signalled' && result.signal === expected.signal;
    return isSame && prints(result, expected.output);
  }

  /** Removes the scratch files, and ends processes that checks left running. */
  dispose(): void {
    killStrays();
    this.#scratch.remove();
  }
}

function place(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes);
  } catch (error) {
    throw new ProtomdlError(
      'check-not-started',
      `a candidate cannot be written: ${(error as Error).message}`,
    );
  }
}

/** Describes the end of a run in words. */
export function checkEnding({ status, code, signal, ms }: ProcessResult): string {
  if (status === 'timed-out') return `was ended after ${Math.round(ms)} ms`;
  return signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
}

function prints({ stdout, stderr }: ProcessResult, text: string | undefined): boolean {
  if (text === undefined) return true;
  return [stdout, stderr].some((output) => Buffer.from(output).includes(text));
}

/** Placeholder for the candidate's path. */
const PLACE = '{}';

/**
 * Splits a command line into words: separated by blanks, except inside of quotes and after a backslash. No
 * shell runs the command, unless the command itself starts a shell (`sh -c '…'`).
 * @returns undefined if a quote is not closed
 */
export function wordsOf(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const char = line[i] as string;
    if (quote !== '') {
      if (char === quote) quote = '';
      else if (char === '\\' && quote === '"' && /["\\]/.test(line[i + 1] ?? '')) word += line[++i];
      else word += char;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + (char === '\\' && i + 1 < line.length ? line[++i] : char);
    }
  }
  if (word !== undefined) words.push(word);
  return quote === '' ? words : undefined;
}

/** Returns the command with the candidate's path: in place of the placeholders, or as the last argument. */
function withCandidate(argv: readonly string[], path: string): string[] {
  const placed = argv.map((word, index) => (index > 0 ? word.replaceAll(PLACE, path) : word));
  return placed.some((word, index) => word !== argv[index]) ? placed : [...placed, path];
}
