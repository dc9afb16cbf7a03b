import { Argument, type Command } from 'commander';
import { TOOL } from '../show/report/tool.js';
import type { CommandContext } from './commands.js';
import { bashCompletion, type CompletionParts } from './completion-bash.js';
import { fishCompletion } from './completion-fish.js';
import { zshCompletion } from './completion-zsh.js';
import { writeData } from './data-output.js';
import { defineAll } from './definitions.js';
import { addExamples } from './examples.js';
import { EXIT } from './exit-code.js';
import { wordSets } from './word-sets.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const SCRIPTS: Readonly<Record<Shell, (parts: CompletionParts) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `protomdl completion`. */
export function define(command: Command, context: CommandContext): void {
  command
    .addArgument(new Argument('<shell>', 'the shell that is to complete commands').choices(SHELLS))
    .option('-o, --output <file>', 'write there instead of to standard output')
    .action(async (shell: Shell, flags: { readonly output?: string }) => {
      const script = await completionScript(shell);
      context.exitCode = await writeData(flags.output, [], context.host, async (output) => {
        await output.write(script);
        return EXIT.ok;
      });
    });
  addExamples(command, [
    { line: 'source <(protomdl completion bash)', about: 'in this shell; as a line of ~/.bashrc in each' },
    { line: 'protomdl completion zsh -o _protomdl', about: 'for a folder of $fpath' },
    {
      line: 'protomdl completion fish -o protomdl.fish',
      about: 'for ~/.config/fish/completions',
    },
  ]);
}

/** Script with which a shell completes every command of this version. */
export async function completionScript(shell: Shell): Promise<string> {
  return SCRIPTS[shell]({ program: TOOL.name, root: await defineAll(), sets: wordSets() });
}
