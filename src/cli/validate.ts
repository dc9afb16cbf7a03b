import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { FAIL_ON, type FailOn } from '../check/config/vocabulary.js';
import { CATALOGUE } from '../check/rules/index.js';
import { FORMATS } from '../show/report/formats.js';
import { TOOL } from '../show/report/tool.js';
import { collect } from './collect.js';
import { COLOR_MODES, type ColorMode } from './color.js';
import type { CommandContext } from './commands.js';
import { complain } from './complain.js';
import { complainUnwritten } from './data-output.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT, type ExitCode } from './exit-code.js';
import type { Host } from './host.js';
import { type CommandInput, isFolder } from './input.js';
import {
  addSearchOptions,
  DEVICE_HELP,
  fromOption,
  levelSettings,
  listed,
  milliseconds,
  type ReleaseChoice,
  releaseChoice,
  releaseRemarks,
  type SearchFlags,
  wholeNumberOption,
} from './option-values.js';
import { type FormatChoice, formatChoice, ReportOutputs } from './report-outputs.js';
import { type RunSettings, type SettingsFlags, settingsFor } from './settings.js';
import { sideInputs } from './side-file.js';
import { type ValidationResult, ValidationRun } from './validation-run.js';

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
  /** Releases whose verdicts are to be predicted. */
  readonly runtime?: ReleaseChoice;
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('[files...]', 'files, directories (searched for .mdl and .hef), patterns, - for standard input')
    .option(
      '--format <format>',
      `${FORMATS.join(', ')} (default: human); with =file, write to that file; repeatable`,
      formatChoice,
      [],
    )
    .option('-o, --output <file>', 'write the report to this file instead of to standard output')
    .option('--files-from <file>', 'read more names from a file, one per line (- for standard input)')
    .option(
      '-j, --jobs <n>',
      'maximum number of workers (default: one per processor)',
      wholeNumberOption(1, 1024),
    )
    .addOption(
      new Option(
        '--fail-on <what>',
        'exit with 1 for findings of this severity and above, or if a release does not load a file (default: ' +
          'error)',
      ).choices(FAIL_ON),
    )
    .addOption(fromOption())
    .option('--checksum', 'verify checksums, which reads every byte (default)', true)
    .option('--no-checksum', 'do not verify checksums: blobs are not read')
    .option(
      '--max-per-code <n>',
      `maximum number of findings to list per code and file (default: ${DEFAULT_MAX_PER_CODE})`,
      wholeNumberOption(1, 1_000_000_000),
    )
    .option(
      '--runtime <release>',
      'predict what a release of the runtime does: 4.20.0, 4.20, 4.18-4.23, latest, or all',
      releaseChoice,
    )
    .option(
      '--target <release>',
      'releases that must load the files, in the same form; they decide the severities',
      releaseChoice,
    )
    .option('--device <name>', DEVICE_HELP, listed)
    .option('--time <time>', 'stop after this time, such as 60s, and exit with 5', milliseconds)
    .option('--config <file>', 'settings file (default: the nearest protomdl.config.yaml, .yml or .json)')
    .option('--no-config', 'ignore settings files')
    .option('--severity <code=level>', 'set codes to error, warning, info or off', levelSettings, [])
    .option('--only <codes>', 'only these codes, patterns or groups (core, wire, …)', listed, [])
    .option('--ignore <codes>', 'all codes except these codes, patterns or groups', listed, [])
    .option('--baseline <file>', 'ignore findings that are in this baseline: only new ones count')
    .option(
      '--report-unused-ignores',
      'exit with 1 if the settings ignore findings that no file has any more',
    )
    .option(
      '--write-baseline <file>',
      'write all findings to this file, as a baseline; with --baseline, only those that are in it',
    )
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .option('-v, --verbose', 'also list findings of severity info one by one')
    .option('-q, --quiet', 'print one line for each file that is not valid, and the last line', false)
    .action(async (files: string[], flags: ValidateFlags) => {
      context.exitCode = await validateCommand(files, flags, context.host);
    });
  addSearchOptions(command);
  addExamples(command, {
    'protomdl validate valid/small-network.hef': 'is this file valid? If not: all faults, with their places',
    'protomdl validate invalid/action-unset.mdl': ['a file that is not valid', 1],
    'protomdl validate valid --fail-on never --format sarif=findings.sarif --format human -q':
      'a whole folder: findings for a code scanner, and a line for each file that is not valid',
    'protomdl validate invalid/action-unset.mdl --severity action-unset=info --ignore wire':
      'with different severities',
    'protomdl validate valid/network-notes.hef --format html -o report.html':
      'a self-contained page to share or print, with the result of each release and pictures',
    'protomdl validate valid/ddr.mdl --runtime 4.20.0 --fail-on runtime':
      'does that release of the runtime load it?',
  });
}

async function validateCommand(args: readonly string[], flags: ValidateFlags, host: Host): Promise<ExitCode> {
  if (args.length === 0 && flags.filesFrom === undefined) {
    throw new CommandError('no files to validate: name files or directories, or - for standard input');
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
  if (!flags.quiet) for (const name of empty) await complain(host, `${name}: no files to validate in it`);
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
  inputs: readonly CommandInput[],
  flags: ValidateFlags,
  {
    settings,
    failOn,
    folder,
    read,
  }: { settings: RunSettings; failOn: FailOn; folder: string; read: readonly CommandInput[] },
  reports: ReportOutputs,
  host: Host,
): Promise<ValidationResult> {
  const { writeBaseline, framing, checksum } = flags;
  const baseline =
    writeBaseline === undefined
      ? undefined
      : new (await import('./baseline.js')).BaselineWriter(writeBaseline, folder, settings.carriedOver);
  const maxPerCode = flags.maxPerCode ?? settings.maxPerCode ?? DEFAULT_MAX_PER_CODE;
  // An HTML report needs predictions, because it shows which releases load a file.
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
      await complain(
        host,
        `--write-baseline ${writeBaseline}: not written, because not all files were checked`,
      );
  }
  return result;
}

/** Refuses the same file for a baseline and a report, because one would replace the other. */
function refuseSharedPlaces({ format, output, writeBaseline }: ValidateFlags, folder: string): void {
  if (writeBaseline === undefined) return;
  const places = [output, ...format.map(({ file }) => file)].filter((place) => place !== undefined);
  if (places.some((place) => resolve(folder, place) === resolve(folder, writeBaseline))) {
    throw new CommandError(`--write-baseline ${writeBaseline}: a report goes to that file`);
  }
}

function nothingMatched(empty: readonly string[]): string {
  if (empty.length === 0) return 'no files to validate: the list of files is empty';
  const folder = empty.length === 1 ? empty.find(isFolder) : undefined;
  if (folder !== undefined) {
    return `no files to validate: ${folder} is a directory without .mdl or .hef files; name the model itself`;
  }
  const names = empty.slice(0, 3).join(', ') + (empty.length > 3 ? ', …' : '');
  return `no files to validate in or matching ${names} (directories are searched for .mdl and .hef)`;
}
