import { existsSync } from 'node:fs';
import { checkEnding, type ExpectedEnding, ProgramCheck, wordsOf } from '../attack/reduce/check-process.js';
import { type Check, reportsCodes } from '../attack/reduce/oracle.js';
import { identityOfCommand, VerdictFile } from '../attack/reduce/verdict-file.js';
import type { FramingMode } from '../base/container/detect.js';
import { suggestion } from '../check/config/nearest.js';
import { CATALOGUE } from '../check/rules/index.js';
import { TOOL } from '../show/report/tool.js';
import { CommandError } from './exit-code.js';
import { listed } from './option-values.js';

export interface CheckFlags {
  readonly check?: string;
  readonly code?: string;
  readonly outputHas?: string;
  readonly stdin: boolean;
  readonly timeout?: number;
  readonly timeoutIsInteresting: boolean;
  readonly framing: FramingMode;
  readonly cache?: string;
  readonly resume: boolean;
}

export interface ChosenCheck {
  readonly verdicts: VerdictFile | undefined;
  prepare(input: Uint8Array, signal: AbortSignal): Promise<Check>;
  /** Returns the result of the check on the input, for messages about an input that is not interesting. */
  describe(): string | undefined;
  dispose(): void;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Returns the check that the command line selects.
 * @throws CommandError for a missing check, for two checks, or for an invalid check
 */
export async function chooseCheck(
  program: readonly string[],
  flags: CheckFlags,
  { extension, output }: { readonly extension: string; readonly output: string | undefined },
): Promise<ChosenCheck> {
  const { check, code } = flags;
  const given = [check, code, program[0]].filter((one) => one !== undefined).length;
  if (given !== 1) {
    throw new CommandError(
      `${given === 0 ? 'which files are interesting?' : 'one check at a time:'} --check COMMAND, --code CODE, or -- PROGRAM ARGUMENTS`,
    );
  }
  const folder = cacheFolder(flags, output);
  if (code !== undefined) return codeCheck(code, flags, folder);
  const argv = check === undefined ? program : commandOf(check);
  if (flags.outputHas !== undefined && check !== undefined) {
    throw new CommandError(
      '--output-has: only for a program after --; a --check command tests its output itself',
    );
  }
  return programCheck(argv, check === undefined, flags, extension, folder);
}

function codeCheck(text: string, flags: CheckFlags, folder: string | undefined): ChosenCheck {
  const codes = listed(text, []);
  const known = [...CATALOGUE.keys()];
  for (const code of codes) {
    if (!known.includes(code)) throw new CommandError(`--code: no code ${code}${suggestion(code, known)}`);
  }
  if (codes.length === 0) throw new CommandError('--code: names no code');
  const verdicts = verdictsIn(folder, ['code', TOOL.version, flags.framing, ...codes]);
  return {
    verdicts,
    prepare: async () => reportsCodes(codes, flags.framing),
    describe: () => `validate does not report ${codes.join(', ')} for it`,
    dispose: () => verdicts?.close(),
  };
}

function programCheck(
  argv: readonly string[],
  isLikeInput: boolean,
  flags: CheckFlags,
  extension: string,
  folder: string | undefined,
): ChosenCheck {
  const { stdin, outputHas, timeoutIsInteresting, timeout: timeoutMs = DEFAULT_TIMEOUT_MS } = flags;
  const options = { argv, stdin, timeoutMs, timeoutIsInteresting, extension };
  const identity = [isLikeInput, stdin, timeoutMs, timeoutIsInteresting, outputHas, extension].map(String);
  const verdicts = verdictsIn(folder, ['program', ...identity, ...identityOfCommand(argv)]);
  let program = new ProgramCheck(options);
  let said: string | undefined;
  return {
    verdicts,
    prepare: async (input, signal) => {
      const result = await program.run(input, signal);
      said = `the check ${checkEnding(result)}`;
      if (!isLikeInput || result.status === 'aborted') return program.check;
      if (result.status === 'timed-out' && !timeoutIsInteresting) {
        throw new CommandError(`the program ${checkEnding(result)}: --timeout-is-interesting looks for that`);
      }
      const expected = expectationOf(result.code, result.signal, outputHas);
      program.dispose();
      program = new ProgramCheck({ ...options, expected });
      said = `the program ${checkEnding(result)}, and does not print ${outputHas}`;
      return program.check;
    },
    describe: () => said,
    dispose: () => {
      program.dispose();
      verdicts?.close();
    },
  };
}

/**
 * Returns the expected result of a program from its result on the input.
 * @throws CommandError if the result is not suitable for a check
 */
function expectationOf(
  code: number | null,
  signal: NodeJS.Signals | null,
  output: string | undefined,
): ExpectedEnding {
  if (code === 0 && output === undefined) {
    throw new CommandError(
      'the program exits with 0 on the input, as on any file: name its output with --output-has',
    );
  }
  const printed = output === undefined ? {} : { output };
  return signal === null ? { code: code ?? 0, ...printed } : { signal, ...printed };
}

/**
 * Returns the words of the command for a check. The check is the name of an existing file, or a command line.
 */
function commandOf(check: string): readonly string[] {
  if (existsSync(check)) return [check.includes('/') ? check : `./${check}`];
  const words = wordsOf(check);
  if (words === undefined) throw new CommandError('--check: a quote is not closed');
  if (words.length === 0) throw new CommandError('--check: names no command');
  return words;
}

function cacheFolder({ cache, resume }: CheckFlags, output: string | undefined): string | undefined {
  if (cache !== undefined || !resume) return cache;
  if (output === undefined || output === '-')
    throw new CommandError('--resume: needs -o, or a --cache folder');
  return `${output}.reduce`;
}

function verdictsIn(folder: string | undefined, identity: readonly string[]): VerdictFile | undefined {
  if (folder === undefined) return undefined;
  try {
    return new VerdictFile(folder, identity);
  } catch (error) {
    throw new CommandError(`--cache ${folder}: ${(error as Error).message}`);
  }
}
