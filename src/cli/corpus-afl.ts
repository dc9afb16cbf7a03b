import { mkdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { countFeatures } from '../attack/corpus/count-features.js';
import { smallCover, traitsOf } from '../attack/corpus/cover.js';
import { dictionaryText, fuzzDictionary } from '../attack/corpus/dictionary.js';
import { SEED_FRAMINGS, type SeedFraming, seedsOf } from '../attack/corpus/seeds.js';
import { MDL } from '../base/schema/mdl.gen.js';
import { hold } from '../base/source/held.js';
import { memorySource } from '../base/source/memory.js';
import type { Source } from '../base/source/source.js';
import { nodeChecksums } from '../check/validate/node-checksums.js';
import { type SeedsResult, seedsText, type WrittenSeed } from '../show/report/corpus-afl.js';
import { jsonText } from '../show/report/json.js';
import { TOOL } from '../show/report/tool.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import type { CommandContext } from './commands.js';
import { collectCorpus, withSource } from './corpus-inputs.js';
import { addExamples } from './examples.js';
import { EXIT, type ExitCode } from './exit-code.js';
import type { Host } from './host.js';
import type { CommandInput } from './input.js';
import { addSearchOptions, type SearchFlags, wholeNumberOption } from './option-values.js';
import { OutputFolder } from './output-folder.js';

interface AflFlags extends SearchFlags {
  readonly format: 'human' | 'json';
  readonly output: string;
  readonly filesFrom?: string;
  readonly framing: SeedFraming;
  readonly maxSize: number;
  readonly color: ColorMode;
  readonly quiet?: boolean;
}

/**
 * Maximum size of a seed in bytes: AFL++ refuses seeds of more than a megabyte, and is fast on seeds of some
 * kilobytes.
 */
const MAX_SEED_BYTES = 1 << 20;
const DEFAULT_SEED_BYTES = 1 << 16;

export function defineAfl(corpus: Command, context: CommandContext): void {
  const command = corpus
    .command('afl')
    .description('write small seeds and a dictionary for AFL++ and libFuzzer')
    .argument('[files...]', 'files, directories (searched for .mdl and .hef), patterns, - for standard input')
    .requiredOption('-o, --output <dir>', 'output folder, empty or new')
    .addOption(
      new Option('--framing <kind>', 'input of the fuzzed loader: bare messages, framed files, or both')
        .choices(SEED_FRAMINGS)
        .default('both'),
    )
    .option(
      '--max-size <bytes>',
      'maximum size of a seed; larger files are reduced, and stay valid if possible',
      wholeNumberOption(64, MAX_SEED_BYTES),
      DEFAULT_SEED_BYTES,
    )
    .addOption(new Option('--format <format>', 'output format').choices(['human', 'json']).default('human'))
    .option('--files-from <file>', 'read more names from a file, one per line (- for standard input)')
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .option('-q, --quiet', 'print nothing')
    .action(async (files: string[], flags: AflFlags) => {
      context.exitCode = await afl(files, flags, context.host);
    });
  addSearchOptions(command);
  addExamples(command, {
    'protomdl corpus afl valid -o fuzzing': 'seeds and a dictionary for afl-fuzz',
    'protomdl corpus afl valid -o bare --framing bare': 'for a loader that reads bare messages',
  });
}

async function afl(args: readonly string[], flags: AflFlags, host: Host): Promise<ExitCode> {
  const inputs = await collectCorpus(args, flags.filesFrom, flags, host);
  const folder = new OutputFolder(flags.output, '-o');
  mkdirSync(join(flags.output, 'seeds'));
  const run = new SeedRun(new OutputFolder(join(flags.output, 'seeds'), '-o'), flags, host);
  for (const input of inputs) await run.look(input);
  await run.write();
  const tokens = fuzzDictionary(MDL);
  folder.write('protomdl.dict', dictionaryText(tokens));
  if (flags.quiet !== true) {
    const result = run.result(tokens.length);
    const palette = paletteFor(flags.color, host.stdout, host.env);
    const text = flags.format === 'json' ? jsonText(TOOL, result) : seedsText(result, flags.output, palette);
    await host.stdout.write(text);
  }
  return run.unreadable.length > 0 ? EXIT.unreadable : EXIT.ok;
}

interface Looked {
  readonly input: CommandInput;
  readonly size: number;
  readonly traits: readonly number[];
  /** Copy of an input that cannot be read a second time. */
  readonly kept: Source | undefined;
}

/** Examines files one by one, and then writes seeds from a sufficient subset of the files. */
class SeedRun {
  readonly unreadable: { path: string; code: string; message: string }[] = [];
  readonly #looked: Looked[] = [];
  readonly #seeds: WrittenSeed[] = [];
  readonly #tooLarge: string[] = [];
  readonly #features = new Set<number>();
  readonly #seedFeatures = new Set<number>();

  constructor(
    private readonly folder: OutputFolder,
    private readonly flags: AflFlags,
    private readonly host: Host,
  ) {}

  async look(input: CommandInput): Promise<void> {
    const outcome = await withSource(input, this.host, async (source) => ({
      ...(await countFeatures(source, { checksums: nodeChecksums })),
      kept: input.kind === 'file' ? undefined : source,
    }));
    if ('failure' in outcome) {
      this.unreadable.push({ path: input.path, ...outcome.failure });
      return;
    }
    const { counts, size, kept } = outcome.result;
    addFeatures(this.#features, counts);
    this.#looked.push({ input, size, traits: traitsOf(counts), kept });
  }

  async write(): Promise<void> {
    const written = new Set<string>();
    let turn = 0;
    for (const { index } of smallCover(this.#looked)) {
      const { input, kept } = this.#looked[index] as Looked;
      // For framed seeds of bare messages, the first container version to try changes from file to file.
      const version = (turn++ % 4) as 0 | 1 | 2 | 3;
      const work = async (source: Source) => {
        const { bytes = new Uint8Array(0) } = await hold(source);
        const { framing, maxSize: maxBytes } = this.flags;
        return seedsOf(bytes, { framing, maxBytes, checksums: nodeChecksums, version });
      };
      const outcome =
        kept === undefined ? await withSource(input, this.host, work) : { result: await work(kept) };
      if ('failure' in outcome) {
        this.unreadable.push({ path: input.path, ...outcome.failure });
        continue;
      }
      if (outcome.result.length === 0) this.#tooLarge.push(input.path);
      for (const { framing, bytes, sound } of outcome.result) {
        const key = Buffer.from(bytes).toString('latin1');
        if (written.has(key)) continue;
        written.add(key);
        const stem = input.kind === 'stdin' ? 'stdin' : basename(input.path, extname(input.path));
        const name = this.folder.nameFor(`${stem}.${framing === 'bare' ? 'mdl' : 'hef'}`);
        this.folder.write(name, bytes);
        this.#seeds.push({ name, from: input.path, framing, size: bytes.length, sound });
        const { counts } = await countFeatures(memorySource(bytes), { checksums: nodeChecksums });
        addFeatures(this.#seedFeatures, counts);
      }
    }
  }

  result(tokens: number): SeedsResult {
    const kept = [...this.#seedFeatures].filter((feature) => this.#features.has(feature));
    return {
      files: this.#looked.length,
      bytes: this.#looked.reduce((sum, { size }) => sum + size, 0),
      features: this.#features.size,
      seedFeatures: kept.length,
      seedBytes: this.#seeds.reduce((sum, { size }) => sum + size, 0),
      tokens,
      seeds: this.#seeds,
      tooLarge: this.#tooLarge,
      unreadable: this.unreadable,
    };
  }
}

function addFeatures(to: Set<number>, counts: Float64Array): void {
  counts.forEach((count, feature) => {
    if (count > 0) to.add(feature);
  });
}
