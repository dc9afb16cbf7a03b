import { type Command, Option } from 'commander';
import type { CodeInfo } from '../base/diagnostics/catalogue.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { codesBehind } from '../check/config/runtime-answers.js';
import { Selectors } from '../check/config/selectors.js';
import { CATALOGUE } from '../check/rules/index.js';
import { explainText, type RuleListing, rulesJson, rulesMarkdown, rulesText } from '../show/report/rules.js';
import { TOOL } from '../show/report/tool.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import { CommandError } from './command-error.js';
import type { CommandContext } from './commands.js';
import { writeData } from './data-output.js';
import { addExamples } from './examples.js';
import { EXIT } from './exit-code.js';
import type { Host } from './host.js';

interface RulesFlags {
  readonly format: 'human' | 'json' | 'markdown';
  readonly output?: string;
  readonly color: ColorMode;
}

/** `protomdl rules`. */
export function define(command: Command, context: CommandContext): void {
  command.argument('[codes...]', 'codes, patterns or groups such as core, wire, frame (default: all)');
  withOptions(command).action(async (codes: string[], flags: RulesFlags) => {
    await writeListing(codes, flags, context.host, false);
    context.exitCode = EXIT.ok;
  });
  addExamples(command, [
    { line: 'protomdl rules', about: 'all codes' },
    { line: "protomdl rules frame 'nms-*' --format json", about: 'of a group, and by a pattern' },
  ]);
}

/** `protomdl explain`: the same with everything that is known, for reading. */
export function defineExplain(command: Command, context: CommandContext): void {
  command.argument(
    '<codes...>',
    'codes, as reports have them; patterns and groups; a status (26, HEF_NOT_SUPPORTED) or a sentence of the runtime',
  );
  withOptions(command).action(async (codes: string[], flags: RulesFlags) => {
    await writeListing(codes, flags, context.host, true);
    context.exitCode = EXIT.ok;
  });
  addExamples(command, [
    { line: 'protomdl explain action-unset', about: 'what does this code mean, and what is to be done?' },
    {
      line: 'protomdl explain HEF_NOT_SUPPORTED -o refused.txt',
      about: 'what does a file have for which the runtime returns this?',
    },
    { line: 'protomdl explain wire --format markdown -o wire.md', about: 'all of a group, as a document' },
  ]);
}

function withOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'output format')
        .choices(['human', 'json', 'markdown'])
        .default('human'),
    )
    .option('-o, --output <file>', 'write there instead of to standard output')
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'));
}

async function writeListing(
  names: readonly string[],
  { format, output: path, color }: RulesFlags,
  host: Host,
  inFull: boolean,
): Promise<void> {
  const listing: RuleListing = { catalogue: CATALOGUE, codes: selected(names) };
  await writeData(path, [], host, async (output) => {
    if (format === 'json') await output.write(rulesJson(TOOL, listing));
    else if (format === 'markdown') await output.write(rulesMarkdown(listing));
    else {
      const palette = paletteFor(color, output, host.env);
      await output.write(
        inFull ? explainText(listing.codes, palette, output.columns) : rulesText(listing, palette),
      );
    }
    return EXIT.ok;
  });
}

/** @throws CommandError for a name that no code has; it suggests the nearest */
function selected(names: readonly string[]): readonly CodeInfo<string>[] {
  if (names.length === 0) return [...CATALOGUE.values()];
  const selectors = new Selectors(CATALOGUE);
  try {
    // What the runtime answers is no name of a code.
    const codes = new Set(names.flatMap((name) => codesBehind(name, CATALOGUE) ?? selectors.codes(name)));
    return [...CATALOGUE.values()].filter(({ code }) => codes.has(code));
  } catch (error) {
    if (isProtomdlError(error)) throw new CommandError(error.message);
    throw error;
  }
}
