import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { STARTER } from '../check/config/starter.js';
import { CONFIG_FILES } from '../check/config/vocabulary.js';
import { TOOL } from '../show/report/tool.js';
import type { CommandContext } from './commands.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT } from './exit-code.js';
import { writeWhole } from './file-output.js';
import { bufferOf } from './host.js';

export function define(command: Command, context: CommandContext): void {
  command
    .option('-o, --output <file>', 'write there', CONFIG_FILES[0])
    .action(async ({ output }: { readonly output: string }) => {
      const { host } = context;
      const path = resolve(host.folder ?? '', output);
      if (existsSync(path)) throw new CommandError(`${output} exists and was not changed`);
      await writeWhole(path, bufferOf(STARTER), { inputs: [] }, host);
      await host.stderr.write(`${TOOL.name}: ${output} is written; ${TOOL.name} validate uses it\n`);
      context.exitCode = EXIT.ok;
    });
  addExamples(command, {
    'protomdl init': 'a settings file with comments, in this folder',
    'protomdl init -o strict.yaml -q': 'in another place: name it with --config',
  });
}
