import { type Command, Option } from 'commander';
import { humanReporter } from '../report/human.js';
import { jsonReporter } from '../report/json.js';
import type { ReportedFile, Reporter } from '../report/reporter.js';
import { TOOL } from '../report/tool.js';
import { type FailOn, Totals } from '../report/totals.js';
import { CATALOGUE } from '../rules/index.js';
import type { ValidateOptions } from '../validate/file-report.js';
import { collect } from './collect.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import { CommandError } from './command-error.js';
import type { CommandContext } from './commands.js';
import { complain, reportBug } from './complain.js';
import { type DataOutput, openDataOutput } from './data-output.js';
import { excerptsOf } from './excerpts.js';
import { EXIT, type ExitCode, heaviest } from './exit-code.js';
import type { Host } from './host.js';
import type { Input } from './input.js';
import { wholeNumber } from './option-values.js';
import { progressOf } from './progress.js';
import { outcomesOf } from './validate-inputs.js';

const FORMATS = ['human', 'json'] as const;

interface ValidateFlags {
  readonly format: (typeof FORMATS)[number];
  readonly output?: string;
  readonly jobs?: number;
  readonly failOn: FailOn;
  readonly framing: 'auto' | 'bare' | 'framed';
  readonly checksum: boolean;
  readonly maxPerCode: number;
  readonly filesFrom?: string;
  readonly color: ColorMode;
  readonly quiet: boolean;
}

/** `protomdl validate`. */
export function define(command: Command, context: CommandContext): void {
  command
    .argument('[files...]', 'files, directories (searched for .mdl and .hef), patterns, - for standard input')
    .addOption(new Option('--format <format>', 'report format').choices(FORMATS).default('human'))
    .option('-o, --output <file>', 'write the report there instead of to standard output')
    .option('--files-from <file>', 'read more names from a file, one a line (- for standard input)')
    .option('-j, --jobs <n>', 'workers to use at most (default: one a processor)', wholeNumber(1, 1024))
    .addOption(
      new Option('--fail-on <severity>', 'end with 1 for findings from this severity on')
        .choices(['error', 'warning', 'info', 'never'])
        .default('error'),
    )
    .addOption(
      new Option('--framing <kind>', 'what the file is: a bare message or framed')
        .choices(['auto', 'bare', 'framed'])
        .default('auto'),
    )
    .option('--checksum', 'verify checksums, which reads every byte (default)', true)
    .option('--no-checksum', 'leave checksums alone: blobs are not read')
    .option(
      '--max-per-code <n>',
      'findings of one code to list for a file',
      wholeNumber(1, 1_000_000_000),
      20,
    )
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .option('-q, --quiet', 'one line for each file that is not valid, and the last line', false)
    .action(async (files: string[], flags: ValidateFlags) => {
      context.exitCode = await validateCommand(files, flags, context.host);
    });
}

async function validateCommand(args: readonly string[], flags: ValidateFlags, host: Host): Promise<ExitCode> {
  if (args.length === 0 && flags.filesFrom === undefined) {
    throw new CommandError('nothing to validate: name files or directories, or - for standard input');
  }
  const { inputs, empty } = await collect(args, flags.filesFrom);
  if (inputs.length === 0) throw new CommandError(nothingMatched(empty));
  if (!flags.quiet) for (const name of empty) await complain(host, `${name}: nothing there to validate`);
  const output = openDataOutput(flags.output, inputs, host);
  try {
    return await writeReports(inputs, flags, output, host);
  } finally {
    output.close();
  }
}

async function writeReports(
  inputs: readonly Input[],
  flags: ValidateFlags,
  output: DataOutput,
  host: Host,
): Promise<ExitCode> {
  const reporter = reporterFor(flags, output, host);
  const totals = new Totals();
  const codes = new Set<ExitCode>();
  const progress = progressOf(inputs.length, 'files', !output.isTerminal, host);
  await output.write(reporter.begin());
  let index = 0;
  for await (const { report, bug } of outcomesOf(inputs, validateOptions(flags), flags.jobs, host)) {
    const { path, kind } = inputs[index++]!;
    if (bug !== undefined) {
      codes.add(EXIT.bug);
      await reportBug(host, bug, path);
    }
    const file: ReportedFile = { path, ...report };
    totals.add(file);
    const excerpts = kind === 'file' ? excerptsOf(path) : undefined;
    const text = reporter.file(file, excerpts?.excerpt);
    excerpts?.close();
    await output.write(text);
    await progress.advance();
  }
  progress.stop();
  await output.write(reporter.end());
  if (totals.unreadable > 0) codes.add(EXIT.unreadable);
  if (totals.fails(flags.failOn)) codes.add(EXIT.found);
  return heaviest(codes);
}

function reporterFor(flags: ValidateFlags, output: DataOutput, host: Host): Reporter {
  switch (flags.format) {
    case 'json':
      return jsonReporter(TOOL);
    case 'human':
      return humanReporter({
        palette: paletteFor(flags.color, output, host.env),
        catalogue: CATALOGUE,
        failOn: flags.failOn,
        quiet: flags.quiet,
        ...(output.columns === undefined ? {} : { width: output.columns }),
      });
  }
}

function validateOptions(flags: ValidateFlags): ValidateOptions {
  return { framing: flags.framing, checksum: flags.checksum, maxPerCode: flags.maxPerCode };
}

function nothingMatched(empty: readonly string[]): string {
  if (empty.length === 0) return 'nothing to validate: the list of files is empty';
  const names = empty.slice(0, 3).join(', ') + (empty.length > 3 ? ', …' : '');
  return `nothing to validate: no file in or matching ${names} (directories are searched for .mdl and .hef)`;
}
