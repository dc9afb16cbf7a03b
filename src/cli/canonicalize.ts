import type { Command } from 'commander';
import { canonicalize } from '../tools/rewrite/canonicalize.js';
import type { CommandContext } from './commands.js';
import { addExamples } from './examples.js';
import { defineRewrite } from './rewritten-files.js';

export function define(command: Command, context: CommandContext): void {
  defineRewrite(command, context, canonicalize);
  addExamples(command, {
    'protomdl canonicalize valid/overlong.mdl -o canonical.mdl': 'the same message as an encoder writes it',
    'protomdl canonicalize valid -o canonical': 'all files of a folder, into another folder',
  });
}
