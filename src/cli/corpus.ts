import type { Command } from 'commander';
import type { CommandContext } from './commands.js';
import { defineAfl } from './corpus-afl.js';
import { defineCoverage } from './corpus-coverage.js';
import { defineMinimize } from './corpus-minimize.js';
import { defineVerify } from './corpus-verify.js';
import { addExamples } from './examples.js';

/** Defines `protomdl corpus`, for sets of files. Each sub-command has its own file. */
export function define(command: Command, context: CommandContext): void {
  command.showHelpAfterError('(protomdl corpus --help lists the commands)');
  defineVerify(command, context);
  defineCoverage(command, context);
  defineMinimize(command, context);
  defineAfl(command, context);
  addExamples(command, {
    'protomdl corpus verify valid invalid': 'are the findings as expected?',
    'protomdl corpus coverage valid invalid': 'which features do these files exercise?',
  });
}
