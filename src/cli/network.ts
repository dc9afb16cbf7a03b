import { type Command, Option } from 'commander';
import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { reading, type Source } from '../base/source/source.js';
import { type FoldOptions, foldNetwork } from '../show/drawing/fold.js';
import { LayerColours } from '../show/drawing/layer-colours.js';
import { drawingOf } from '../show/drawing/network-drawing.js';
import { withConfiguration } from '../show/network/configuration.js';
import type { Network } from '../show/network/network.js';
import { readNetwork } from '../show/network/read-network.js';
import { layerChoice, subnetwork } from '../show/network/select.js';
import {
  NETWORK_FORMATS,
  type NetworkFormat,
  networkJson,
  networkText,
  type ReadFile,
} from '../show/report/network.js';
import { modelExplorerJson, networkDot, networkMermaid } from '../show/report/network-graph.js';
import { networkOnnx } from '../show/report/network-onnx.js';
import { networkSvg } from '../show/report/network-svg.js';
import { TOOL } from '../show/report/tool.js';
import type { FileStats } from '../tools/stats/rows.js';
import { stats } from '../tools/stats/stats.js';
import { collectSome } from './collect.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import type { CommandContext } from './commands.js';
import { complain, withName } from './complain.js';
import { writeData } from './data-output.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT, type ExitCode, heaviestExit } from './exit-code.js';
import type { Host, Output } from './host.js';
import type { CommandInput } from './input.js';
import { remarkLookalikes } from './lookalike-remark.js';
import { addSearchOptions, fromOption, type SearchFlags } from './option-values.js';
import { printFault, printFaults } from './problem.js';
import { openHeld } from './spooled-input.js';

interface NetworkFlags extends SearchFlags {
  readonly format: NetworkFormat;
  readonly output?: string;
  readonly select: readonly string[];
  readonly plumbing?: boolean;
  readonly framing: FramingMode;
  readonly color: ColorMode;
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<files...>', 'files, directories (searched for .mdl and .hef), patterns, - for standard input')
    .addOption(new Option('--format <format>', 'output format').choices(NETWORK_FORMATS).default('human'))
    .option(
      '--select <layers>',
      'only these layers: a name with *, kind=conv, context=1, cluster=3; several must all match',
      (text: string, before: readonly string[]) => [...before, text],
      [] as readonly string[],
    )
    .option('--plumbing', 'also show layers that only move data between parts of the device (always in json)')
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .addOption(fromOption())
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .action(async (files: string[], flags: NetworkFlags) => {
      context.exitCode = await networkCommand(files, flags, context.host);
    });
  addSearchOptions(command);
  addExamples(command, {
    'protomdl network valid/network-notes.hef': 'layers of the network in a file',
    'protomdl network valid/network-notes.hef --format svg -o network.svg':
      'a picture (dot and mermaid are for other drawing programs)',
    "protomdl network valid/network-notes.hef --select 'conv*' --select context=0 --format json":
      'some of the layers, for a program',
    'protomdl network valid/network-notes.hef --format onnx -o network.onnx':
      'a graph without weights, for Netron',
  });
}

async function networkCommand(args: readonly string[], flags: NetworkFlags, host: Host): Promise<ExitCode> {
  const inputs = await collectSome(args, undefined, 'read networks from', flags);
  const { format } = flags;
  if (inputs.length > 1 && format !== 'human' && format !== 'json') {
    throw new CommandError(`--format ${format} takes one file, not ${inputs.length}`);
  }
  if (format === 'onnx' && (flags.output ?? '-') === '-' && host.stdout.isTerminal) {
    throw new CommandError('--format onnx is binary: -o FILE, or a pipe');
  }
  return writeData(flags.output, inputs, host, async (output) => {
    const files: ReadFile[] = [];
    const codes: ExitCode[] = [];
    for (const input of inputs) {
      const { file, code } = await readOne(input, flags, host);
      codes.push(code);
      if (format === 'json') files.push(file);
      else if (file.network !== null) {
        const gap = format === 'human' && input !== inputs[0] ? '\n' : '';
        await output.write(gap);
        await output.write(await written(file.path, file.network, flags, output, host));
      }
    }
    if (format === 'json') await output.write(networkJson(TOOL, files));
    return heaviestExit(codes);
  });
}

async function readOne(
  input: CommandInput,
  { framing, select, format, plumbing = false }: NetworkFlags,
  host: Host,
): Promise<{ readonly file: ReadFile; readonly code: ExitCode }> {
  const { path } = input;
  try {
    return await reading(openHeld(input, { framing, spoolBytes: host.spoolBytes }), async (source) => {
      const { whole, problems } = await readAll(source, framing);
      await printFaults(problems, input, host, framing);
      const isFolded = select.length > 0 && format !== 'json' && !plumbing;
      const network = select.reduce(narrowed, isFolded ? withoutPlumbing(whole) : whole);
      const isEmpty = network.layers.length === 0;
      if (isEmpty) {
        const what = select.length === 0 ? 'no network in it' : `no layer that is ${select.join(' and ')}`;
        if (problems.length === 0) await remarkLookalikes([input], host);
        await complain(host, withName(`there is ${what}`, path));
      }
      const code = isEmpty || problems.length > 0 ? EXIT.found : EXIT.ok;
      return { file: { path, error: null, network }, code };
    });
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    const { code, message } = error;
    const exitCode = await printFault(error, input, host, framing);
    return { file: { path, error: { code, message }, network: null }, code: exitCode };
  }
}

/** Reads the network, and lists the unreadable parts of the message, which the network may lack. */
async function readAll(
  source: Source,
  framing: FramingMode,
): Promise<{ readonly whole: Network; readonly problems: FileStats['problems'] }> {
  const network = await readNetwork(source, { framing, configuration: false });
  const counted = await stats(source, { framing, duplicates: false });
  return { whole: withConfiguration(network, counted), problems: counted.problems };
}

/**
 * Replaces layers that only move data by edges, so that their neighbours stay connected. Other layers are
 * left out later.
 */
function withoutPlumbing(network: Network): Network {
  const { links } = foldNetwork(network, { by: 'none', open: new Set(), plumbing: false });
  const edges = links.map(({ from, to, shape, transfers: [transfer = null] }) => {
    return { from, to, shape, through: null, transfer };
  });
  // The boxes are in the order of the remaining layers, so that the indexes in `edges` refer to these layers.
  return { ...subnetwork(network, ({ isPlumbing }) => !isPlumbing), edges };
}

function narrowed(network: Network, term: string): Network {
  const choice = layerChoice(network, term);
  if (choice === undefined)
    throw new CommandError(`--select ${term}: cluster=NUMBER, or a name of up to 1000 characters`);
  return subnetwork(network, choice);
}

async function written(
  path: string,
  network: Network,
  { format, plumbing = false, color }: NetworkFlags,
  output: Output,
  host: Host,
): Promise<string | Uint8Array> {
  const options: FoldOptions = { by: 'none', open: new Set(), plumbing };
  const title = path === '-' ? 'network' : path.slice(path.lastIndexOf('/') + 1);
  const drawn = () => ({ network, folded: foldNetwork(network, options) });
  switch (format) {
    case 'dot':
      return networkDot(drawn(), title);
    case 'mermaid':
      return networkMermaid(drawn());
    case 'svg':
      return networkSvg(network, await drawingOf(network, options), new LayerColours(network, 'kind'), title);
    case 'onnx':
      return networkOnnx(drawn(), title);
    case 'model-explorer':
      return modelExplorerJson(drawn(), title);
    default:
      return networkText(path, network, paletteFor(color, output, host.env), plumbing);
  }
}
