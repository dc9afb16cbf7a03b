import { basename, join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ContainerVersion } from '../base/container/header.js';
import { isProtomdlError, type ProtomdlError } from '../base/diagnostics/error.js';
import { reading } from '../base/source/source.js';
import { concatBytes } from '../base/wire/bytes.js';
import { nodeChecksums } from '../check/validate/node-checksums.js';
import { escapeText } from '../show/report/escape.js';
import { problemText } from '../show/report/problem.js';
import { type Assembled, assemble } from '../tools/text/assemble.js';
import { type FileDifference, firstDifference } from '../tools/text/compare-files.js';
import { formOfName, TEXT_FORMS, type TextForm } from '../tools/text/text-form.js';
import { blobFiles } from './blob-folder.js';
import { collectOne } from './collect.js';
import type { CommandContext } from './commands.js';
import { complain, exitCodeOf, withoutName } from './complain.js';
import { addExamples } from './examples.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { openByteOutput } from './file-output.js';
import type { Host } from './host.js';
import { type CommandInput, openInput } from './input.js';
import { remarkLookalikes } from './lookalike-remark.js';
import { sideInputs } from './side-file.js';
import { readWholeInput } from './whole-input.js';

interface AssembleFlags {
  readonly output?: string;
  readonly format?: TextForm;
  readonly framing?: 'bare' | ContainerVersion;
  readonly bytesDir?: string;
  readonly compare?: string;
  readonly quiet?: boolean;
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<file>', 'text from dump or another program; - for standard input')
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .addOption(
      new Option(
        '--format <format>',
        'format of the text (default: from the file name or the content)',
      ).choices(TEXT_FORMS),
    )
    .addOption(
      new Option(
        '--framing <kind>',
        'container of the message: bare, 0, 1, 2 or 3 (default: from the text)',
      ).argParser(framingOf),
    )
    .option('--bytes-dir <dir>', 'folder with the blobs of dump --bytes file')
    .option(
      '--compare <original>',
      'print the first difference from another file, and exit with 1 if there is one',
    )
    .option('-q, --quiet', 'with --compare: print nothing if both files are the same')
    .action(async (file: string, flags: AssembleFlags) => {
      context.exitCode = await assembleCommand(file, flags, context.host);
    });
  addExamples(command, {
    'protomdl dump valid/framed-v3.hef --bytes base64 | protomdl assemble - -o same.hef':
      'the same file again',
    'protomdl dump valid/overlong.mdl --bytes hex | protomdl assemble - --compare valid/overlong.mdl -o /dev/null || true':
      'where the bytes differ from those of an encoder',
  });
}

async function assembleCommand(file: string, flags: AssembleFlags, host: Host): Promise<ExitCode> {
  const input = await collectOne(file, 'assemble');
  const original = flags.compare === undefined ? undefined : await collectOne(flags.compare, '--compare');
  const inputs = original === undefined ? [input] : [input, original];
  const { output: to, bytesDir } = flags;
  // The output must not replace a file in the folder of blobs, because the text may refer to this file.
  const blob = to === undefined || bytesDir === undefined ? undefined : join(bytesDir, basename(to));
  const output = openByteOutput(flags.output, { inputs: [...inputs, ...sideInputs(blob)] }, host);
  try {
    const assembled = await assembleInput(input, flags);
    const difference =
      original === undefined
        ? undefined
        : firstDifference(await readWholeInput(original), concatBytes(assembled.pieces));
    for (const piece of assembled.pieces) if (piece.length > 0) await output.write(piece);
    await output.finish();
    if (original === undefined) return EXIT.ok;
    if (difference !== undefined) {
      await complain(host, `${original.path}: ${differenceText(difference)}`);
      return EXIT.found;
    }
    if (flags.quiet !== true) {
      await host.stderr.write(`${escapeText(original.path)}: the same ${assembled.size} bytes\n`);
    }
    return EXIT.ok;
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    if (error.code.startsWith('text-')) await remarkLookalikes([input], host, { takesText: true });
    await complain(host, refusalText(error, input));
    return exitCodeOf(error.code);
  } finally {
    output.discard();
  }
}

export async function assembleInput(
  input: CommandInput,
  { format, framing, bytesDir }: Pick<AssembleFlags, 'format' | 'framing' | 'bytesDir'>,
): Promise<Assembled> {
  return await reading(openInput(input), async (source) => {
    const form = format ?? formOfName(input.path);
    return await assemble(source, {
      ...(form !== undefined && { format: form }),
      ...(framing !== undefined && { framing }),
      ...(bytesDir !== undefined && { blobs: blobFiles(bytesDir) }),
      checksums: nodeChecksums,
    });
  });
}

/** Formats an error with the code and the place in the text: `model.json:12:5: error: …`. */
export function refusalText(error: ProtomdlError, { path }: Pick<CommandInput, 'path'>): string {
  const { code, message, offset } = error;
  const text = withoutName(message, path);
  const [, place = '', rest = text] = /^(\d+:\d+): (.*)$/s.exec(text) ?? [];
  return problemText({ file: place === '' ? path : `${path}:${place}`, code, message: rest, offset });
}

export function differenceText({ kind, offset, path, message }: FileDifference): string {
  const where = path === '' ? '' : `, ${path}`;
  return `differs first at ${offset} (0x${offset.toString(16)}${where}): ${kind}: ${message}`;
}

function framingOf(text: string): 'bare' | ContainerVersion {
  if (text === 'bare') return text;
  if (/^[0-3]$/.test(text)) return Number(text) as ContainerVersion;
  throw new InvalidArgumentError('It takes bare, 0, 1, 2 or 3.');
}
