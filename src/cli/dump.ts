import { type Command, Option } from 'commander';
import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError, ProtomdlError } from '../base/diagnostics/error.js';
import { reading, type Source } from '../base/source/source.js';
import { nodeChecksums } from '../check/validate/node-checksums.js';
import { type BlobStore, BYTES_MODES, type BytesMode, isComplete } from '../tools/text/blobs.js';
import { DUMP_FORMATS, type DumpFormat, type DumpOptions, dump } from '../tools/text/dump.js';
import { LINE_UNITS, type LineUnit } from '../tools/text/lines.js';
import type { DumpProblem } from '../tools/text/problems.js';
import { collect } from './collect.js';
import type { CommandContext } from './commands.js';
import { complain, exitCodeOf } from './complain.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT, type ExitCode } from './exit-code.js';
import { type ByteOutput, openByteOutput } from './file-output.js';
import type { Host } from './host.js';
import { type CommandInput, openInput } from './input.js';
import { fromOption, milliseconds } from './option-values.js';
import {
  type InputFault,
  MAX_PRINTED,
  placedFaults,
  placedTogether,
  printFault,
  printPlaced,
} from './problem.js';
import { openSpooled } from './spooled-input.js';
import { Stopper } from './stopper.js';

interface DumpFlags {
  readonly format: DumpFormat;
  readonly output?: string;
  readonly select?: string;
  readonly per?: LineUnit;
  readonly protoNames?: boolean;
  readonly bytes?: BytesMode;
  readonly bytesDir?: string;
  readonly framing: FramingMode;
  readonly strict?: boolean;
  readonly time?: number;
  readonly quiet?: boolean;
}

/** Interval in milliseconds at which signals and budgets are checked. */
const TURN_MS = 50;

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<file>', 'a file, - for standard input')
    .addOption(new Option('--format <format>', 'text format').choices(DUMP_FORMATS).default('json'))
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .option(
      '--select <path>',
      'only this part, such as network_groups[0].contexts[2]; [*] and [2:5] select several',
    )
    .addOption(
      new Option('--per <unit>', 'ndjson: content of a line (default: operation)').choices(LINE_UNITS),
    )
    .option(
      '--proto-names',
      'JSON and YAML: names as in the schema (network_groups instead of networkGroups)',
    )
    .addOption(
      new Option(
        '--bytes <how>',
        'how to write blobs: length, hash, or the whole content (default: hash)',
      ).choices(BYTES_MODES),
    )
    .option('--bytes-dir <dir>', 'folder for the blobs of --bytes file, named by content')
    .addOption(fromOption())
    .option('--strict', 'write nothing if the file is broken')
    .option('--time <time>', 'stop after this time, such as 60s, and exit with 5', milliseconds)
    .option('-q, --quiet', 'do not report broken parts: only the exit code')
    .action(async (file: string, flags: DumpFlags) => {
      context.exitCode = await dumpCommand(file, flags, context.host);
    });
  addExamples(command, {
    'protomdl dump valid/two-contexts.mdl': 'a whole file without its blobs',
    "protomdl dump valid/two-contexts.mdl --select 'network_groups[0].contexts[1].metadata'": 'a part of it',
    'protomdl dump valid/two-contexts.mdl --format ndjson --per action':
      'a line for each action, for jq and grep',
    'protomdl dump valid/framed-v3.hef --format textproto --bytes base64 -o model.txt':
      'everything, to edit and assemble it again',
  });
}

async function dumpCommand(file: string, flags: DumpFlags, host: Host): Promise<ExitCode> {
  refuseContradictions(flags);
  const { inputs } = await collect([file], undefined);
  const [input] = inputs;
  if (input === undefined) throw new CommandError(`${file}: no model there`);
  if (inputs.length > 1) throw new CommandError(`${file}: ${inputs.length} files; dump takes one at a time`);
  const stopper = new Stopper(flags.time, host);
  const problems: DumpProblem[] = [];
  let count = 0;
  let output: ByteOutput | undefined;
  try {
    const options: DumpOptions = {
      format: flags.format,
      ...(flags.per !== undefined && { per: flags.per }),
      ...(flags.select !== undefined && { select: flags.select }),
      ...(flags.protoNames !== undefined && { protoNames: flags.protoNames }),
      bytes: flags.bytes ?? 'hash',
      framing: flags.framing,
      checksums: nodeChecksums,
    };
    const onProblem = (problem: DumpProblem): void => {
      if (flags.strict === true) throw refused(problem);
      if (count++ < MAX_PRINTED) problems.push(problem);
    };
    const turn = turns(stopper);
    const store = flags.bytesDir === undefined ? {} : { store: await blobFolder(flags.bytesDir) };
    const write = async (text: Uint8Array): Promise<void> => {
      await output?.write(text);
      const waiting = turn();
      if (waiting !== undefined) await waiting;
    };
    const { matches } = await withSource(input, flags, host, async (source) => {
      if (flags.strict === true) {
        // A first pass checks the whole file, because no part of a broken file may be written.
        await dump(source, { ...options, bytes: 'elide', onProblem }, turn);
      }
      output = outputFor(flags.output, input, host);
      return dump(source, { ...options, ...store, onProblem }, write);
    });
    if (flags.select !== undefined && matches === 0 && count === 0) {
      throw new CommandError(`${input.path}: --select ${flags.select} matches nothing`);
    }
    await output?.finish();
  } catch (error) {
    if (error instanceof Stopped) return error.exitCode;
    if (!isProtomdlError(error)) throw error;
    const shown = flags.quiet === true ? [] : problems;
    const most = shown.length === 0 ? 1 : undefined;
    const [placed = shown, [fault] = []] = await placedTogether([shown, [error]], input, flags.framing, most);
    await printProblems(placed, count - problems.length, input, flags, host);
    if (error.code === 'selector-invalid') throw new CommandError(`--select: ${error.message}`);
    const { code, message, offset = -1, path } = fault ?? error;
    const refusal = `${message}${error.message.includes(STRICTLY) && !message.includes(STRICTLY) ? STRICTLY : ''}`;
    await printFault({ code, message: refusal, offset, path: path ?? '' }, { ...input, kind: 'other' }, host);
    return exitCodeOf(error.code);
  } finally {
    output?.discard();
    stopper.dispose();
  }
  const placed = flags.quiet === true ? [] : await placedFaults(problems, input, flags.framing);
  await printProblems(placed, count - problems.length, input, flags, host);
  return count > 0 ? EXIT.found : EXIT.ok;
}

function refuseContradictions(flags: DumpFlags): void {
  if (flags.bytes === 'file' && flags.bytesDir === undefined) {
    throw new CommandError('--bytes file: name a folder for the blobs with --bytes-dir');
  }
  if (flags.bytesDir !== undefined && flags.bytes !== 'file') {
    throw new CommandError('--bytes-dir goes with --bytes file');
  }
  if (flags.per !== undefined && flags.format !== 'ndjson') {
    throw new CommandError('--per goes with --format ndjson');
  }
  if (flags.protoNames === true && flags.format === 'textproto') {
    throw new CommandError('--proto-names: textproto always has these names');
  }
}

/**
 * Opens a folder of blobs. The code is loaded on demand, because it needs `node:crypto`, which takes
 * milliseconds to load.
 */
async function blobFolder(path: string): Promise<BlobStore> {
  const { BlobFolder } = await import('./blob-folder.js');
  return new BlobFolder(path);
}

/**
 * Opens the input for some work. A pipe is only dumped as it arrives if the whole message is printed as
 * lines, because every other dump may need earlier bytes.
 */
async function withSource<T>(
  input: CommandInput,
  { format, select, bytes, strict, framing }: DumpFlags,
  { spoolBytes }: Host,
  use: (source: Source) => Promise<T>,
): Promise<T> {
  const isStreamed =
    format === 'ndjson' && select === undefined && strict !== true && !isComplete(bytes ?? 'hash');
  return reading(isStreamed ? openInput(input) : openSpooled(input, { framing, spoolBytes }), use);
}

/** Opens the output like `openByteOutput`, but text may also go to a terminal. */
function outputFor(path: string | undefined, input: CommandInput, host: Host): ByteOutput {
  if (path !== undefined && path !== '-') return openByteOutput(path, { inputs: [input] }, host);
  return {
    write: (text) => host.stdout.write(text),
    finish: async () => {},
    discard: () => {},
  };
}

/** Error that ends the command with the exit code of a signal or of a budget. */
class Stopped extends Error {
  constructor(readonly exitCode: ExitCode) {
    super('stopped');
  }
}

/**
 * Returns a function that lets pending signals be handled, because files are read and written synchronously.
 */
function turns(stopper: Stopper): () => Promise<void> | undefined {
  let turned = performance.now();
  return () => {
    if (performance.now() - turned < TURN_MS) return undefined;
    return new Promise<void>((resolve, reject) => {
      setImmediate(() => {
        turned = performance.now();
        const { reason } = stopper;
        if (reason === undefined) resolve();
        else reject(new Stopped(reason === 'budget' ? EXIT.budget : reason));
      });
    });
  };
}

/** @param more number of further problems */
async function printProblems(
  placed: readonly InputFault[],
  more: number,
  input: CommandInput,
  flags: DumpFlags,
  host: Host,
): Promise<void> {
  if (flags.quiet === true) return;
  await printPlaced(placed, input, host);
  if (more > 0) await complain(host, `${input.path}: ${more} more are broken`);
}

const STRICTLY = '; --strict writes nothing of such a file';

function refused(problem: DumpProblem): ProtomdlError {
  const { code, offset, path } = problem;
  return new ProtomdlError(code, `${problem.message}${STRICTLY}`, offset, path);
}
