import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { type RunResult, runCommand } from '../process/run-command.js';
import { scratchFolder } from '../process/scratch.js';
import { killStrays } from '../process/strays.js';
import { withCandidate } from './check-command.js';
import type { Check } from './oracle.js';

/** What makes a run of a program interesting. */
export interface Expectation {
  /** Its exit code; undefined: it has to end by `signal`. */
  readonly code?: number;
  readonly signal?: NodeJS.Signals;
  /** What it has to print, on either output. */
  readonly output?: string;
}

export interface ProgramCheckOptions {
  /** The program and its arguments; `{}` in an argument becomes the candidate's path, which else comes last. */
  readonly argv: readonly string[];
  /** Gives candidates on standard input instead. */
  readonly stdin?: boolean;
  /** Milliseconds for one check. */
  readonly timeoutMs: number;
  /** What a check that takes longer says (default: not interesting). */
  readonly timeoutIsInteresting?: boolean;
  /** How it ends where a candidate is interesting (default: exit code 0). */
  readonly expected?: Expectation;
  /** What files of candidates end in, such as `.hef`. */
  readonly extension?: string;
}

/** Of each output; a crash's report is at its end, which is kept. */
const MAX_OUTPUT = 256 * 1024;

/** A check that runs a program for each candidate, which it gets as a file of its own. */
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
   * @throws ProtomdlError `check-not-started` when there is no such program, or it cannot be run
   */
  async run(candidate: Uint8Array, signal?: AbortSignal): Promise<RunResult> {
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

  /** Whether a run ended as one on an interesting file does. */
  isExpected(result: RunResult): boolean {
    const { timeoutIsInteresting = false, expected = { code: 0 } } = this.#options;
    if (result.status === 'timed-out') return timeoutIsInteresting;
    const isSame =
      expected.signal === undefined
        ? result.status === 'exited' && result.code === (expected.code ?? 0)
        : result.status === 'signalled' && result.signal === expected.signal;
    return isSame && prints(result, expected.output);
  }

  /** Takes the scratch files away, and ends what checks left running. */
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

/** How a run ended, in words. */
export function endingOf({ status, code, signal, ms }: RunResult): string {
  if (status === 'timed-out') return `was ended after ${Math.round(ms)} ms`;
  return signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
}

function prints({ stdout, stderr }: RunResult, text: string | undefined): boolean {
  if (text === undefined) return true;
  return [stdout, stderr].some((output) => Buffer.from(output).includes(text));
}
