import { type Command, Option } from 'commander';
import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { reading } from '../base/source/source.js';
import type { Selector } from '../read/select/selector.js';
import { DISASM_FORMATS, type DisasmFormat, DisasmText } from '../show/report/disasm.js';
import { DisasmLines } from '../show/report/disasm-lines.js';
import { escapeText } from '../show/report/escape.js';
import { type DisasmOptions, disasm } from '../tools/disasm/disasm.js';
import type { DisasmListing } from '../tools/disasm/listing.js';
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
import { addSearchOptions, fromOption, type SearchFlags } from './option-values.js';
import { printFault } from './problem.js';
import { selector } from './selector-value.js';

interface DisasmFlags extends SearchFlags {
  readonly format: DisasmFormat;
  readonly output?: string;
  readonly framing: FramingMode;
  readonly color: ColorMode;
  readonly select?: Selector;
  readonly offsets?: boolean;
  readonly hash?: boolean;
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<files...>', 'files, directories (searched for .mdl and .hef), patterns, - for standard input')
    .addOption(new Option('--format <format>', 'output format').choices(DISASM_FORMATS).default('human'))
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .addOption(fromOption())
    .option(
      '--select <path>',
      'only these groups, contexts or operations, such as network_groups[0].contexts[2]',
      selector,
    )
    .option('-p, --offsets', 'print the offset of each record before its line')
    .option('--hash', 'read the blobs, and print the XXH3-64 of each')
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .action(async (files: string[], flags: DisasmFlags) => {
      context.exitCode = await disasmCommand(files, flags, context.host);
    });
  addSearchOptions(command);
  addExamples(command, {
    'protomdl disasm valid/one-context.mdl': 'The operations that the device executes',
    "protomdl disasm valid/two-contexts.mdl --select 'network_groups[0].contexts[1]' -p":
      'One context, with offsets',
    'protomdl disasm valid/every-action.mdl --format ndjson --hash':
      'One operation per line, as JSON, with hashes of blobs',
  });
}

async function disasmCommand(args: readonly string[], flags: DisasmFlags, host: Host): Promise<ExitCode> {
  const inputs = await collectSome(args, undefined, 'disassemble', flags);
  return writeData(flags.output, inputs, host, async (output) => {
    const codes: ExitCode[] = [];
    for (const input of inputs) {
      if (inputs.length > 1 && flags.format === 'human') {
        const palette = paletteFor(flags.color, output, host.env);
        await output.write(`${input === inputs[0] ? '' : '\n'}${palette.bold(escapeText(input.path))}\n`);
      }
      codes.push(await disassembleOne(input, flags, output, host));
    }
    return heaviestExit(codes);
  });
}

async function disassembleOne(
  input: CommandInput,
  flags: DisasmFlags,
  output: Output,
  host: Host,
): Promise<ExitCode> {
  const { framing, select, hash = false, offsets = false } = flags;
  const options: DisasmOptions = { framing, hash, selector: select };
  const write = (bytes: Uint8Array): Promise<void> => output.write(bytes);
  const palette = paletteFor(flags.color, output, host.env);
  const listing: DisasmListing =
    flags.format === 'human'
      ? new DisasmText({ palette, offsets, write })
      : new DisasmLines({ file: input.path, write });
  try {
    return await reading(openInput(input), async (source) => {
      const { problems, shown } = await disasm(source, options, listing);
      if (problems > 0 || !shown) await remarkLookalikes([input], host);
      if (!shown) {
        const what = select === undefined || select.text === '' ? 'network group in it' : select.text;
        await complain(host, `${input.path}: there is no ${what}`);
      }
      return problems > 0 || !shown ? EXIT.found : EXIT.ok;
    });
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    if (error.code === 'selector-invalid') throw new CommandError(`--select ${error.message}`);
    await listing.flush();
    return printFault(error, input, host, framing);
  }
}
