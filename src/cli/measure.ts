import { availableParallelism, cpus } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { isProtomdlError, ProtomdlError } from '../base/diagnostics/error.js';
import { openFile } from '../base/source/file.js';
import { reading } from '../base/source/source.js';
import {
  type BenchComparison,
  type BenchReport,
  benchJson,
  benchMarkdown,
  benchText,
  compareBench,
} from '../show/report/bench.js';
import { TOOL } from '../show/report/tool.js';
import { type FileMeasurements, measureFile } from '../tools/measure/measure-file.js';
import { collect } from './collect.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import type { CommandContext } from './commands.js';
import { writeData } from './data-output.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT, type ExitCode, heaviestExit } from './exit-code.js';
import { guarded } from './guard.js';
import type { Host } from './host.js';
import type { CommandInput } from './input.js';
import { remarkLookalikes } from './lookalike-remark.js';
import { addSearchOptions, type SearchFlags, wholeNumberOption } from './option-values.js';
import { printFault } from './problem.js';
import { progressOf } from './progress.js';
import { sideInputs, sideText } from './side-file.js';

const FORMATS = ['human', 'json', 'markdown'] as const;

/** Maximum size of a file in bytes, because files are measured in memory. */
const MAX_BYTES = 1 << 30;

interface MeasureFlags extends SearchFlags {
  readonly format: (typeof FORMATS)[number];
  readonly output?: string;
  readonly runs: number;
  readonly compare?: string;
  readonly failOnRegression?: number;
  readonly color: ColorMode;
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<files...>', 'files, directories (searched for .mdl and .hef), patterns')
    .addOption(new Option('--format <format>', 'output format').choices(FORMATS).default('human'))
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .option('--runs <n>', 'counted runs of each kind of work', wholeNumberOption(1, 10_000), 10)
    .option('--compare <file>', 'an earlier report (--format json) to compare with')
    .option('--fail-on-regression <share>', 'exit with 1 if a median is slower by this share: 10%', share)
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .action(async (files: string[], flags: MeasureFlags) => {
      context.exitCode = await measureCommand(files, flags, context.host);
    });
  addSearchOptions(command);
  addExamples(command, {
    'protomdl measure valid/small-network.hef --runs 3 --format json -o before.json':
      'how fast is this file read? Keep the result',
    'protomdl measure valid/small-network.hef --runs 3 --compare before.json':
      'compare with the earlier result',
  });
}

function share(text: string): number {
  const match = /^(\d+(?:\.\d+)?)%$/.exec(text);
  if (match === null) throw new InvalidArgumentError('It takes a percentage, such as 10%.');
  return Number(match[1]) / 100;
}

async function measureCommand(args: readonly string[], flags: MeasureFlags, host: Host): Promise<ExitCode> {
  if (flags.failOnRegression !== undefined && flags.compare === undefined) {
    throw new CommandError('--fail-on-regression needs --compare: an earlier report to regress from');
  }
  const before = flags.compare === undefined ? undefined : readReport(flags.compare);
  const { inputs } = await collect(args, undefined, flags);
  if (inputs.length === 0) throw new CommandError('no files found to measure');
  await remarkLookalikes(inputs, host);
  return guarded(host, [flags.output], () => measureAll(inputs, before, flags, host));
}

function measureAll(
  inputs: readonly CommandInput[],
  before: BenchReport | undefined,
  flags: MeasureFlags,
  host: Host,
): Promise<ExitCode> {
  return writeData(
    flags.output,
    inputs,
    host,
    async (output) => {
      const codes: ExitCode[] = [];
      const files: (FileMeasurements & { path: string })[] = [];
      for (const input of inputs) {
        const progress = progressOf(
          flags.runs,
          `runs on ${input.path}`,
          !output.isTerminal || host.stderr.isTerminal,
          host,
        );
        try {
          const bytes = await contentOf(input);
          files.push({
            path: input.path,
            ...(await measureFile(bytes, { runs: flags.runs, onRun: () => progress.advance() })),
          });
        } catch (error) {
          if (!isProtomdlError(error)) throw error;
          codes.push(EXIT.unreadable);
          await printFault(error, input, host);
        } finally {
          progress.stop();
        }
      }
      const report = reportOf(files);
      const comparisons = before === undefined ? [] : compareBench(report, before);
      if (before !== undefined && comparisons.length === 0) {
        throw new CommandError(`${flags.compare}: none of these files are in it, so nothing can be compared`);
      }
      if (files.length > 0 || flags.format === 'json')
        await output.write(rendered(report, comparisons, flags, paletteFor(flags.color, output, host.env)));
      if (regresses(comparisons, flags.failOnRegression)) codes.push(EXIT.found);
      return heaviestExit(codes);
    },
    sideInputs(flags.compare),
  );
}

function rendered(
  report: BenchReport,
  comparisons: readonly BenchComparison[],
  { format }: MeasureFlags,
  palette: Parameters<typeof benchText>[2],
): string {
  if (format === 'json') return benchJson(report);
  return format === 'markdown' ? benchMarkdown(report) : benchText(report, comparisons, palette);
}

/**
 * True if a comparison shows a regression. A difference is not a regression if the middle halves of both
 * measurements overlap.
 */
function regresses(comparisons: readonly BenchComparison[], tolerated: number | undefined): boolean {
  if (tolerated === undefined) return false;
  return comparisons.some(({ ratio, overlap }) => !overlap && ratio > 1 + tolerated);
}

function reportOf(files: BenchReport['files']): BenchReport {
  return {
    schemaVersion: 1,
    tool: TOOL,
    machine: {
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      processor: cpus()[0]?.model.trim() ?? 'unknown processor',
      cores: availableParallelism(),
    },
    date: new Date().toISOString(),
    files,
  };
}

/** @throws ProtomdlError if the input cannot be read, or is too large to be measured in memory */
async function contentOf({ path, problem, kind }: CommandInput): Promise<Uint8Array> {
  if (problem !== undefined) throw new ProtomdlError(problem.code, problem.message);
  if (kind === 'stdin')
    throw new ProtomdlError('source-unreadable', 'standard input cannot be measured: name a file');
  return await reading(openFile(path), async (source) => {
    const size = source.size ?? Number.POSITIVE_INFINITY;
    if (size > MAX_BYTES)
      throw new ProtomdlError('source-too-large', 'more than 1 GiB: too large to be measured in memory');
    const bytes = new Uint8Array(size);
    await source.read(0, bytes);
    return bytes;
  });
}

/** Maximum size of a report in bytes: larger than a report on a hundred thousand files. */
const MAX_REPORT_BYTES = 256 * 1024 * 1024;

/** @throws CommandError if the file is not a report of `measure` */
function readReport(path: string): BenchReport {
  const text = sideText(path, '--compare', MAX_REPORT_BYTES);
  let report: Partial<BenchReport>;
  try {
    report = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`--compare ${path}: ${error instanceof Error ? error.message : error}`);
  }
  const isReport =
    report?.schemaVersion === 1 &&
    Array.isArray(report.files) &&
    report.files.every((file) => typeof file?.path === 'string' && Array.isArray(file.measurements));
  if (!isReport) throw new CommandError(`--compare ${path}: not a report of protomdl measure --format json`);
  return report as BenchReport;
}
