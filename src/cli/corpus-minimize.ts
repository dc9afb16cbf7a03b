import { type Command, Option } from 'commander';
import { type Candidate, featuresIn, smallCover, traitsOf } from '../attack/corpus/cover.js';
import type { FramingMode } from '../base/container/detect.js';
import { type KeptFile, type MinimizeResult, minimizeText } from '../show/report/corpus-minimize.js';
import { jsonText } from '../show/report/json.js';
import { TOOL } from '../show/report/tool.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import type { CommandContext } from './commands.js';
import { collectCorpus, countInput } from './corpus-inputs.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT, type ExitCode } from './exit-code.js';
import type { Host } from './host.js';
import { addSearchOptions, fromOptionOfMany, type SearchFlags } from './option-values.js';
import { OutputFolder } from './output-folder.js';

interface MinimizeFlags extends SearchFlags {
  readonly format: 'human' | 'json';
  readonly output: string;
  readonly filesFrom?: string;
  readonly framing: FramingMode;
  readonly checksum: boolean;
  readonly color: ColorMode;
  readonly quiet?: boolean;
}

export function defineMinimize(corpus: Command, context: CommandContext): void {
  const command = corpus
    .command('minimize')
    .description('copy a small subset of files that exercises the same features as all of them')
    .argument('[files...]', 'files, directories (searched for .mdl and .hef), patterns')
    .requiredOption('-o, --output <dir>', 'output folder, empty or new')
    .addOption(new Option('--format <format>', 'output format').choices(['human', 'json']).default('human'))
    .option('--files-from <file>', 'read more names from a file, one per line (- for standard input)')
    .addOption(fromOptionOfMany())
    .option('--checksum', 'verify checksums, which reads every byte (default)', true)
    .option('--no-checksum', 'do not verify checksums: blobs are not read')
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .option('-q, --quiet', 'print nothing')
    .action(async (files: string[], flags: MinimizeFlags) => {
      context.exitCode = await minimize(files, flags, context.host);
    });
  addSearchOptions(command);
  addExamples(command, {
    'protomdl corpus minimize valid -o smaller': 'a smaller set with the same coverage',
  });
}

async function minimize(args: readonly string[], flags: MinimizeFlags, host: Host): Promise<ExitCode> {
  const inputs = await collectCorpus(args, flags.filesFrom, flags, host);
  const passing = inputs.find(({ kind }) => kind === 'stdin' || kind === 'stream');
  if (passing !== undefined) throw new CommandError(`${passing.path}: only files can be copied`);
  const folder = new OutputFolder(flags.output, '-o');
  const candidates: (Candidate & { readonly path: string })[] = [];
  const unreadable: { path: string; code: string; message: string }[] = [];
  for (const input of inputs) {
    const outcome = await countInput(input, flags, host);
    if ('failure' in outcome) unreadable.push({ path: input.path, ...outcome.failure });
    else {
      const { size, counts } = outcome.result;
      candidates.push({ path: input.path, size, traits: traitsOf(counts) });
    }
  }
  const kept = smallCover(candidates).map(({ index, adds }): KeptFile => {
    const { path, size } = candidates[index] as (typeof candidates)[number];
    const name = folder.nameFor(path);
    folder.copy(path, name);
    return { path, name, size, adds };
  });
  if (flags.quiet !== true) {
    const result = resultOf(candidates, kept, unreadable);
    const palette = paletteFor(flags.color, host.stdout, host.env);
    await host.stdout.write(flags.format === 'json' ? jsonText(TOOL, result) : minimizeText(result, palette));
  }
  return unreadable.length > 0 ? EXIT.unreadable : EXIT.ok;
}

function resultOf(
  candidates: readonly Candidate[],
  kept: readonly KeptFile[],
  unreadable: MinimizeResult['unreadable'],
): MinimizeResult {
  const traits = new Set(candidates.flatMap((candidate) => candidate.traits));
  const sum = (files: readonly { readonly size: number }[]): number =>
    files.reduce((bytes, { size }) => bytes + size, 0);
  return {
    files: candidates.length,
    bytes: sum(candidates),
    keptBytes: sum(kept),
    features: featuresIn(traits),
    traits: traits.size,
    kept,
    unreadable,
  };
}
