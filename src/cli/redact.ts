import type { Command } from 'commander';
import { redact } from '../tools/rewrite/redact.js';
import type { CommandContext } from './commands.js';
import { addExamples } from './examples.js';
import { defineRewrite } from './rewritten-files.js';

export function define(command: Command, context: CommandContext): void {
  defineRewrite(command, context, redact);
  addExamples(command, {
    'protomdl redact invalid/no-contexts.mdl -o to-show.mdl':
      'a file that you can share, with the same faults in the same places',
    'protomdl redact valid -o redacted': 'all files of a folder, into another folder',
  });
}
