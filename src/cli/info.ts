import { type Command, Option } from 'commander';
import type { FramingMode } from '../container/index.js';
import { isProtomdlError } from '../diagnostics/error.js';
import { summarize } from '../model/summarize.js';
import type { ModelSummary } from '../model/summary.js';
import { infoJson, infoText } from '../report/info.js';
import { TOOL } from '../report/tool.js';
import { openFile } from '../source/file.js';
import { standardInputSource } from '../source/node-stream.js';
import { collect } from './collect.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import { CommandError } from './command-error.js';
import type { CommandContext } from './commands.js';
import { complain } from './complain.js';
import { openDataOutput } from './data-output.js';
import { addExamples } from './examples.js';
import { EXIT, type ExitCode, heaviest } from './exit-code.js';
import type { Host } from './host.js';
import type { Input } from './input.js';

interface InfoFlags {
  readonly format: 'human' | 'json';
  readonly output?: string;
  readonly framing: FramingMode;
  readonly color: ColorMode;
}

/** What became of one file: a summary, or why there is none. */
interface Described {
  readonly path: string;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly summary: ModelSummary | null;
}

/** `protomdl info`. */
export function define(command: Command, context: CommandContext): void {
  command
    .argument('<files...>', 'files, directories (searched for .mdl and .hef), patterns, - for standard input')
    .addOption(new Option('--format <format>', 'output format').choices(['human', 'json']).default('human'))
    .option('-o, --output <file>', 'write there instead of to standard output')
    .addOption(
      new Option('--framing <kind>', 'what the file is: a bare message or framed')
        .choices(['auto', 'bare', 'framed'])
        .default('auto'),
    )
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .action(async (files: string[], flags: InfoFlags) => {
      context.exitCode = await infoCommand(files, flags, context.host);
    });
  addExamples(command, [
    { line: 'protomdl info valid/small-network.hef', about: 'what is in it?' },
    {
      line: 'protomdl info valid --format json -o models.json',
      about: 'of all files in a folder, for a program',
    },
  ]);
}

async function infoCommand(args: readonly string[], flags: InfoFlags, host: Host): Promise<ExitCode> {
  const { inputs } = await collect(args, undefined);
  if (inputs.length === 0) {
    throw new CommandError(
      'nothing to look into: no file there (directories are searched for .mdl and .hef)',
    );
  }
  const output = openDataOutput(flags.output, inputs, host);
  const palette = paletteFor(flags.color, output, host.env);
  const described: Described[] = [];
  const codes: ExitCode[] = [];
  try {
    for (const input of inputs) {
      const file = await describe(input, flags.framing);
      if (file.error !== null) {
        codes.push(file.error.code.startsWith('source-') ? EXIT.unreadable : EXIT.found);
        await complain(host, `${input.path}: ${withoutName(file.error.message, input.path)}`);
      }
      if (flags.format === 'json') described.push(file);
      else if (file.summary !== null) {
        const gap = input === inputs[0] ? '' : '\n';
        await output.write(gap + infoText(input.path, file.summary, palette, output.columns));
      }
    }
    if (flags.format === 'json') await output.write(infoJson(TOOL, described));
  } finally {
    output.close();
  }
  return heaviest(codes);
}

async function describe(input: Input, framing: FramingMode): Promise<Described> {
  const { path } = input;
  if (input.problem !== undefined) return { path, error: input.problem, summary: null };
  try {
    const source = input.kind === 'stdin' ? standardInputSource() : await openFile(path);
    return { path, error: null, summary: await summarize(source, { framing }) };
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return { path, error: { code: error.code, message: error.message }, summary: null };
  }
}

function withoutName(message: string, path: string): string {
  return message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
}
