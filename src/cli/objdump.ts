import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { TYPE_STRING } from '../base/schema/table.js';
import { reading } from '../base/source/source.js';
import type { Selector } from '../read/select/selector.js';
import { escapeText } from '../show/report/escape.js';
import {
  OBJDUMP_FORMATS,
  type ObjdumpFormat,
  ObjdumpText,
  objdumpEnd,
  objdumpLine,
} from '../show/report/objdump.js';
import { type ObjdumpOptions, objdump } from '../tools/objdump/objdump.js';
import type { Row } from '../tools/objdump/row.js';
import { collectSome } from './collect.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import type { CommandContext } from './commands.js';
import { complain } from './complain.js';
import { writeData } from './data-output.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT, type ExitCode, heaviestExit } from './exit-code.js';
import type { Host, Output } from './host.js';
import { type CommandInput, openInput } from './input.js';
import { remarkLookalikes } from './lookalike-remark.js';
import { addSearchOptions, fromOption, type SearchFlags, wholeNumberOption } from './option-values.js';
import { printFault } from './problem.js';
import { selector } from './selector-value.js';

interface ObjdumpFlags extends SearchFlags {
  readonly format: ObjdumpFormat;
  readonly output?: string;
  readonly framing: FramingMode;
  readonly color: ColorMode;
  readonly select?: Selector;
  readonly start?: number;
  readonly end?: number;
  readonly depth?: number;
  readonly hex?: boolean;
  readonly raw?: boolean;
  readonly strings?: boolean;
  readonly checksum?: boolean;
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<files...>', 'files, directories (searched for .mdl and .hef), patterns, - for standard input')
    .addOption(new Option('--format <format>', 'output format').choices(OBJDUMP_FORMATS).default('human'))
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .addOption(fromOption())
    .option(
      '--select <path>',
      'only these records and their content, such as network_groups[0].contexts[2]',
      selector,
    )
    .option('--start <offset>', 'only rows from this byte on (1042 or 0x412)', byteOffset)
    .option('--end <offset>', 'only rows before this byte', byteOffset)
    .option('--depth <n>', 'do not open messages at this depth', wholeNumberOption(0, 100))
    .option('--strings', 'only records that are text')
    .option('--hex', 'print the first bytes of each row')
    .option('--raw', 'without the schema: field numbers, and guessed messages')
    .option('--checksum', 'verify the checksums of framed files, which reads every byte')
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .action(async (files: string[], flags: ObjdumpFlags) => {
      context.exitCode = await objdumpCommand(files, flags, context.host);
    });
  addSearchOptions(command);
  addExamples(command, {
    'protomdl objdump valid/smallest.mdl': 'Every record of a file, with its offset',
    'protomdl objdump valid/framed-v3.hef --depth 0 --hex':
      'The header, the records of the root, and the data after them, with their first bytes',
    "protomdl objdump valid/two-contexts.mdl --select 'network_groups[0].contexts[1].metadata'":
      'One message and its content',
    'protomdl objdump invalid/cut-in-message.mdl': ['A file that is cut off', 1],
  });
}

async function objdumpCommand(args: readonly string[], flags: ObjdumpFlags, host: Host): Promise<ExitCode> {
  if (flags.raw && flags.select !== undefined) {
    throw new CommandError('--select needs names, and --raw has no names');
  }
  const inputs = await collectSome(args, undefined, 'dump', flags);
  await remarkLookalikes(inputs, host);
  return writeData(flags.output, inputs, host, async (output) => {
    const codes: ExitCode[] = [];
    for (const input of inputs) codes.push(await dumpOne(input, inputs.length > 1, flags, output, host));
    return heaviestExit(codes);
  });
}

async function dumpOne(
  input: CommandInput,
  isOneOfMany: boolean,
  flags: ObjdumpFlags,
  output: Output,
  host: Host,
): Promise<ExitCode> {
  const { select, start: from, end: to, depth, framing, raw = false, checksum = false } = flags;
  const options: ObjdumpOptions = {
    framing,
    raw,
    checksum,
    ...(select === undefined ? {} : { selector: select }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(depth === undefined ? {} : { depth }),
  };
  const palette = paletteFor(flags.color, output, host.env);
  const text = new ObjdumpText({ palette, hex: flags.hex === true });
  const lineOf = (row: Row): string =>
    flags.format === 'human' ? text.row(row) : objdumpLine(input.path, row);
  let pending = '';
  const flush = async (): Promise<void> => {
    const written = pending;
    pending = '';
    await output.write(written);
  };
  const take = (row: Row): void | Promise<void> => {
    if (flags.strings === true && !isText(row)) return undefined;
    pending += lineOf(row);
    return pending.length >= FLUSH_AT ? flush() : undefined;
  };
  try {
    return await reading(openInput(input), async (source) => {
      if (isOneOfMany && flags.format === 'human') pending += `${palette.bold(escapeText(input.path))}\n`;
      const { problems, rows } = await objdump(source, options, take);
      if (flags.format === 'human') pending += objdumpEnd(problems, palette);
      await flush();
      if (rows === 0 && select !== undefined) {
        await complain(host, `${input.path}: there is no ${select.text}`);
        return EXIT.found;
      }
      if (rows === 0 && source.size === 0)
        await complain(host, `${input.path}: it is empty: there is no row`);
      return problems > 0 ? EXIT.found : EXIT.ok;
    });
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    await flush();
    return printFault(error, input, host);
  }
}

const FLUSH_AT = 1 << 16;

function isText({ kind, field }: Row): boolean {
  return kind === 'record' && field?.type === TYPE_STRING;
}

function byteOffset(text: string): number {
  const value = /^(0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError('It takes an offset in bytes, such as 1042 or 0x412.');
}
