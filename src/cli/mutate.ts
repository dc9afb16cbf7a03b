import { basename, extname, join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type MutationLog, parseMutationLog } from '../attack/mutate/log.js';
import { type MutantMaker, type MutantOptions, mutantMaker } from '../attack/mutate/mutate.js';
import { MUTATORS } from '../attack/mutate/mutators/index.js';
import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { suggestion } from '../check/config/nearest.js';
import { nodeChecksums } from '../check/validate/node-checksums.js';
import { mutantText, mutationLogLine, mutatorsJson, mutatorsText } from '../show/report/mutation.js';
import { TOOL } from '../show/report/tool.js';
import { collect, collectOne } from './collect.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import type { CommandContext } from './commands.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT, type ExitCode } from './exit-code.js';
import { openByteOutput, writeWhole } from './file-output.js';
import { guardedIfLong } from './guard.js';
import type { Host } from './host.js';
import type { CommandInput } from './input.js';
import { remarkLookalikes } from './lookalike-remark.js';
import { fromOption, listed } from './option-values.js';
import { OutputFolder } from './output-folder.js';
import { byteSize, quantity } from './quantities.js';
import { sideInputs, sideText } from './side-file.js';
import { Stopper } from './stopper.js';
import { requireWholeInput } from './whole-input.js';

interface MutateFlags {
  readonly seed: number;
  readonly count?: number;
  readonly output?: string;
  readonly mutations?: readonly [number, number];
  readonly weights: Readonly<Record<string, number>>;
  readonly with: readonly string[];
  readonly without: readonly string[];
  readonly splice: readonly string[];
  readonly maxSize?: number;
  readonly keepChecksum?: boolean;
  readonly framing: FramingMode;
  readonly log?: string;
  readonly replay?: string;
  readonly list?: boolean;
  readonly serve?: boolean;
  readonly format: 'human' | 'json';
  readonly color: ColorMode;
  readonly quiet?: boolean;
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('[file]', 'the file to mutate, - for standard input')
    .option(
      '--seed <n>',
      'number of the mutant; the same file and options always give the same one',
      quantity(0, Number.MAX_SAFE_INTEGER),
      0,
    )
    .option('--count <n>', 'number of mutants, from this seed on, into the folder of -o', quantity(1, 1e6))
    .option(
      '-o, --output <file>',
      'write to this file instead of to standard output; with --count, an empty folder',
    )
    .option('--mutations <n>', 'mutations per mutant: 3, or 1..8 (default: 1..4)', range)
    .option('--weights <list>', 'weights of mutators: name=20,other=0', weights, {})
    .option('--with <names>', 'use only these mutators (several with commas)', listed, [])
    .option('--without <names>', 'mutators to leave out (several with commas)', listed, [])
    .option(
      '--splice <file>',
      'a file, a directory or a pattern to copy content from (repeatable)',
      (path: string, before: readonly string[]) => [...before, path],
      [],
    )
    .option(
      '--max-size <size>',
      'maximum size of a mutant (default: 1M more than the file)',
      byteSize(0, 2 ** 31 - 1),
    )
    .option('--keep-checksum', 'keep the checksums of the container unchanged; sizes are updated in any case')
    .addOption(fromOption())
    .option('--log <file>', 'write a log, one line of JSON for each mutant')
    .option('--replay <log>', 'repeat the changes of a log: gives the same bytes')
    .option('--list', 'list the mutators')
    .option('--serve', 'serve requests on standard input, for fuzzers (see the page about mutate)')
    .addOption(new Option('--format <format>', 'of --list').choices(['human', 'json']).default('human'))
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .option('-q, --quiet', 'do not print the changes')
    .action(async (file: string | undefined, flags: MutateFlags) => {
      context.exitCode = await mutateCommand(file, flags, context.host);
    });
  addExamples(command, {
    'protomdl mutate valid/small-network.hef --seed 7 -o mutant.hef': 'one mutant, with its changes',
    'protomdl mutate valid/two-contexts.mdl --count 20 -o mutants --log mutants.jsonl -q':
      'twenty, with a log',
    'protomdl mutate valid/two-contexts.mdl --with redirect-index,unset-oneof --mutations 3 -o broken.mdl':
      'with certain mutators',
    'protomdl mutate --list': 'all mutators',
  });
}

async function mutateCommand(file: string | undefined, flags: MutateFlags, host: Host): Promise<ExitCode> {
  if (flags.list === true) {
    const palette = paletteFor(flags.color, host.stdout, host.env);
    const text = flags.format === 'json' ? mutatorsJson(TOOL, MUTATORS) : mutatorsText(MUTATORS, palette);
    await host.stdout.write(text);
    return EXIT.ok;
  }
  checkNames(flags);
  if (flags.serve === true) return serve(file, flags, host);
  if (file === undefined) throw new CommandError('no file to mutate: name one, or - for standard input');
  if (flags.replay !== undefined) refuseBeside('--replay', flags, ['count', 'mutations', 'maxSize', 'log']);
  const input = await collectOne(file, 'mutate');
  const logs = flags.replay === undefined ? undefined : readLogs(flags.replay);
  const donors = (await collect(flags.splice, undefined)).inputs;
  const endless = donors.find(({ kind }) => kind === 'stream');
  if (endless !== undefined) throw new CommandError(`--splice ${endless.path}: is not a regular file`);
  const many = flags.count !== undefined || (logs?.length ?? 1) > 1;
  if (many && (flags.output === undefined || flags.output === '-')) {
    throw new CommandError('several mutants need a folder: name it with -o');
  }
  // A sum above this number would be rounded.
  if (flags.seed > Number.MAX_SAFE_INTEGER - ((flags.count ?? 1) - 1)) {
    throw new CommandError(`--count: seeds end at ${Number.MAX_SAFE_INTEGER}`);
  }
  if (flags.log === '-' && (flags.output === undefined || flags.output === '-')) {
    throw new CommandError('--log -: standard output is for the mutant: name a file with -o');
  }
  const outputs = [flags.output, flags.log].filter((path) => path !== undefined && path !== '-');
  if (new Set(outputs).size < outputs.length) throw new CommandError('-o and --log name the same file');
  const work = () =>
    withReadable(async () => {
      const base = await requireWholeInput(input);
      await remarkLookalikes([input, ...donors], host);
      const splice: Uint8Array[] = [];
      for (const donor of donors) splice.push(await requireWholeInput(donor));
      const maker = await mutantMaker(base, { splice, framing: flags.framing, checksums: nodeChecksums });
      const run = new MutateRun(
        input,
        [input, ...donors, ...sideInputs(flags.replay)],
        maker,
        many,
        flags,
        host,
      );
      return logs === undefined ? run.make() : run.replay(logs);
    });
  return guardedIfLong([input, ...donors], host, outputs, work);
}

/** Creates one mutant or many mutants. */
class MutateRun {
  readonly #folder: OutputFolder | undefined;
  readonly #stopper: Stopper;

  constructor(
    private readonly input: CommandInput,
    private readonly inputs: readonly CommandInput[],
    private readonly maker: MutantMaker,
    private readonly many: boolean,
    private readonly flags: MutateFlags,
    private readonly host: Host,
  ) {
    this.#folder = many ? new OutputFolder(flags.output as string, '-o') : undefined;
    this.#stopper = new Stopper(undefined, host);
  }

  async make(): Promise<ExitCode> {
    const { flags, host } = this;
    const { seed, count = 1 } = flags;
    const toOutput = flags.log === '-';
    const log =
      flags.log === undefined || toOutput
        ? undefined
        : openByteOutput(flags.log, { inputs: this.inputs, option: '--log' }, host);
    try {
      const options = optionsOf(flags);
      for (let i = 0; i < count; i++) {
        const { bytes, log: entries } = await usable(() => this.maker.make({ ...options, seed: seed + i }));
        const name = await this.#write(bytes, seed + i, entries);
        const line = mutationLogLine(name ?? null, entries);
        if (toOutput) await host.stdout.write(line);
        await log?.write(Buffer.from(line));
        if (await this.#isStopped()) break;
      }
      // The log is also finished after a signal, because all mutants until the signal are complete.
      await log?.finish();
    } finally {
      log?.discard();
      this.#stopper.dispose();
    }
    return typeof this.#stopper.reason === 'number' ? this.#stopper.reason : EXIT.ok;
  }

  async replay(logs: readonly MutationLog[]): Promise<ExitCode> {
    try {
      for (const log of logs) {
        await this.#write(await this.maker.replay(log), log.seed, log);
        if (await this.#isStopped()) break;
      }
    } finally {
      this.#stopper.dispose();
    }
    return typeof this.#stopper.reason === 'number' ? this.#stopper.reason : EXIT.ok;
  }

  /** @returns the name of the file, if the file has a name */
  async #write(bytes: Uint8Array, seed: number, log: MutationLog): Promise<string | undefined> {
    const { flags, host } = this;
    let path: string | undefined;
    let name: string | undefined;
    if (this.#folder === undefined) {
      path = flags.output === '-' ? undefined : flags.output;
      name = path === undefined ? undefined : basename(path);
      await writeWhole(path, bytes, { inputs: this.inputs }, host);
    } else {
      name = this.#folder.nameFor(mutantName(this.input, seed));
      path = join(this.#folder.path, name);
      this.#folder.write(name, bytes);
    }
    if (flags.quiet !== true) {
      const palette = paletteFor(flags.color, host.stderr, host.env);
      await host.stderr.write(mutantText(path ?? 'mutant', log, bytes.length, palette));
    }
    return name;
  }

  /** Returns to the event loop, to handle signals, because files are written synchronously. */
  async #isStopped(): Promise<boolean> {
    if (this.many) await new Promise((resolve) => setImmediate(resolve));
    return this.#stopper.reason !== undefined;
  }
}

async function serve(file: string | undefined, flags: MutateFlags, host: Host): Promise<ExitCode> {
  if (file !== undefined) throw new CommandError('--serve: files come with the requests: name none');
  refuseBeside('--serve', flags, ['count', 'output', 'maxSize', 'log', 'replay']);
  const { serveMutants } = await import('./mutate-serve.js');
  return serveMutants(process.stdin, optionsOf(flags), host);
}

function optionsOf(flags: MutateFlags): Omit<MutantOptions, 'seed'> {
  const { mutations, maxSize, keepChecksum, with: only, without } = flags;
  return {
    ...(mutations === undefined ? {} : { mutations }),
    ...(maxSize === undefined ? {} : { maxSize }),
    ...(keepChecksum === undefined ? {} : { keepChecksum }),
    ...(only.length === 0 ? {} : { only }),
    weights: flags.weights,
    without,
  };
}

/** Returns the name of a mutant: `small-network-7.hef` for `small-network.hef` and seed 7. */
function mutantName({ path, kind }: CommandInput, seed: number): string {
  const name = kind === 'stdin' ? 'stdin.mdl' : basename(path);
  const extension = extname(name);
  return `${basename(name, extension)}-${seed}${extension}`;
}

/** Size limit, larger than the log of a thousand mutants of a hundred mutations each. */
const MAX_LOG_BYTES = 256 * 1024 * 1024;

function readLogs(path: string): readonly MutationLog[] {
  const text = sideText(path, '--replay', MAX_LOG_BYTES, { exitCode: EXIT.unreadable });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new CommandError(`--replay ${path}: it is empty`);
  return lines.map((line, i) => {
    try {
      return parseMutationLog(line);
    } catch (error) {
      if (!isProtomdlError(error)) throw error;
      throw new CommandError(`--replay ${path}, line ${i + 1}: ${error.message}`);
    }
  });
}

/** Checks the names of mutators before any input is read. */
function checkNames({ weights: weighted, with: only, without }: MutateFlags): void {
  const names = MUTATORS.map(({ name }) => name);
  for (const [option, given] of [
    ['--weights', Object.keys(weighted)],
    ['--with', only],
    ['--without', without],
  ] as const) {
    const wrong = given.find((name) => !names.includes(name));
    if (wrong !== undefined) {
      throw new CommandError(
        `${option}: there is no mutator ${wrong}${suggestion(wrong, names)} (--list names all)`,
      );
    }
  }
}

function refuseBeside(option: string, flags: MutateFlags, others: readonly (keyof MutateFlags)[]): void {
  const other = others.find((name) => flags[name] !== undefined);
  if (other === undefined) return;
  const spelling = other.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new CommandError(`${option}: takes no --${spelling} beside it`);
}

/** Converts errors about impossible options, and about logs that do not fit the input, to usage errors. */
async function usable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isProtomdlError(error) && /^(mutation-options|mutator-unknown|replay-)/.test(error.code)) {
      throw new CommandError(error.message);
    }
    throw error;
  }
}

async function withReadable(work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await usable(work);
  } catch (error) {
    if (isProtomdlError(error) && error.code.startsWith('source-')) {
      throw new CommandError(error.message, EXIT.unreadable);
    }
    throw error;
  }
}

function range(text: string): readonly [number, number] {
  const [, least, most = least] = /^(\d{1,5})(?:\.\.(\d{1,5}))?$/.exec(text) ?? [];
  const [from, to] = [Number(least), Number(most)];
  if (from >= 1 && from <= to && to <= 10_000) return [from, to];
  throw new InvalidArgumentError('It takes a number from 1 to 10000, or two of them such as 1..8.');
}

function weights(text: string, before: Readonly<Record<string, number>>): Record<string, number> {
  const settings = { ...before };
  for (const part of listed(text, [])) {
    const [, name, weight] = /^([a-z-]+)=(\d{1,7})$/.exec(part) ?? [];
    if (name === undefined || Number(weight) > 1e6) {
      throw new InvalidArgumentError('It takes name=weight, with weights from 0 to 1000000.');
    }
    settings[name] = Number(weight);
  }
  return settings;
}
