import { extname } from 'node:path';
import type { Command } from 'commander';
import { type Reduction, reduce } from '../attack/reduce/reduce.js';
import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { nodeChecksums } from '../check/validate/node-checksums.js';
import { collectOne } from './collect.js';
import type { CommandContext } from './commands.js';
import { complain } from './complain.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT, type ExitCode } from './exit-code.js';
import { openByteOutput } from './file-output.js';
import type { Host } from './host.js';
import { remarkLookalikes } from './lookalike-remark.js';
import { fromOption, milliseconds, wholeNumberOption } from './option-values.js';
import { type CheckFlags, type ChosenCheck, chooseCheck } from './reduce-check.js';
import { ReduceProgress } from './reduce-progress.js';
import { requireWholeInput } from './whole-input.js';

interface ReduceFlags extends CheckFlags {
  readonly output?: string;
  readonly inPlace: boolean;
  readonly jobs?: number;
  readonly time?: number;
  readonly maxChecks?: number;
  readonly runs: number;
  readonly keepHeader: boolean;
  readonly framing: FramingMode;
  readonly quiet: boolean;
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<file>', 'the file to make smaller, - for standard input')
    .argument(
      '[command...]',
      'after --: a program that must end in the same way on the smaller file as on this one',
    )
    .option(
      '--check <command>',
      'command that gets the path of a file, in place of {} or last, and exits with 0 if the file is ' +
        'interesting; no shell runs it',
    )
    .option('--code <codes>', 'a file is interesting if validate reports this code (several: all of them)')
    .option('--output-has <text>', 'with a program: text that it must print as well')
    .option('--stdin', 'give files to the check on standard input instead of by path', false)
    .option('--timeout <time>', 'time limit of one check, such as 500ms (default: 10s)', milliseconds)
    .option(
      '--timeout-is-interesting',
      'a check that takes longer counts as interesting (default: not interesting)',
      false,
    )
    .option('-o, --output <file>', 'write the smallest file to this file instead of to standard output')
    .option('--in-place', 'overwrite the input', false)
    .option(
      '-j, --jobs <n>',
      'parallel checks (default: one per processor); the result does not depend on it',
      wholeNumberOption(1, 1024),
    )
    .option(
      '--time <time>',
      'stop after this time, write the smallest file until then, and exit with 5',
      milliseconds,
    )
    .option('--max-checks <n>', 'the same after this number of checks', wholeNumberOption(1, 1e9))
    .option(
      '--runs <n>',
      'how often to check the input, to detect an unreliable check',
      wholeNumberOption(1, 1000),
      2,
    )
    .option('--cache <folder>', 'folder of verdicts: use those of earlier runs, and add new ones')
    .option('--resume', 'the same in the folder <output>.reduce', false)
    .option('--keep-header', 'keep the header unchanged, instead of updating sizes and checksums', false)
    .addOption(fromOption())
    .option('-q, --quiet', 'no progress and no summary on standard error', false)
    .action(async (file: string, program: string[], flags: ReduceFlags) => {
      context.exitCode = await reduceCommand(file, program, flags, context.host);
    });
  addExamples(command, {
    'protomdl reduce --code action-unset invalid/action-unset.mdl -o smaller.mdl':
      'the smallest file for which validate reports this code',
    "protomdl reduce --check 'grep -q input_layer1' valid/small-network.hef -o smaller.hef":
      'any check: it gets a path, and exits with 0 if the file is interesting',
  });
}

async function reduceCommand(
  file: string,
  program: readonly string[],
  flags: ReduceFlags,
  host: Host,
): Promise<ExitCode> {
  const input = await collectOne(file, 'reduce');
  if (flags.inPlace && (flags.output !== undefined || input.kind !== 'file')) {
    throw new CommandError('--in-place: needs a file, and excludes -o');
  }
  const path = flags.inPlace ? input.path : flags.output;
  const chosen = await chooseCheck(program, flags, { extension: extname(input.path), output: path });
  try {
    const bytes = await requireWholeInput(input);
    await remarkLookalikes([input], host);
    const output = openByteOutput(path, { inputs: [input], inPlace: flags.inPlace }, host);
    try {
      const { reduction, exitCode } = await run(bytes, chosen, flags, host);
      await output.write(reduction.bytes);
      await output.finish();
      return exitCode;
    } finally {
      output.discard();
    }
  } finally {
    chosen.dispose();
  }
}

async function run(
  bytes: Uint8Array,
  chosen: ChosenCheck,
  flags: ReduceFlags,
  host: Host,
): Promise<{ reduction: Reduction; exitCode: ExitCode }> {
  const controller = new AbortController();
  let why: ExitCode = EXIT.budget;
  const stop = (code: ExitCode): void => {
    why = code;
    controller.abort();
  };
  const budget = flags.time;
  // Timers accept at most 31 bits of milliseconds, so a budget of more than 24 days counts as unlimited.
  const timer = budget === undefined || budget >= 2 ** 31 ? undefined : setTimeout(stop, budget, EXIT.budget);
  host.onSignal?.(stop);
  const started = performance.now();
  const progress = new ReduceProgress(bytes.length, host, flags.quiet);
  try {
    const check = await chosen.prepare(bytes, controller.signal);
    const reduction = await reduce(bytes, check, {
      jobs: flags.jobs ?? host.parallelism,
      signal: controller.signal,
      onProgress: progress.show,
      keepHeader: flags.keepHeader,
      framing: flags.framing,
      checksums: nodeChecksums,
      runs: flags.runs,
      ...(flags.maxChecks !== undefined && { maxChecks: flags.maxChecks }),
      ...(chosen.verdicts !== undefined && { verdicts: chosen.verdicts }),
    });
    await progress.end(reduction, performance.now() - started);
    const problem = chosen.verdicts?.problem;
    if (problem !== undefined) await complain(host, `verdicts are no longer kept: ${problem}`);
    return { reduction, exitCode: reduction.stopped === undefined ? EXIT.ok : why };
  } catch (error) {
    if (!isProtomdlError(error) || !USAGE.has(error.code)) throw error;
    const how = error.code === 'not-interesting' ? chosen.describe() : undefined;
    throw new CommandError(how === undefined ? error.message : `${error.message} (${how})`);
  } finally {
    await progress.clear();
    clearTimeout(timer);
    host.onSignal?.(undefined);
  }
}

/** Codes of errors about the check, which are usage errors. */
const USAGE = new Set(['not-interesting', 'check-unsteady', 'check-not-started']);
