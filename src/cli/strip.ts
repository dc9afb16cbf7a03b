import type { Command } from 'commander';
import { STRIP_PARTS, type StripPart, strip } from '../tools/rewrite/strip.js';
import type { CommandContext } from './commands.js';
import { addExamples } from './examples.js';
import { CommandError } from './exit-code.js';
import { fromOption } from './option-values.js';
import { addRewriteOptions, type RewriteFlags, rewriteFiles } from './rewritten-files.js';

type StripFlags = RewriteFlags & { readonly [part in StripPart]?: boolean } & { readonly all?: boolean };

const PARTS = Object.keys(STRIP_PARTS) as StripPart[];

export function define(command: Command, context: CommandContext): void {
  addRewriteOptions(command);
  for (const part of PARTS) command.option(`--${part}`, `remove ${STRIP_PARTS[part]}`);
  command
    .option('--all', 'remove all of these')
    .addOption(fromOption())
    .action(async (files: string[], flags: StripFlags) => {
      const parts = PARTS.filter((part) => flags.all === true || flags[part] === true);
      if (parts.length === 0) {
        throw new CommandError(
          `name the parts to remove (${PARTS.map((part) => `--${part}`).join(', ')}, --all)`,
        );
      }
      const { framing } = flags;
      context.exitCode = await rewriteFiles(files, flags, context.host, (source) =>
        strip(source, { parts, framing }),
      );
    });
  addExamples(command, {
    'protomdl strip --timestamp --mapping valid/two-contexts.mdl -o smaller.mdl':
      'the same model without these parts',
    'protomdl strip --unknown valid/small-network.hef | protomdl info -': 'in a pipe',
  });
}
