import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { reading, type Source, unclosed } from '../base/source/source.js';
import { letOthersIn, Yielder } from '../base/source/yielder.js';
import { summarize } from '../read/model/summarize.js';
import type { ModelSummary } from '../read/model/summary.js';
import type { FileCost } from '../show/network/cost.js';
import type { Network } from '../show/network/network.js';
import { readNotedNetwork } from '../show/network/read-notes.js';
import { costText, infoJson, infoText } from '../show/report/info.js';
import { notedNetworkText } from '../show/report/network.js';
import { TOOL } from '../show/report/tool.js';
import { collectSome } from './collect.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import type { CommandContext } from './commands.js';
import { writeData } from './data-output.js';
import { addExamples } from './examples.js';
import { EXIT, type ExitCode, heaviestExit } from './exit-code.js';
import { guardedIfDense } from './guard.js';
import type { Host } from './host.js';
import type { CommandInput } from './input.js';
import { lookalikeOf } from './lookalike-remark.js';
import { addSearchOptions, fromOption, type SearchFlags } from './option-values.js';
import { type InputFault, printFault, printFaults } from './problem.js';
import { openHeld } from './spooled-input.js';

interface InfoFlags extends SearchFlags {
  readonly format: 'human' | 'json';
  readonly output?: string;
  readonly framing: FramingMode;
  readonly color: ColorMode;
  readonly cost?: boolean;
  readonly fps: readonly number[];
}

/** Result for one file: a summary, or the reason why there is no summary. */
interface Described {
  readonly path: string;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly fault?: InputFault;
  readonly summary: ModelSummary | null;
  readonly network: Network | null;
  /** The cost; null if the cost was not requested, or if the file cannot be read. */
  readonly cost: FileCost | null;
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<files...>', 'files, directories (searched for .mdl and .hef), patterns, - for standard input')
    .addOption(new Option('--format <format>', 'output format').choices(['human', 'json']).default('human'))
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .option('--cost', 'bytes of configuration and of frames by context, cycles, latency, traffic')
    .option(
      '--fps <rates>',
      'with --cost: traffic at these frames per second (several with commas)',
      ratesIn,
      [],
    )
    .addOption(fromOption())
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .action(async (files: string[], flags: InfoFlags) => {
      context.exitCode = await infoCommand(files, flags, context.host);
    });
  addSearchOptions(command);
  addExamples(command, {
    'protomdl info corpus/valid/small-network.hef': 'what is in this file?',
    'protomdl info --cost --fps 30 corpus/valid/two-contexts.mdl':
      'how much does it load and transfer, also at 30 frames per second?',
    'protomdl info corpus/valid --format json -o models.json': 'all files of a folder, for a program',
  });
}

async function infoCommand(args: readonly string[], flags: InfoFlags, host: Host): Promise<ExitCode> {
  const inputs = await collectSome(args, undefined, 'describe', flags);
  return guardedIfDense(inputs, flags.framing, host, [flags.output], () => describeAll(inputs, flags, host));
}

function describeAll(inputs: readonly CommandInput[], flags: InfoFlags, host: Host): Promise<ExitCode> {
  return writeData(flags.output, inputs, host, async (output) => {
    const palette = paletteFor(flags.color, output, host.env);
    const described: Described[] = [];
    const codes: ExitCode[] = [];
    const turns = new Yielder(letOthersIn);
    for (const input of inputs) {
      if (turns.isDue) await turns.take();
      const file = await describe(input, flags, host);
      if (file.fault !== undefined) codes.push(await printFault(file.fault, input, host, flags.framing));
      const faults = (file.summary?.problems ?? []).flatMap(faultOf);
      if (faults.length > 0) {
        codes.push(EXIT.found);
        await printFaults(faults, input, host, flags.framing);
      }
      if (flags.format === 'json') described.push(file);
      else if (file.summary !== null) {
        const { network } = file;
        const gap = input === inputs[0] ? '' : '\n';
        const lookalike = faults.length === 0 ? undefined : lookalikeOf(input);
        const text = infoText(input.path, file.summary, palette, output.columns, lookalike);
        const noted = network === null ? '' : notedNetworkText(network, palette);
        const { cost } = file;
        const costs = cost === null ? '' : costText(cost, flags.fps, palette, output.columns);
        await output.write(gap + text + noted + costs);
      }
    }
    if (flags.format === 'json') await output.write(infoJson(TOOL, described, flags.fps));
    return heaviestExit(codes);
  });
}

async function describe(
  input: CommandInput,
  { framing, format, cost: isAsked = false, fps }: InfoFlags,
  { spoolBytes }: Host,
): Promise<Described> {
  const { path } = input;
  try {
    return await reading(openHeld(input, { framing, spoolBytes }), async (source) => {
      const summary = await summarize(unclosed(source), { framing });
      const network = await readIn(() => networkIn(source, framing, format));
      const cost = isAsked || fps.length > 0 ? await readIn(() => costIn(source, framing)) : null;
      return { path, error: null, summary, network, cost };
    });
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    const { code, message } = error;
    return { path, error: { code, message }, fault: error, summary: null, network: null, cost: null };
  }
}

/** Returns null for a file whose problems prevent reading; the summary lists these problems. */
async function readIn<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return null;
  }
}

// Costs and whole networks are loaded on demand: their code takes longer to load than most files to read.

async function costIn(source: Source, framing: FramingMode): Promise<FileCost> {
  const { costOf } = await import('../show/network/read-cost.js');
  return costOf(unclosed(source), framing);
}

async function networkIn(
  source: Source,
  framing: FramingMode,
  format: InfoFlags['format'],
): Promise<Network | null> {
  // Without notes, the network would only repeat the contexts, which the report lists in any case.
  if (format === 'human') return readNotedNetwork(unclosed(source), framing, false);
  const { readNetwork } = await import('../show/network/read-network.js');
  return readNetwork(unclosed(source), { framing, configuration: false });
}

/** Parses rates: `30`, `24,30`. @throws InvalidArgumentError for a rate that is not a positive number */
function ratesIn(text: string): number[] {
  return text.split(',').map((part) => {
    const rate = Number(part);
    if (part.trim() === '' || !(rate > 0 && Number.isFinite(rate))) {
      throw new InvalidArgumentError('Frames per second are positive numbers, such as 30 or 24,30.');
    }
    return rate;
  });
}

/** Parses a problem of a summary, such as `wire-truncated at 3000 (0xbb8); …`. */
function faultOf(text: string): InputFault[] {
  const [, code, offset, message] = /^([a-z0-9-]+) at (\d+) \(0x[0-9a-f]+\)[;:,]? ?(.*)$/s.exec(text) ?? [];
  return code === undefined ? [] : [{ code, offset: Number(offset), message: message || 'cannot be read' }];
}
