import type { Command } from 'commander';
import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import type { Source } from '../base/source/source.js';
import { MAX_MESSAGE_SIZE } from '../base/wire/limits.js';
import { type Replacement, replace } from '../tools/rewrite/replace.js';
import { collect } from './collect.js';
import type { CommandContext } from './commands.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT, type ExitCode } from './exit-code.js';
import type { Host } from './host.js';
import { fromOption } from './option-values.js';
import { rewriteFiles } from './rewritten-files.js';
import { sideInputs } from './side-file.js';
import { openSpooled } from './spooled-input.js';

interface ReplaceFlags {
  readonly with?: string;
  readonly value?: string;
  readonly output?: string;
  readonly inPlace?: boolean;
  readonly framing: FramingMode;
  readonly quiet?: boolean;
}

const MAX_PRINTED = 5;

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<file>', 'the file, - for standard input')
    .argument(
      '<selector>',
      'field to replace: header.timestamp, network_groups[0].contexts[*].context_index, or any path',
    )
    .option(
      '--with <file>',
      'file with the new bytes of a string, a blob or a message (- for standard input)',
    )
    .option('--value <value>', 'new value: a number, true, the name of an enum value, the text of a string')
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .option('--in-place', 'overwrite the file itself, once the new content is complete')
    .addOption(fromOption())
    .option('-q, --quiet', 'do not print the replacements')
    .action(async (file: string, selector: string, flags: ReplaceFlags) => {
      context.exitCode = await replaceCommand(file, selector, flags, context.host);
    });
  addExamples(command, {
    'protomdl replace valid/two-contexts.mdl header.timestamp --value 0 -o undated.mdl': 'a number',
    "protomdl replace valid/two-contexts.mdl 'network_groups[0].network_group_metadata.network_group_name' --value other -o other.mdl":
      'a name, longer or shorter',
    'protomdl replace valid/two-contexts.mdl mapping --with valid/smallest.mdl -o mapped.mdl': 'a blob',
  });
}

async function replaceCommand(
  file: string,
  selector: string,
  flags: ReplaceFlags,
  host: Host,
): Promise<ExitCode> {
  const { with: name, value, framing, quiet } = flags;
  if ((name === undefined) === (value === undefined)) {
    throw new CommandError('name the new value: either --with FILE or --value VALUE');
  }
  if (name === '-' && file === '-')
    throw new CommandError('standard input cannot be both the file and --with');
  const content = name === undefined ? undefined : await openContent(name, host);
  try {
    const by: Replacement = content === undefined ? { value: value as string } : { bytes: content };
    return await rewriteFiles(
      [file],
      flags,
      host,
      async (source, remark) => {
        const replaced = await replace(source, { selector, by, framing });
        if (quiet !== true) remark(whatWasDone(replaced.paths, replaced.isAdded));
        return replaced;
      },
      sideInputs(name),
    );
  } finally {
    await content?.close();
  }
}

async function openContent(name: string, { spoolBytes }: Host): Promise<Source> {
  const { inputs } = await collect([name], undefined);
  const [input] = inputs;
  if (input === undefined || inputs.length > 1) throw new CommandError(`--with ${name}: names one file`);
  try {
    return await openSpooled(input, { most: MAX_MESSAGE_SIZE, spoolBytes });
  } catch (error) {
    if (isProtomdlError(error)) throw new CommandError(`--with: ${error.message}`, EXIT.unreadable);
    throw error;
  }
}

function whatWasDone(paths: readonly string[], isAdded: boolean): string {
  const listed = paths.slice(0, MAX_PRINTED).join(', ');
  const more = paths.length > MAX_PRINTED ? ` and ${paths.length - MAX_PRINTED} more` : '';
  return `${isAdded ? 'added' : 'replaced'} ${listed}${more}`;
}
