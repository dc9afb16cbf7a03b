import { type Command, Option } from 'commander';
import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { reading } from '../base/source/source.js';
import { nodeChecksums } from '../check/validate/node-checksums.js';
import { nameText } from '../show/report/escape.js';
import {
  type CountedFile,
  STATS_FORMATS,
  type StatsFormat,
  statsJson,
  statsMarkdown,
  statsText,
  summary,
} from '../show/report/stats.js';
import { TOOL } from '../show/report/tool.js';
import { blocksOf } from '../tools/stats/block.js';
import { compareStats } from '../tools/stats/compare.js';
import type { FileStats } from '../tools/stats/rows.js';
import { stats } from '../tools/stats/stats.js';
import { collect, collectSome } from './collect.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import type { CommandContext } from './commands.js';
import { complain } from './complain.js';
import { writeData } from './data-output.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT, type ExitCode, heaviestExit } from './exit-code.js';
import type { Host, Output } from './host.js';
import { type CommandInput, openInput } from './input.js';
import { lookalikeOf } from './lookalike-remark.js';
import { addSearchOptions, fromOption, type SearchFlags } from './option-values.js';
import { type InputFault, placedFaults, printFault, printPlaced } from './problem.js';
import { sideInputs } from './side-file.js';

interface StatsFlags extends SearchFlags {
  readonly format: StatsFormat;
  readonly output?: string;
  readonly filesFrom?: string;
  readonly compare?: string;
  readonly all?: boolean;
  readonly duplicates?: boolean;
  readonly framing: FramingMode;
  readonly color: ColorMode;
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('[files...]', 'files, directories (searched for .mdl and .hef), patterns, - for standard input')
    .addOption(new Option('--format <format>', 'output format').choices(STATS_FORMATS).default('human'))
    .option('--compare <file>', 'compare with this other file: parts that grew or shrank')
    .option('--all', 'all rows of each table, instead of the first dozen')
    .option('--duplicates', 'read blobs, to find duplicates (default: in files of up to 32 MiB)')
    .option('--no-duplicates', 'do not read blobs')
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .option('--files-from <file>', 'read more names from a file, one per line (- for standard input)')
    .addOption(fromOption())
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .action(async (files: string[], flags: StatsFlags) => {
      context.exitCode = await statsCommand(files, flags, context.host);
    });
  addSearchOptions(command);
  addExamples(command, {
    'protomdl stats valid/every-action.mdl': 'where are the bytes?',
    'protomdl stats valid/framed-two-contexts.hef --format svg':
      'a treemap (-o map.svg; html also has the tables)',
    'protomdl stats valid/two-contexts.mdl --compare valid/one-context.mdl --format markdown':
      'parts that grew, for a comment on a change',
  });
}

async function statsCommand(args: readonly string[], flags: StatsFlags, host: Host): Promise<ExitCode> {
  const { format, compare } = flags;
  const inputs = await collectSome(args, flags.filesFrom, 'count', flags);
  const isPicture = format === 'svg' || format === 'html';
  if (format === 'svg' && inputs.length > 1)
    throw new CommandError('--format svg is for one file (html takes many)');
  if (compare !== undefined && isPicture) {
    throw new CommandError(`--compare makes tables: --format ${format} cannot show them`);
  }
  const other = compare === undefined ? undefined : await otherInput(compare, inputs);
  const read = other === undefined ? inputs : [...inputs, other];
  return writeData(
    flags.output,
    read,
    host,
    async (output) => {
      const codes: ExitCode[] = [];
      const files: CountedFile[] = [];
      const count = async (input: CommandInput): Promise<CountedFile> => {
        const { fault, ...file } = await counted(input, flags);
        if (fault !== undefined) {
          codes.push(await printFault(fault, input, host, flags.framing));
        } else if (file.stats !== null && file.stats.problemCount > 0) {
          codes.push(EXIT.found);
          await printPlaced(file.stats.problems, input, host);
          await complain(host, `${input.path}: counted up to the first unreadable part`);
        }
        return file;
      };
      const against = other === undefined ? undefined : await count(other);
      for (const [index, input] of inputs.entries()) {
        const file = compared(await count(input), against);
        if (format === 'json' || isPicture) files.push(file);
        else await writeOne(output, file, index, flags, host);
      }
      if (format === 'json') await output.write(statsJson(TOOL, files));
      else if (isPicture) await writePictures(output, files, flags);
      return heaviestExit(codes);
    },
    sideInputs(flags.filesFrom),
  );
}

async function otherInput(compare: string, inputs: readonly CommandInput[]): Promise<CommandInput> {
  const { inputs: others } = await collect([compare], undefined);
  const [other] = others;
  if (other === undefined || others.length > 1)
    throw new CommandError(`--compare ${compare}: takes one file`);
  if (other.kind === 'stdin' && inputs.some(({ kind }) => kind === 'stdin')) {
    throw new CommandError('--compare -: standard input is already an input');
  }
  return other;
}

async function counted(
  input: CommandInput,
  flags: StatsFlags,
): Promise<CountedFile & { readonly fault?: InputFault }> {
  const { path } = input;
  try {
    return await reading(openInput(input), async (source) => {
      const { framing, duplicates } = flags;
      const found = await stats(source, { framing, duplicates, checksums: nodeChecksums });
      const problems = await placedFaults(found.problems, input, framing);
      const lookalike = found.problemCount === 0 ? undefined : lookalikeOf(input);
      return { path, error: null, stats: { ...found, problems: problems.map(asProblem) }, lookalike };
    });
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return { path, error: { code: error.code, message: error.message }, fault: error, stats: null };
  }
}

function compared(file: CountedFile, against: CountedFile | undefined): CountedFile {
  if (against === undefined || file.stats === null || against.stats === null) return file;
  return { ...file, comparison: compareStats(against.stats, file.stats) };
}

async function writeOne(
  output: Output,
  file: CountedFile,
  index: number,
  flags: StatsFlags,
  host: Host,
): Promise<void> {
  const { format, all = false, compare } = flags;
  if (file.stats === null || (compare !== undefined && file.comparison === undefined)) return;
  const gap = index === 0 ? '' : '\n';
  if (format === 'human') {
    await output.write(gap + statsText(file, all, paletteFor(flags.color, output, host.env)));
    return;
  }
  await output.write(gap + statsMarkdown(file, all));
}

async function writePictures(
  output: Output,
  files: readonly CountedFile[],
  flags: StatsFlags,
): Promise<void> {
  if (files.every((file) => file.stats === null)) return;
  if (flags.format === 'html') {
    const { statsHtml } = await import('../show/report/stats-html.js');
    await output.write(await statsHtml(files, flags.all ?? false));
    return;
  }
  const { treemapSvg } = await import('../show/report/stats-treemap.js');
  for (const { path, stats: counts, lookalike } of files) {
    if (counts !== null)
      await output.write(await treemapSvg(blocksOf(counts, nameText(path)), summary(counts, lookalike)));
  }
}

function asProblem({ code, message, offset = 0, path = '' }: InputFault): FileStats['problems'][number] {
  return { code, offset, path, message };
}
