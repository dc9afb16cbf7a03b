import { type Command, Option } from 'commander';
import { RELEASES } from '../base/diagnostics/catalogue.js';
import { PUBLISHED_RELEASES } from '../base/diagnostics/releases.js';
import { COMPAT_FORMATS, type CompatFormat, compatReporter } from '../show/report/compat.js';
import { problemText } from '../show/report/problem.js';
import type { ReportedFile, Reporter } from '../show/report/reporter.js';
import { TOOL } from '../show/report/tool.js';
import { collectSome } from './collect.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import type { CommandContext } from './commands.js';
import { complain } from './complain.js';
import { writeData } from './data-output.js';
import { checkPairs, devicesNamed } from './device-names.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT, type ExitCode } from './exit-code.js';
import type { Host, Output } from './host.js';
import {
  addSearchOptions,
  DEVICE_HELP,
  fromOption,
  listed,
  milliseconds,
  type ReleaseChoice,
  releaseChoice,
  releaseRemarks,
  type SearchFlags,
  wholeNumberOption,
} from './option-values.js';
import { NO_SETTINGS } from './settings.js';
import { sideInputs } from './side-file.js';
import { type RunReports, ValidationRun } from './validation-run.js';

interface CompatFlags extends SearchFlags {
  readonly format: CompatFormat;
  readonly target?: ReleaseChoice;
  readonly device?: readonly string[];
  readonly output?: string;
  readonly filesFrom?: string;
  readonly jobs?: number;
  readonly framing: 'auto' | 'bare' | 'framed';
  readonly checksum: boolean;
  readonly time?: number;
  readonly color: ColorMode;
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('[files...]', 'files, directories (searched for .mdl and .hef), patterns, - for standard input')
    .addOption(new Option('--format <format>', 'output format').choices(COMPAT_FORMATS).default('human'))
    .option(
      '--target <release>',
      'releases of the runtime: 4.20.0, 4.20, 4.18-4.23, latest, or all (default: the common ones)',
      releaseChoice,
    )
    .option('--device <name>', DEVICE_HELP, listed)
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .option('--files-from <file>', 'read more names from a file, one per line (- for standard input)')
    .option(
      '-j, --jobs <n>',
      'maximum number of workers (default: one per processor)',
      wholeNumberOption(1, 1024),
    )
    .addOption(fromOption())
    .option('--checksum', 'verify checksums, as the runtime does, which reads every byte (default)', true)
    .option('--no-checksum', 'do not verify checksums: blobs are not read')
    .option('--time <time>', 'stop after this time, such as 60s, and exit with 5', milliseconds)
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .action(async (files: string[], flags: CompatFlags) => {
      context.exitCode = await checkCompat(files, flags, context.host);
    });
  addSearchOptions(command);
  addExamples(command, {
    'protomdl check-compat valid/one-context.mdl --target 4.20.0': 'does that release load it?',
    'protomdl check-compat valid --format csv -o compat.csv': [
      'a table of releases and files, with the result of each pair',
      1,
    ],
  });
}

/** Code of the finding about a file that was compiled for another device. */
const WRONG_DEVICE = 'hw-arch-not-configurable';

/** Exits with 1 if a requested release does not load a file. */
async function checkCompat(args: readonly string[], flags: CompatFlags, host: Host): Promise<ExitCode> {
  if (args.length === 0 && flags.filesFrom === undefined) {
    throw new CommandError('no files to check: name files or directories, or - for standard input');
  }
  const inputs = await collectSome(args, flags.filesFrom, 'check', flags);
  const asked = PUBLISHED_RELEASES.filter((release) => flags.target?.releases.includes(release));
  for (const remark of releaseRemarks(flags)) await complain(host, remark);
  const { devices, remarks } = await devicesNamed(flags.device ?? [], host.folder ?? process.cwd(), asked);
  for (const remark of remarks) await complain(host, remark);
  await checkPairs(devices, asked, '--target');
  const releases = asked.length === 0 ? RELEASES : asked;
  const { framing, checksum, jobs, time: budgetMs } = flags;
  return writeData(
    flags.output,
    inputs,
    host,
    async (output) => {
      const palette = paletteFor(flags.color, output, host.env);
      const reporter = compatReporter(flags.format, { tool: TOOL, releases, palette });
      let isForOthers = false;
      const named = async ({ path, lookalike, diagnostics = [] }: ReportedFile): Promise<void> => {
        for (const { code, severity, message, offset } of diagnostics) {
          if (code !== WRONG_DEVICE || severity !== 'error') continue;
          isForOthers = true;
          await complain(host, problemText({ file: path, code, message, offset }));
        }
        if (lookalike === undefined) return;
        const message = `this is ${lookalike}`;
        await complain(host, problemText({ file: path, code: 'frame-bad-magic', message, offset: 0 }));
      };
      const run = new ValidationRun(
        inputs,
        {
          // Few findings per code are sufficient, because the report shows only the verdict.
          validate: {
            framing,
            checksum,
            maxPerCode: Math.max(1, devices.length),
            runtimes: asked.length === 0 ? 'usual' : asked,
            use: true,
            ...(devices.length === 0 ? {} : { devices }),
          },
          jobs,
          failOn: 'runtime',
          budgetMs,
          settings: NO_SETTINGS,
        },
        reportsTo(output, reporter, named),
        host,
      );
      const { exitCode } = await run.run();
      return isForOthers && exitCode === EXIT.ok ? EXIT.found : exitCode;
    },
    sideInputs(flags.filesFrom),
  );
}

/** Writes one report, in the order of the files. */
function reportsTo(
  output: Output,
  reporter: Reporter,
  named: (file: ReportedFile) => Promise<void>,
): RunReports {
  return {
    isWatched: output.isTerminal,
    needsPictures: false,
    begin: () => output.write(reporter.begin()),
    fileDone: () => {},
    file: async (file) => {
      await named(file);
      await output.write(reporter.file(file));
    },
    end: (cut) => output.write(reporter.end(cut)),
  };
}
