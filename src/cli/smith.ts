import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { FEATURE_NAMES, type Feature, isFeature } from '../attack/smith/features.js';
import { PRESET_NAMES, type Preset } from '../attack/smith/presets.js';
import {
  defined,
  LAYOUTS,
  type ModelLayout,
  type SmithFraming,
  type SmithOptions,
} from '../attack/smith/settings.js';
import { type Smithed, smithModel } from '../attack/smith/smith.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { PUBLISHED_RELEASES, type Release } from '../base/diagnostics/releases.js';
import { type SmithedFile, smithJson, smithText } from '../show/report/smith.js';
import { TOOL } from '../show/report/tool.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import type { CommandContext } from './commands.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT, type ExitCode } from './exit-code.js';
import { openByteOutput } from './file-output.js';
import { guarded } from './guard.js';
import type { Host } from './host.js';
import { listed } from './option-values.js';
import { OutputFolder } from './output-folder.js';
import { byteSize, quantity } from './quantities.js';
import { Stopper } from './stopper.js';
import { WritingStopped, writeRewriting } from './write-rewriting.js';

interface SmithFlags {
  readonly seed: number;
  readonly count?: number;
  readonly output?: string;
  readonly preset?: Preset;
  readonly swarm?: boolean;
  readonly layout?: ModelLayout;
  readonly target?: Release | 'any';
  readonly framing?: 'bare' | '0' | '1' | '2' | '3';
  readonly words: boolean;
  readonly groups?: number;
  readonly networks?: number;
  readonly contexts?: number;
  readonly actions?: number;
  readonly blob?: number;
  readonly blobs?: number;
  readonly targetBytes?: number;
  readonly mux?: boolean;
  readonly nms?: boolean;
  readonly ddr?: boolean;
  readonly interContext?: boolean;
  readonly notes?: boolean;
  readonly ethernet?: boolean;
  readonly with: readonly string[];
  readonly without: readonly string[];
  readonly uncommon?: boolean;
  readonly invalid?: string;
  readonly describe?: boolean;
  readonly format: 'human' | 'json';
  readonly color: ColorMode;
  readonly quiet?: boolean;
}

export function define(command: Command, context: CommandContext): void {
  command
    .option(
      '--seed <n>',
      'seed; the same seed and options always give the same model',
      quantity(0, Number.MAX_SAFE_INTEGER),
      0,
    )
    .option('--count <n>', 'number of models, from this seed on, into the folder of -o', quantity(1, 1e6))
    .option(
      '-o, --output <file>',
      'write to this file instead of to standard output; with --count, an empty folder',
    )
    .addOption(new Option('--preset <name>', 'a set of sizes and features').choices(PRESET_NAMES))
    .option('--swarm', 'leave out half of the features, different ones for each seed')
    .addOption(new Option('--layout <kind>', 'place of the contexts (default: classic)').choices(LAYOUTS))
    .addOption(
      new Option(
        '--target <release>',
        'a release of the runtime that loads the model, or any (default: 4.23.0 for framing 3, 4.20.0 for ' +
          'others)',
      ).choices([...PUBLISHED_RELEASES, 'any']),
    )
    .addOption(
      new Option(
        '--framing <kind>',
        'container of the message (default: from --target, or else a random one)',
      ).choices(['bare', '0', '1', '2', '3']),
    )
    .option('--words', 'framing 1 to 3: with configuration words after the message (default)', true)
    .option('--no-words', 'framing 1 to 3: without them')
    .option('--groups <n>', 'network groups', quantity(1, 8))
    .option('--networks <n>', 'networks of a group', quantity(1, 8))
    .option('--contexts <n>', 'contexts of a group', quantity(1, 255))
    .option('--actions <n>', 'actions in all, about', quantity(0, 1e9))
    .option('--blob <size>', 'mean size of a configuration write', byteSize(16, 2 ** 28))
    .option('--blobs <n>', 'configuration writes in all', quantity(0, 2 ** 24))
    .option('--target-bytes <size>', 'size of the file, within 1 %', byteSize(1, 2 ** 46))
    .option('--mux', 'outputs that share a stream')
    .option('--nms', 'outputs that are lists of boxes')
    .option('--ddr', 'tensors buffered in host memory (DDR)')
    .option('--inter-context', 'tensors from one context to later ones')
    .option('--notes', 'compiler notes with a matching network')
    .option('--ethernet', 'no features that devices over Ethernet refuse')
    .option('--with <features>', 'required features (several with commas)', listed, [])
    .option('--without <features>', 'forbidden features', listed, [])
    .option('--uncommon', 'also features with warnings, and parts of a device with different streams')
    .option(
      '--invalid <code>',
      'with exactly one fault, of this code or a random one; the expected findings are in NAME.expected.json',
    )
    .option('--describe', 'describe the model of the seed; without -o nothing is written')
    .addOption(
      new Option('--format <format>', 'format of the description')
        .choices(['human', 'json'])
        .default('human'),
    )
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .option('-q, --quiet', 'do not print the names of written files')
    .addHelpText('after', `\nFeatures:\n${featureLines()}`)
    .action(async (flags: SmithFlags) => {
      context.exitCode = await smithCommand(flags, context.host);
    });
  addExamples(command, {
    'protomdl smith --seed 7 -o model.hef': 'a model',
    'protomdl smith --seed 7 --describe': 'what is in it',
    'protomdl smith --preset small --swarm --count 20 -o models': 'twenty varied models, for a fuzzer',
    'protomdl smith --target 4.20.0 --layout ops --count 20 -o graphs':
      'twenty graphs that this release loads',
    'protomdl smith --contexts 8 --networks 3 --mux --nms --ddr --framing 3 -o wide.hef':
      'a model of a certain shape',
    'protomdl smith --invalid random --count 3 -o faults':
      'three models with one fault each, and their expected findings',
  });
}

function featureLines(): string {
  const lines = [''];
  for (const name of FEATURE_NAMES) {
    const line = lines.at(-1) as string;
    if (line.length + name.length > 96) lines.push(name);
    else lines[lines.length - 1] = line === '' ? name : `${line}, ${name}`;
  }
  return lines.map((line) => `  ${line}`).join('\n');
}

/** Sizes above which planning a model takes longer than a signal may wait. */
const LONG_BYTES = 2 * 1024 * 1024;
const LONG_ACTIONS = 50_000;

function smithCommand(flags: SmithFlags, host: Host): Promise<ExitCode> {
  const { preset, targetBytes = 0, actions = 0, blobs = 0, contexts = 0, count, output } = flags;
  const isLong =
    targetBytes >= LONG_BYTES ||
    actions + blobs + contexts >= LONG_ACTIONS ||
    (preset !== undefined && !/^small/.test(preset));
  const work = () => smith(flags, host);
  return isLong ? guarded(host, count === undefined ? [output] : [], work) : work();
}

async function smith(flags: SmithFlags, host: Host): Promise<ExitCode> {
  const { seed, count, output, describe } = flags;
  if (count !== undefined && (output === undefined || output === '-')) {
    throw new CommandError('--count: several models need a folder: name it with -o');
  }
  if (seed > Number.MAX_SAFE_INTEGER - ((count ?? 1) - 1)) {
    throw new CommandError(`--count: seeds end at ${Number.MAX_SAFE_INTEGER}`);
  }
  if (describe === true && output === '-') {
    throw new CommandError('--describe: standard output is for the model: name a file with -o');
  }
  const options = optionsOf(flags);
  if (flags.invalid !== undefined) return smithInvalid(flags.invalid, options, flags, host);
  const folder = count === undefined ? undefined : new OutputFolder(output as string, '-o');
  const stopper = new Stopper(undefined, host);
  const files: SmithedFile[] = [];
  try {
    for (let i = 0; i < (count ?? 1); i++) {
      const model = forged({ ...options, seed: seed + i });
      const file = folder === undefined ? output : join(folder.path, nameOf(seed + i, model));
      if (describe !== true || file !== undefined) await write(model, file, host, stopper);
      if (typeof stopper.reason === 'number') return stopper.reason;
      if (describe === true) {
        files.push({ path: file ?? null, description: model.describe() });
        if (flags.format === 'human' && flags.quiet !== true)
          await printSummary(files.slice(-1), flags, host, i > 0);
      }
    }
    if (describe === true && flags.format === 'json') await host.stdout.write(smithJson(TOOL, files));
    return EXIT.ok;
  } finally {
    stopper.dispose();
  }
}

async function smithInvalid(
  code: string,
  options: SmithOptions,
  { seed, count, output, describe }: SmithFlags,
  host: Host,
): Promise<ExitCode> {
  if (describe === true) throw new CommandError('--describe: only for a model without faults');
  const { smithInvalidFiles } = await import('./smith-invalid.js');
  const stopper = new Stopper(undefined, host);
  try {
    return await smithInvalidFiles({ code, seed, count, output, options }, host, stopper);
  } finally {
    stopper.dispose();
  }
}

async function printSummary(
  files: readonly SmithedFile[],
  flags: SmithFlags,
  host: Host,
  gap: boolean,
): Promise<void> {
  const palette = paletteFor(flags.color, host.stdout, host.env);
  for (const { description } of files) {
    await host.stdout.write(`${gap ? '\n' : ''}${smithText(description, palette)}`);
  }
}

/** Creates a model. Impossible options are a usage error. */
function forged(options: SmithOptions): Smithed {
  try {
    return smithModel(options);
  } catch (error) {
    if (isProtomdlError(error)) throw new CommandError(error.message);
    throw error;
  }
}

async function write(model: Smithed, path: string | undefined, host: Host, stopper: Stopper): Promise<void> {
  const output = openByteOutput(path, { inputs: [] }, host);
  try {
    await writeRewriting(model, output, stopper);
    await output.finish();
  } catch (error) {
    if (!(error instanceof WritingStopped)) throw error;
  } finally {
    output.discard();
  }
}

function nameOf(seed: number, model: Smithed): string {
  const { framing } = model.describe();
  return `smith-${seed}.${framing === 'bare' ? 'mdl' : 'hef'}`;
}

function optionsOf(flags: SmithFlags): SmithOptions {
  const { seed: _, framing, with: wanted, without, ...rest } = flags;
  const named = (['mux', 'nms', 'ddr', 'inter-context', 'notes'] as const).filter((feature) => {
    return flags[feature === 'inter-context' ? 'interContext' : feature] === true;
  });
  const { preset, swarm, layout, words, groups, networks, contexts, actions, blob, blobs, targetBytes } =
    rest;
  const features = [...featuresOf('--with', wanted), ...named];
  return defined({
    ...{ preset, swarm, layout, words, groups, networks, contexts, actions, blob, blobs, targetBytes },
    ethernet: rest.ethernet,
    loadsOn: rest.target,
    uncommon: rest.uncommon,
    framing: framing === undefined || framing === 'bare' ? framing : (Number(framing) as SmithFraming),
    with: features.length > 0 ? features : undefined,
    without: without.length > 0 ? featuresOf('--without', without) : undefined,
  });
}

function featuresOf(option: string, names: readonly string[]): readonly Feature[] {
  return names.map((name) => {
    if (isFeature(name)) return name;
    throw new CommandError(`${option} ${name}: there is no such feature (protomdl smith --help lists them)`);
  });
}
