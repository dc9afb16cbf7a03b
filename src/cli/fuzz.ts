import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CodeRanges, readCodeRanges } from '../attack/campaign/ending.js';
import { smithSeeds, structureMutagen, structureReducer } from '../attack/campaign/model-parts.js';
import type { CampaignSeed } from '../attack/campaign/parts.js';
import {
  type CampaignProgress,
  type CampaignReport,
  type CampaignRequest,
  runCampaign,
} from '../attack/campaign/run-campaign.js';
import { campaignIn } from '../attack/campaign/store.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import type { Release } from '../base/diagnostics/releases.js';
import {
  CAMPAIGN_FORMATS,
  type CampaignFormat,
  campaignJson,
  campaignText,
} from '../show/report/campaign.js';
import { findingFiles } from '../show/report/campaign-finding.js';
import { commandText, statusLine } from '../show/report/campaign-text.js';
import { TOOL } from '../show/report/tool.js';
import { collect } from './collect.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import type { CommandContext } from './commands.js';
import { complain } from './complain.js';
import { openDataOutput } from './data-output.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT, type ExitCode } from './exit-code.js';
import type { Host } from './host.js';
import { remarkLookalikes } from './lookalike-remark.js';
import {
  addSearchOptions,
  listed,
  milliseconds,
  oneRelease,
  type SearchFlags,
  wholeNumberOption,
} from './option-values.js';
import { StatusLine } from './progress.js';
import { byteSize } from './quantities.js';
import { requireWholeInput } from './whole-input.js';

interface FuzzFlags extends SearchFlags {
  readonly out: string;
  readonly stdin?: true;
  readonly persistent?: true;
  readonly jobs?: number;
  readonly timeout?: number;
  readonly memory: number;
  readonly time?: number;
  readonly runs?: number;
  readonly seed?: number;
  readonly crashCodes?: CodeRanges;
  readonly crashOutput?: RegExp;
  readonly differential?: true;
  readonly target?: Release;
  readonly reduce: boolean;
  readonly reduceTime?: number;
  readonly resume?: true;
  readonly places: boolean;
  readonly with: readonly string[];
  readonly without: readonly string[];
  readonly maxSize: number;
  readonly filesFrom?: string;
  readonly format: CampaignFormat;
  readonly output?: string;
  readonly color: ColorMode;
  readonly quiet?: true;
}

export function define(command: Command, context: CommandContext): void {
  command
    .usage('[options] [seeds...] -- command [arguments...] [--- command [arguments...]]')
    .argument('[seeds...]', 'files and directories of seeds (default: models from smith)')
    .option('--out <dir>', 'folder of findings; a campaign in it is continued', 'findings')
    .option('--stdin', 'the command reads the file from standard input (default: if it has no {})')
    .addOption(
      new Option(
        '--persistent',
        'the command keeps running, reads one file after the other and reports its coverage: linked with ' +
          'fuzz/harness/persistent.c (default: if it is linked so, and has no {})',
      ).conflicts('stdin'),
    )
    .option('-j, --jobs <n>', 'parallel runs (default: one per processor)', wholeNumberOption(1, 1024))
    .option(
      '--timeout <time>',
      'a longer run counts as a hang (default: 20 times the slowest seed, at least 1s)',
      milliseconds,
    )
    .addOption(
      new Option('--memory <bytes>', 'memory for one run, such as 512M; 0 for no limit')
        .argParser(byteSize(0, 2 ** 40))
        .default(2 ** 31, '2G'),
    )
    .option(
      '--time <time>',
      'make mutants for this time, such as 10m; then reduce the findings',
      milliseconds,
    )
    .option(
      '--runs <n>',
      'number of mutants, including those of earlier sessions',
      wholeNumberOption(0, 1e12),
    )
    .option(
      '--seed <n>',
      'seed of all random choices (default: a new one each time)',
      wholeNumberOption(0, 2 ** 53 - 1),
    )
    .option(
      '--crash-codes <codes>',
      'exit codes that count as crashes, such as 70,128-254 (default: 128-254)',
      crashCodes,
    )
    .option(
      '--crash-output <pattern>',
      'a run that prints this counts as a crash (a regular expression)',
      pattern,
    )
    .option('--differential', 'keep files on which two commands, or one and the validator, disagree')
    .addOption(
      new Option(
        '--target <release>',
        'with --differential: compare with the prediction for this release',
      ).argParser(oneRelease),
    )
    .option('--no-reduce', 'do not reduce findings')
    .option('--reduce-time <time>', 'time for reducing (default: a quarter of --time, or 60s)', milliseconds)
    .option(
      '--resume',
      'finish the campaign in --out: reduce the findings; new mutants only with --time or more --runs',
    )
    .option('--no-places', 'group crashes without a report by their signal: do not run them again under gdb')
    .option('--with <mutators>', 'mutators to use (protomdl mutate --list names them)', listed, [])
    .option('--without <mutators>', 'mutators to leave out', listed, [])
    .addOption(
      new Option('--max-size <bytes>', 'maximum size of a mutant, such as 64k')
        .argParser(byteSize(64, 2 ** 30))
        .default(2 ** 20, '1M'),
    )
    .option('--files-from <file>', 'read more names of seeds from a file, one per line')
    .addOption(
      new Option('--format <format>', 'format of the report').choices(CAMPAIGN_FORMATS).default('human'),
    )
    .option('-o, --output <file>', 'write the report to this file instead of to standard output')
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .option('-q, --quiet', 'no status line')
    .action(async (operands: string[], flags: FuzzFlags) => {
      const { seeds, commands } = splitCommands(
        operands,
        (command.parent as RawCommand | null)?.rawArgs ?? [],
      );
      context.exitCode = await fuzz(seeds, commands, flags, context.host);
    });
  addSearchOptions(command);
  addExamples(command, {
    'protomdl fuzz valid/small-network.hef --runs 20 --out found-1 -- cat {}':
      'mutants of a file, for a program that gets a path',
    'protomdl fuzz --runs 20 --out found-2 --stdin -- cat': 'mutants of models from smith, on standard input',
    'protomdl fuzz valid --runs 20 --out found-3 --differential -- cat {} --- cat {}':
      'files on which two loaders disagree',
  });
}

/** A command of Commander with its original command line, which Commander's types omit. */
interface RawCommand extends Command {
  readonly rawArgs: readonly string[];
}

/** Default time limit for reducing, in milliseconds. */
const REDUCE_MS = 60_000;

/** Runs a campaign. The exit code is 1 if the campaign had findings, and 130 after an interrupt. */
async function fuzz(
  names: readonly string[],
  commands: readonly (readonly string[])[],
  flags: FuzzFlags,
  host: Host,
): Promise<ExitCode> {
  checkFlags(names, commands, flags);
  const seeds = await seedsOf(names, flags, host);
  const stop = new AbortController();
  let ended: ExitCode | undefined;
  host.onSignal?.((code) => {
    ended ??= code;
    stop.abort();
  });
  const output = openDataOutput(flags.output, { inputs: [] }, host);
  const status = new StatusLine(host, flags.quiet !== true);
  try {
    const onProgress = (progress: CampaignProgress): void =>
      status.show(() => statusLine(progress, host.stderr.columns ?? 80));
    const report = await runCampaign(requestOf(seeds, commands, flags, host, stop.signal, onProgress));
    await status.clear();
    await output.write(campaignText(flags.format, report, paletteFor(flags.color, output, host.env)));
    await output.finish();
    return ended ?? exitCodeOf(report);
  } catch (error) {
    await status.clear();
    if (!isProtomdlError(error)) throw error;
    const isUnwritable = [
      'findings-unwritable',
      'findings-damaged',
      'scratch-full',
      'target-not-started',
    ].includes(error.code);
    if (ended !== undefined) {
      await complain(host, error.message);
      return ended;
    }
    throw new CommandError(error.message, isUnwritable ? EXIT.unreadable : EXIT.usage);
  } finally {
    host.onSignal?.(undefined);
    output.discard();
  }
}

function exitCodeOf({ groups }: CampaignReport): ExitCode {
  return groups.length > 0 ? EXIT.found : EXIT.ok;
}

function checkFlags(
  names: readonly string[],
  commands: readonly (readonly string[])[],
  flags: FuzzFlags,
): void {
  if (commands.length === 0) {
    const line = [flags.out, ...names].map(lineOf).find((one) => one !== undefined);
    throw new CommandError(
      line === undefined
        ? 'no loader to run: protomdl fuzz [seeds...] -- ./loader {}'
        : `no loader to run; its campaign goes on with: ${line}`,
    );
  }
  if (commands.length > 2) throw new CommandError('two loaders can be compared, no more (---)');
  if (commands.length === 2 && flags.differential !== true) {
    throw new CommandError('two loaders (---) are for --differential');
  }
  if (flags.target !== undefined && (flags.differential !== true || commands.length === 2)) {
    throw new CommandError('--target is for --differential with one loader');
  }
}

const MAX_SEEDS = 10;

/**
 * Returns the command line that resumes the campaign in a folder; undefined if the folder has no campaign.
 */
function lineOf(folder: string): string | undefined {
  const campaign = campaignIn(folder);
  if (campaign === undefined) return undefined;
  // Seeds from smith are not files, and are left out.
  const files = campaign.seeds.filter((name) => existsSync(name));
  const seeds = files.slice(0, MAX_SEEDS);
  if (files.length > seeds.length) seeds.push(`… (${files.length} seeds)`);
  const command = campaign.commands.map(commandText).join(' --- ');
  return ['protomdl fuzz --resume --out', commandText([folder, ...seeds]), '--', command].join(' ');
}

/** @throws CommandError for a seed that cannot be read, or for names without files */
async function seedsOf(
  names: readonly string[],
  flags: FuzzFlags,
  host: Host,
): Promise<readonly CampaignSeed[]> {
  if (names.length === 0 && flags.filesFrom === undefined) return smithSeeds(0);
  const { inputs } = await collect(names, flags.filesFrom, flags);
  if (inputs.length === 0) {
    throw new CommandError('no seed there (directories are searched for .mdl and .hef)');
  }
  await remarkLookalikes(inputs, host);
  const seeds: CampaignSeed[] = [];
  for (const input of inputs) {
    seeds.push({ name: input.path, bytes: await requireWholeInput(input) });
  }
  return seeds;
}

function requestOf(
  seeds: readonly CampaignSeed[],
  commands: readonly (readonly string[])[],
  flags: FuzzFlags,
  host: Host,
  signal: AbortSignal,
  onProgress: CampaignRequest['onProgress'],
): CampaignRequest {
  const { time, timeout, memory, crashCodes, crashOutput, target } = flags;
  return {
    commands,
    isDifferential: flags.differential,
    release: target,
    seeds,
    seed: flags.seed,
    input: flags.persistent ? 'persistent' : flags.stdin ? 'stdin' : undefined,
    timeoutMs: timeout,
    memoryBytes: memory === 0 ? undefined : memory,
    rules: { crashCodes, crashOutput },
    findsPlaces: flags.places,
    isResumed: flags.resume,
    jobs: flags.jobs ?? host.parallelism,
    maxRuns: flags.runs,
    maxMs: time,
    maxFinishMs: flags.reduceTime ?? (time === undefined ? REDUCE_MS : Math.max(10_000, time / 4)),
    maxSize: flags.maxSize,
    folder: flags.out,
    mutagen: structureMutagen(flags.with.length === 0 ? undefined : flags.with, flags.without),
    reducer: flags.reduce ? structureReducer : undefined,
    signal,
    tool: TOOL,
    writeFinding: (details) => findingFiles(details, TOOL),
    writeIndex: campaignJson,
    onProgress,
  };
}

function crashCodes(text: string): CodeRanges {
  const ranges = readCodeRanges(text);
  if (ranges === undefined) throw new InvalidArgumentError('It takes codes from 1 to 255: 70,128-254.');
  return ranges;
}

function pattern(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch (error) {
    throw new InvalidArgumentError(`It takes a regular expression: ${(error as Error).message}`);
  }
}

/** Separators on the command line: between seeds and commands, and between two commands. */
const BEFORE_COMMAND = '--';
const BETWEEN_COMMANDS = '---';

/**
 * Separates the seeds from the commands after `--`. The parser of the command line has removed `--` from the
 * operands.
 * @param operands arguments without options, in the order of the command line
 * @param argv the unchanged command line
 */
function splitCommands(
  operands: readonly string[],
  argv: readonly string[],
): { readonly seeds: readonly string[]; readonly commands: readonly (readonly string[])[] } {
  const at = argv.indexOf(BEFORE_COMMAND);
  if (at < 0) return { seeds: operands, commands: [] };
  const after = argv.slice(at + 1);
  const seeds = operands.slice(0, operands.length - after.length);
  const commands: string[][] = [[]];
  for (const word of after) {
    if (word === BETWEEN_COMMANDS) commands.push([]);
    else commands.at(-1)?.push(word);
  }
  if (commands.length === 1 && commands[0]?.length === 0) return { seeds, commands: [] };
  if (commands.some((command) => command.length === 0)) {
    throw new CommandError(`there is no command on one side of ${BETWEEN_COMMANDS}`);
  }
  return { seeds, commands };
}
