import { type Command, Option } from 'commander';
import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError, ProtomdlError } from '../base/diagnostics/error.js';
import type { Source } from '../base/source/source.js';
import { nodeChecksums } from '../check/validate/node-checksums.js';
import { readNotedNetwork } from '../show/network/read-notes.js';
import { DIFF_FORMATS, type DiffFormat, diffJson, diffMarkdown, diffText } from '../show/report/diff.js';
import type { ComparedCosts } from '../show/report/diff-cost.js';
import { type ComparedNetworks, networkChanges } from '../show/report/network-changes.js';
import { TOOL } from '../show/report/tool.js';
import type { Breaking } from '../tools/diff/breaking.js';
import { diff as diffModels, type ModelDiff } from '../tools/diff/diff.js';
import { IGNORABLE } from '../tools/diff/ignored.js';
import { collect } from './collect.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import type { CommandContext } from './commands.js';
import { complain } from './complain.js';
import { writeData } from './data-output.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT, type ExitCode, heaviestExit } from './exit-code.js';
import { guardedIfDense } from './guard.js';
import type { Host, Output } from './host.js';
import type { CommandInput } from './input.js';
import { fromOptionOfMany, listed, milliseconds, wholeNumberOption } from './option-values.js';
import { placedFaults, printFault } from './problem.js';
import { openHeld } from './spooled-input.js';

interface DiffFlags {
  readonly format: DiffFormat;
  readonly output?: string;
  readonly framing: FramingMode;
  readonly without: readonly string[];
  readonly breaking?: boolean;
  readonly checksum: boolean;
  readonly exact?: boolean;
  readonly summary?: boolean;
  readonly contextLimit: number;
  readonly limit: number;
  readonly time?: number;
  readonly color: ColorMode;
  readonly quiet?: boolean;
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<before>', 'a file, - for standard input')
    .argument('<after>', 'the file to compare it with')
    .addOption(new Option('--format <format>', 'output format').choices(DIFF_FORMATS).default('human'))
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .option(
      '--without <names>',
      `differences to ignore (several with commas): ${IGNORABLE.join(', ')}, or any field's name`,
      listed,
      [],
    )
    .option('--breaking', 'show only changes that an application notices; no other change exits with 1')
    .option('--exact', 'also exit with 1 if the bytes differ but mean the same')
    .option('--summary', 'no single changes: only counts, and the cost of both files')
    .option(
      '--context-limit <n>',
      'maximum number of changes shown for each context, and for the rest',
      wholeNumberOption(0, 1e9),
      20,
    )
    .option('--limit <n>', 'maximum number of changes in all', wholeNumberOption(1, 1e6), 10_000)
    .addOption(fromOptionOfMany())
    .option('--checksum', 'with --breaking, verify checksums as the runtime does (default)', true)
    .option('--no-checksum', 'do not verify checksums')
    .option('--time <time>', 'stop after this time, such as 60s, and exit with 5', milliseconds)
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .option('-q, --quiet', 'print nothing: only the exit code')
    .action(async (before: string, after: string, flags: DiffFlags) => {
      context.exitCode = await diffCommand([before, after], flags, context.host);
    });
  addExamples(command, {
    'protomdl diff valid/one-context.mdl valid/two-contexts.mdl': ['what changed', 1],
    'protomdl diff valid/framed-v2.hef valid/framed-v3.hef --without framing --summary':
      'do two files hold the same message?',
    'protomdl diff valid/one-context.mdl valid/two-networks.mdl --breaking --format markdown': [
      'changes that applications notice, for a comment',
      1,
    ],
  });
}

async function diffCommand(args: readonly string[], flags: DiffFlags, host: Host): Promise<ExitCode> {
  if (args[0] === '-' && args[1] === '-') {
    throw new CommandError('standard input cannot be both files');
  }
  const inputs = await Promise.all(args.map(inputOf));
  return guardedIfDense(inputs, flags.framing, host, [flags.output], () =>
    writeData(flags.output, inputs, host, (output) => compareInputs(inputs, flags, output, host)),
  );
}

async function compareInputs(
  inputs: readonly CommandInput[],
  flags: DiffFlags,
  output: Output,
  host: Host,
): Promise<ExitCode> {
  const [before, after] = inputs as readonly [CommandInput, CommandInput];
  const sources: Source[] = [];
  try {
    for (const input of inputs) {
      const source = await opened(input, flags.framing, host);
      if (typeof source === 'number') return source;
      sources.push(source);
    }
    const [one, other] = sources as [Source, Source];
    const found = await compared(one, other, flags, host);
    if (found === undefined) return EXIT.budget;
    const { breaking, networks, costs } = found;
    const diff = {
      ...found.diff,
      problems: await placedProblems(found.diff.problems, inputs, flags.framing),
    };
    const report = {
      before: before.path,
      after: after.path,
      diff,
      breaking,
      networks,
      costs,
      ignored: flags.without,
    };
    if (flags.quiet !== true) {
      const palette = paletteFor(flags.color, output, host.env);
      const { summary = false, contextLimit } = flags;
      const text =
        flags.format === 'json'
          ? diffJson(TOOL, report)
          : flags.format === 'markdown'
            ? diffMarkdown(report, { summary, contextLimit })
            : diffText(report, { palette, summary, contextLimit });
      await output.write(text);
    }
    return codeOfVerdict(diff, breaking, flags);
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    if (error.code === 'diff-ignore-unknown') throw new CommandError(`--without ${error.message}`);
    return printFault(error, before, host, flags.framing);
  } finally {
    for (const source of sources) await source.close();
  }
}

/** Replaces problems by the corresponding faults that `validate` finds, with their places. */
async function placedProblems(
  problems: ModelDiff['problems'],
  [before, after]: readonly CommandInput[],
  framing: FramingMode,
): Promise<ModelDiff['problems']> {
  const placed = async (
    side: 'before' | 'after',
    input: CommandInput | undefined,
  ): Promise<ModelDiff['problems']> => {
    const own = problems.filter((problem) => problem.side === side);
    if (input === undefined || own.length === 0) return own;
    const faults = await placedFaults(own, input, framing);
    return faults.map(({ code, message, offset = 0, path = '' }) => ({ side, code, message, offset, path }));
  };
  return [...(await placed('before', before)), ...(await placed('after', after))];
}

interface Compared {
  readonly diff: ModelDiff;
  readonly breaking: Breaking | null;
  readonly networks: ComparedNetworks | null;
  readonly costs: ComparedCosts | null;
}

/** Compares the two files. Returns undefined if the budget is used up. */
async function compared(
  before: Source,
  after: Source,
  flags: DiffFlags,
  host: Host,
): Promise<Compared | undefined> {
  const { framing, without: ignore, limit, checksum, time } = flags;
  const deadline = time === undefined ? Number.POSITIVE_INFINITY : performance.now() + time;
  const onProgress = (): void => {
    if (performance.now() > deadline) throw new ProtomdlError('diff-budget', 'the budget is used up');
  };
  try {
    const checksums = nodeChecksums;
    const diff = await diffModels(before, after, { framing, ignore, limit, checksums, onProgress });
    const isAsked = flags.breaking === true && diff.verdict !== 'identical';
    const isReadable = !diff.problems.some(({ code }) => code.startsWith('frame-'));
    const breaking =
      isAsked && isReadable
        ? await (await import('../tools/diff/breaking.js')).findBreaking(before, after, {
            framing,
            checksum,
            checksums,
          })
        : flags.breaking === true
          ? { changes: [], problems: [] }
          : null;
    const isOfNetworks = diff.verdict === 'different' && !ignore.includes('mapping');
    const networks = isOfNetworks ? await comparedNetworks(before, after, framing) : null;
    const isOfCosts = flags.summary === true && diff.verdict === 'different';
    const costs = isOfCosts ? await comparedCosts(before, after, framing) : null;
    onProgress();
    return { diff, breaking, networks, costs };
  } catch (error) {
    if (!isProtomdlError(error) || error.code !== 'diff-budget') throw error;
    await complain(host, `stopped: the files are not compared after ${time} ms`);
    return undefined;
  }
}

/**
 * Compares the networks; returns null unless both files have valid notes. Unreadable parts are already
 * reported by the comparison of the files.
 */
async function comparedNetworks(
  before: Source,
  after: Source,
  framing: FramingMode,
): Promise<ComparedNetworks | null> {
  try {
    const [one, other] = [await readNotedNetwork(before, framing), await readNotedNetwork(after, framing)];
    if (one === null || other === null) return null;
    return { before: one, after: other, changes: networkChanges(one, other) };
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return null;
  }
}

/** Compares the costs; returns null if a file cannot be read. */
async function comparedCosts(
  before: Source,
  after: Source,
  framing: FramingMode,
): Promise<ComparedCosts | null> {
  const { costOf } = await import('../show/network/read-cost.js');
  try {
    return { before: await costOf(before, framing), after: await costOf(after, framing) };
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return null;
  }
}

/**
 * Returns exit code 1 for different files; with `--breaking`, only for changes that an application would
 * notice. With any option, a file that could not be compared completely counts as different.
 */
function codeOfVerdict(
  { verdict, problems }: ModelDiff,
  breaking: Breaking | null,
  flags: DiffFlags,
): ExitCode {
  const codes: ExitCode[] = [];
  if (problems.length > 0) codes.push(EXIT.found);
  if (breaking !== null) codes.push(breaking.changes.length > 0 ? EXIT.found : EXIT.ok);
  else if (verdict === 'different') codes.push(EXIT.found);
  if (flags.exact === true && verdict !== 'identical') codes.push(EXIT.found);
  return heaviestExit(codes);
}

/** Returns the input for the name of a file. Patterns and directories are refused. */
async function inputOf(name: string): Promise<CommandInput> {
  const { inputs } = await collect([name], undefined);
  const [input] = inputs;
  if (inputs.length !== 1 || input === undefined || (name !== '-' && input.path !== name)) {
    throw new CommandError(`${name}: not a file; diff compares two files`);
  }
  return input;
}

/**
 * Opens one of the two files for reading at any offset, because each file is read twice.
 * @returns the exit code for an input that cannot be read, after a message to the user
 */
async function opened(input: CommandInput, framing: FramingMode, host: Host): Promise<Source | ExitCode> {
  try {
    return await openHeld(input, { framing, spoolBytes: host.spoolBytes });
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return printFault(error, input, host);
  }
}
