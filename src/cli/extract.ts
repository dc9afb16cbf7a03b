import { type Command, Option } from 'commander';
import type { FramingMode } from '../base/container/detect.js';
import type { SectionName } from '../base/container/layout.js';
import { type ExtractWhat, extract } from '../tools/rewrite/extract.js';
import type { CommandContext } from './commands.js';
import { addExamples } from './examples.js';
import { CommandError } from './exit-code.js';
import { fromOption } from './option-values.js';
import { rewriteFiles } from './rewritten-files.js';

interface ExtractFlags {
  readonly mapping?: boolean;
  readonly section?: SectionName;
  readonly resource?: string;
  readonly output?: string;
  readonly framing: FramingMode;
}

const SECTIONS: readonly SectionName[] = [
  'header',
  'message',
  'padding',
  'ccws',
  'additional-info',
  'trailing',
];

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<file>', 'the file, - for standard input')
    .argument('[selector]', 'part to extract: network_groups[0].contexts[2], or any other path from a report')
    .option('--mapping', 'the mapping blob')
    .addOption(new Option('--section <name>', 'a section of the container').choices(SECTIONS))
    .option('--resource <name>', 'a resource: data after the message that the message names')
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .addOption(fromOption())
    .action(async (file: string, selector: string | undefined, flags: ExtractFlags) => {
      const { framing } = flags;
      const what = wanted(selector, flags);
      context.exitCode = await rewriteFiles([file], flags, context.host, (source) =>
        extract(source, what, { framing }),
      );
    });
  addExamples(command, {
    'protomdl extract valid/small-network.hef --section message -o bare.mdl': 'the message in the container',
    "protomdl extract valid/two-contexts.mdl 'network_groups[0].contexts[1]' -o context.bin":
      'one message inside the model',
    "protomdl extract valid/two-contexts.mdl 'network_groups[0].network_group_metadata.network_group_name' -o name.txt":
      'a name',
  });
}

function wanted(selector: string | undefined, { mapping, section, resource }: ExtractFlags): ExtractWhat {
  const given = [selector, mapping, section, resource].filter((option) => option !== undefined);
  if (given.length !== 1) {
    throw new CommandError('name one part to extract: a selector, --mapping, --section or --resource');
  }
  if (section !== undefined) return { section };
  if (resource !== undefined) return { resource };
  return { selector: selector ?? 'mapping' };
}
