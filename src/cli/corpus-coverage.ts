import { type Command, InvalidArgumentError, Option } from 'commander';
import { Coverage } from '../attack/corpus/coverage.js';
import type { FramingMode } from '../base/container/detect.js';
import {
  type CoverageListing,
  type CoveredFile,
  coverageJson,
  coverageText,
  coveredShare,
} from '../show/report/corpus-coverage.js';
import { TOOL } from '../show/report/tool.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import type { CommandContext } from './commands.js';
import { complain } from './complain.js';
import { collectCorpus, countInput } from './corpus-inputs.js';
import { writeData } from './data-output.js';
import { addExamples } from './examples.js';
import { EXIT, type ExitCode, heaviestExit } from './exit-code.js';
import type { Host } from './host.js';
import { addSearchOptions, fromOptionOfMany, type SearchFlags } from './option-values.js';
import { sideInputs } from './side-file.js';

interface CoverageFlags extends SearchFlags {
  readonly format: 'human' | 'json';
  readonly output?: string;
  readonly filesFrom?: string;
  readonly framing: FramingMode;
  readonly checksum: boolean;
  readonly missing?: boolean;
  readonly counts?: boolean;
  readonly failUnder?: number;
  readonly color: ColorMode;
  readonly quiet?: boolean;
}

export function defineCoverage(corpus: Command, context: CommandContext): void {
  const command = corpus
    .command('coverage')
    .description('show which messages, fields, values, wire forms, containers and codes files exercise')
    .argument('[files...]', 'files, directories (searched for .mdl and .hef), patterns, - for standard input')
    .option('--missing', 'list all features that no file exercises')
    .addOption(
      new Option('--counts', 'list the exercised features, how often and in how many files').conflicts(
        'missing',
      ),
    )
    .option('--fail-under <share>', 'exit with 1 if the coverage is below this share, such as 90%', share)
    .addOption(new Option('--format <format>', 'output format').choices(['human', 'json']).default('human'))
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .option('--files-from <file>', 'read more names from a file, one per line (- for standard input)')
    .addOption(fromOptionOfMany())
    .option('--checksum', 'verify checksums, which reads every byte (default)', true)
    .option('--no-checksum', 'do not verify checksums: blobs are not read')
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .option('-q, --quiet', 'print nothing: only the exit code')
    .action(async (files: string[], flags: CoverageFlags) => {
      context.exitCode = await coverage(files, flags, context.host);
    });
  addSearchOptions(command);
  addExamples(command, {
    'protomdl corpus coverage valid invalid': 'which features do these files exercise?',
    'protomdl corpus coverage valid --counts': 'how often, and in how many files?',
    'protomdl corpus coverage invalid --fail-under 30%': 'for a build: fail if the coverage drops',
  });
}

async function coverage(args: readonly string[], flags: CoverageFlags, host: Host): Promise<ExitCode> {
  const inputs = await collectCorpus(args, flags.filesFrom, flags, host);
  return writeData(
    flags.output,
    inputs,
    host,
    async (output) => {
      const palette = paletteFor(flags.color, output, host.env);
      const sum = new Coverage();
      const files: CoveredFile[] = [];
      const codes: ExitCode[] = [];
      for (const input of inputs) {
        const outcome = await countInput(input, flags, host);
        if ('failure' in outcome) {
          codes.push(EXIT.unreadable);
          files.push({ path: input.path, error: outcome.failure, size: null });
          continue;
        }
        sum.add(outcome.result.counts);
        files.push({ path: input.path, error: null, size: outcome.result.size });
      }
      const result = sum.result();
      if (flags.quiet !== true) {
        const listing: CoverageListing = flags.missing ? 'missing' : flags.counts ? 'counts' : 'short';
        await output.write(
          flags.format === 'json'
            ? coverageJson(TOOL, files, result, listing)
            : coverageText(result, listing, palette),
        );
      }
      const { failUnder } = flags;
      if (failUnder !== undefined && result.covered * 100 < failUnder * result.total) {
        codes.push(EXIT.found);
        await complain(
          host,
          `${coveredShare(result.covered, result.total)} are exercised, less than the required ${failUnder} %`,
        );
      }
      return heaviestExit(codes);
    },
    sideInputs(flags.filesFrom),
  );
}

function share(text: string): number {
  const value = /^\d+(\.\d+)?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  if (value >= 0 && value <= 100) return value;
  throw new InvalidArgumentError('It takes a share from 0% to 100%.');
}
