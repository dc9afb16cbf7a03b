import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { FAIL_ON, type FailOn } from '../check/config/vocabulary.js';
import { CATALOGUE } from '../check/rules/index.js';
import { FORMATS } from '../show/report/formats.js';
import { TOOL } from '../show/report/tool.js';
import { collect } from './collect.js';
import { COLOR_MODES, type ColorMode } from './color.js';
import { CommandError } from './command-error.js';
import type { CommandContext } from './commands.js';
import { complain } from './complain.js';
import { complainUnwritten } from './data-output.js';
import { addExamples } from './examples.js';
import { EXIT, type ExitCode } from './exit-code.js';
import type { Host } from './host.js';
import type { Input } from './input.js';
import {
  DEVICE_HELP,
  fromOption,
  levelSettings,
  listed,
  milliseconds,
  type ReleaseChoice,
  releaseChoice,
  releaseRemarks,
  wholeNumber,
} from './option-values.js';
import { type FormatChoice, formatChoice, ReportOutputs } from './report-outputs.js';
import { addSearchOptions, type SearchFlags } from './search-options.js';
import { type RunSettings, type SettingsFlags, settingsFor } from './settings.js';
import { sideInputs } from './side-file.js';
import { type RunResult, ValidationRun } from './validation-run.js';

const DEFAULT_MAX_PER_CODE = 20;

interface ValidateFlags extends SettingsFlags, SearchFlags {
  readonly format: readonly FormatChoice[];
  readonly output?: string;
  readonly jobs?: number;
  readonly failOn?: FailOn;
  readonly framing: 'auto' | 'bare' | 'framed';
  readonly checksum: boolean;
  readonly maxPerCode?: number;
  readonly time?: number;
  readonly filesFrom?: string;
  readonly color: ColorMode;
  readonly quiet: boolean;
  readonly verbose?: boolean;
  readonly reportUnusedIgnores?: boolean;
  /** Releases whose verdicts are predicted. */
  readonly runtime?: ReleaseChoice;
}

/** `protomdl validate`. */
export function define(command: Command, context: CommandContext): void {
  command
    .argument('[files...]', 'files, directories (searched for .mdl and .hef), patterns, - for standard input')
    .option(
      '--format <format>',
      `${FORMATS.join(', ')} (default: human); with =file to write there; may be given several times`,
      formatChoice,
      [],
    )
    .option('-o, --output <file>', 'write the report there instead of to standard output')
    .option('--files-from <file>', 'read more names from a file, one a line (- for standard input)')
    .option('-j, --jobs <n>', 'workers to use at most (default: one a processor)', wholeNumber(1, 1024))
    .addOption(
      new Option(
        '--fail-on <what>',
        'end with 1 for findings from this severity on, or for what a runtime does (default: error)',
      ).choices(FAIL_ON),
    )
    .addOption(fromOption())
    .option('--checksum', 'verify checksums, which reads every byte (default)', true)
    .option('--no-checksum', 'leave checksums alone: blobs are not read')
    .option(
      '--max-per-code <n>',
      `findings of one code to list for a file (default: ${DEFAULT_MAX_PER_CODE})`,
      wholeNumber(1, 1_000_000_000),
    )
    .option(
      '--runtime <release>',
      'say what a release of the runtime will do: 4.20.0, 4.20, 4.18-4.23, latest, or all',
      releaseChoice,
    )
    .option(
      '--target <release>',
      'releases that are to load the files, named alike: severities follow what they do',
      releaseChoice,
    )
    .option('--device <name>', DEVICE_HELP, listed)
    .option('--time <time>', 'stop after this time, such as 60s, and end with 5', milliseconds)
    .option('--config <file>', 'settings to go by (default: the nearest protomdl.config.yaml, .yml or .json)')
    .option('--no-config', 'go by no settings')
    .option('--severity <code=level>', 'error, warning, info or off for codes', levelSettings, [])
    .option('--only <codes>', 'nothing but these codes, patterns or groups (core, wire, …)', listed, [])
    .option('--ignore <codes>', 'all but these codes, patterns or groups', listed, [])
    .option('--baseline <file>', 'leave out findings that the baseline has: only new ones count')
    .option('--report-unused-ignores', 'end with 1 where the settings ignore what no file has any more')
    .option(
      '--write-baseline <file>',
      'write all findings there, as a baseline for later; with --baseline, those that it has',
    )
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .option('-v, --verbose', 'list findings of severity info one by one too')
    .option('-q, --quiet', 'one line for each file that is not valid, and the last line', false)
    .action(async (files: string[], flags: ValidateFlags) => {
      context.exitCode = await validateCommand(files, flags, context.host);
    });
  addSearchOptions(command);
  addExamples(command, [
    {
      line: 'protomdl validate valid/small-network.hef',
      about: 'is it valid, and if not, what is wrong where?',
    },
    { line: 'protomdl validate invalid/action-unset.mdl', about: 'one that is not', exit: 1 },
    {
      line: 'protomdl validate valid --fail-on never --format sarif=findings.sarif --format human -q',
      about: 'a whole folder: findings for a code scanner, and a line for each file that is not valid',
    },
    {
      line: 'protomdl validate invalid/action-unset.mdl --severity action-unset=info --ignore wire',
      about: 'with other severities',
    },
    {
      line: 'protomdl validate valid/network-notes.hef --format html -o report.html',
      about: 'a page to hand on or to print, complete in itself, with what each release does and pictures',
    },
    {
      line: 'protomdl validate valid/ddr.mdl --runtime 4.20.0 --fail-on runtime',
      about: 'will that release of the runtime take it?',
    },
  ]);
}

async function validateCommand(args: readonly string[], flags: ValidateFlags, host: Host): Promise<ExitCode> {
  if (args.length === 0 && flags.filesFrom === undefined) {
    throw new CommandError('nothing to validate: name files or directories, or - for standard input');
  }
  const folder = host.folder ?? process.cwd();
  const settings = await settingsFor(flags, folder);
  const failOn = flags.failOn ?? settings.failOn ?? 'error';
  if (failOn === 'runtime' && flags.runtime === undefined && settings.targets.length === 0) {
    throw new CommandError('--fail-on runtime needs --runtime: a release whose verdict counts');
  }
  const { inputs, empty } = await collect(args, flags.filesFrom, {
    exclude: [...settings.exclude, ...flags.exclude],
    gitignore: flags.gitignore,
    root: settings.root === '' ? folder : settings.root,
  });
  if (inputs.length === 0) throw new CommandError(nothingMatched(empty));
  if (!flags.quiet) for (const name of empty) await complain(host, `${name}: nothing there to validate`);
  for (const remark of [...releaseRemarks(flags), ...settings.remarks]) await complain(host, remark);
  const read = [...inputs, ...settings.files, ...sideInputs(flags.filesFrom)];
  refuseSharedPlaces(flags, folder);
  const reports = await ReportOutputs.open(
    {
      formats: flags.format,
      output: flags.output,
      color: flags.color,
      tool: TOOL,
      catalogue: CATALOGUE,
      failOn,
      quiet: flags.quiet,
      verbose: flags.verbose === true || flags.only.length > 0,
    },
    read,
    host,
  );
  try {
    const { exitCode: code, unread } = await validateInputs(
      inputs,
      flags,
      { settings, failOn, folder, read },
      reports,
      host,
    );
    if (unread === undefined || code !== EXIT.unreadable) await reports.finish();
    else await reports.complainUnwritten(unread, host);
    if (flags.reportUnusedIgnores !== true || code > EXIT.found) return code;
    const { printUnusedIgnores } = await import('./unused-ignores.js');
    return (await printUnusedIgnores(inputs, flags, folder, host)) ? EXIT.found : code;
  } finally {
    reports.discard();
  }
}

async function validateInputs(
  inputs: readonly Input[],
  flags: ValidateFlags,
  {
    settings,
    failOn,
    folder,
    read,
  }: { settings: RunSettings; failOn: FailOn; folder: string; read: readonly Input[] },
  reports: ReportOutputs,
  host: Host,
): Promise<RunResult> {
  const { writeBaseline, framing, checksum } = flags;
  const baseline =
    writeBaseline === undefined
      ? undefined
      : new (await import('./baseline.js')).BaselineWriter(writeBaseline, folder, settings.carriedOver);
  const maxPerCode = flags.maxPerCode ?? settings.maxPerCode ?? DEFAULT_MAX_PER_CODE;
  // An HTML report shows which releases load a file.
  const isForPeople = flags.format.some(({ format }) => format === 'html');
  const runtimes = flags.runtime?.releases ?? (isForPeople ? 'usual' : undefined);
  const run = new ValidationRun(
    inputs,
    {
      validate: {
        framing,
        checksum,
        maxPerCode,
        ...(runtimes === undefined ? {} : { runtimes }),
        ...(settings.devices.length === 0 ? {} : { devices: settings.devices }),
        use: inputs.length === 1 || runtimes !== undefined || settings.targets.length > 0,
      },
      jobs: flags.jobs,
      failOn,
      budgetMs: flags.time ?? settings.budgetMs,
      settings,
      ...(baseline === undefined ? {} : { baseline }),
    },
    reports,
    host,
  );
  const result = await run.run();
  const { stopped, unread } = result;
  if (baseline !== undefined) {
    if (unread !== undefined) await complainUnwritten(writeBaseline, host, { option: '--write-baseline' });
    else if (stopped === undefined) await baseline.write(read, host, flags.quiet);
    else
      await complain(host, `--write-baseline ${writeBaseline}: not written, as not all files were looked at`);
  }
  return result;
}

/** A baseline that replaces a report, or the reverse, would lose one of the two. */
function refuseSharedPlaces({ format, output, writeBaseline }: ValidateFlags, folder: string): void {
  if (writeBaseline === undefined) return;
  const places = [output, ...format.map(({ file }) => file)].filter((place) => place !== undefined);
  if (places.some((place) => resolve(folder, place) === resolve(folder, writeBaseline))) {
    throw new CommandError(`--write-baseline ${writeBaseline}: a report goes to that file`);
  }
}

function nothingMatched(empty: readonly string[]): string {
  if (empty.length === 0) return 'nothing to validate: the list of files is empty';
  const folder = empty.length === 1 ? empty.find(isDirectory) : undefined;
  if (folder !== undefined) {
    return `nothing to validate: ${folder} is a directory, and no .mdl or .hef file is in it; name the model itself`;
  }
  const names = empty.slice(0, 3).join(', ') + (empty.length > 3 ? ', …' : '');
  return `nothing to validate: no file in or matching ${names} (directories are searched for .mdl and .hef)`;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
