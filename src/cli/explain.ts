import { type Command, Option } from 'commander';
import type { CodeInfo } from '../base/diagnostics/catalogue.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { codesBehind, isStatus } from '../check/config/runtime-answers.js';
import { Selectors } from '../check/config/selectors.js';
import { CATALOGUE } from '../check/rules/index.js';
import { explainText, type RuleListing, rulesJson, rulesMarkdown, rulesText } from '../show/report/rules.js';
import { TOOL } from '../show/report/tool.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import type { CommandContext } from './commands.js';
import { writeData } from './data-output.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT } from './exit-code.js';
import type { Host } from './host.js';

interface ExplainFlags {
  readonly list?: true;
  readonly verbose?: true;
  readonly format: 'human' | 'json' | 'markdown';
  readonly output?: string;
  readonly color: ColorMode;
}

/** Defines `protomdl explain`, which prints the documentation of codes, or a list of codes. */
export function define(command: Command, context: CommandContext): void {
  command
    .argument(
      '[codes...]',
      'codes from reports; patterns and groups (core, wire, …); a status (26, HEF_NOT_SUPPORTED) or an error ' +
        'message of the runtime (default: the list of all codes)',
    )
    .option('--list', 'one line for each code (default for a status, which has many causes)')
    .option('-v, --verbose', 'the whole texts, for a status as well')
    .addOption(
      new Option('--format <format>', 'output format')
        .choices(['human', 'json', 'markdown'])
        .default('human'),
    )
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .action(async (codes: string[], flags: ExplainFlags) => {
      await writeListing(codes, flags, context.host);
      context.exitCode = EXIT.ok;
    });
  addExamples(command, {
    'protomdl explain action-unset': 'what does this code mean, and how do I fix it?',
    'protomdl explain': 'all codes',
    "protomdl explain --list frame 'nms-*'": 'codes of a group, and codes that match a pattern',
    'protomdl explain HEF_NOT_SUPPORTED -o refused.txt': 'which faults cause this status of the runtime?',
    'protomdl explain wire --format markdown -o wire.md': 'all codes of a group, as a document',
  });
}

async function writeListing(
  names: readonly string[],
  { list, verbose, format, output: path, color }: ExplainFlags,
  host: Host,
): Promise<void> {
  const listing: RuleListing = { catalogue: CATALOGUE, codes: selected(names) };
  await writeData(path, [], host, async (output) => {
    if (format === 'json') await output.write(rulesJson(TOOL, listing));
    else if (format === 'markdown') await output.write(rulesMarkdown(listing));
    else {
      const palette = paletteFor(color, output, host.env);
      const isList = list || (!verbose && names.every(isStatus));
      await output.write(
        isList ? rulesText(listing, palette) : explainText(listing.codes, palette, output.columns),
      );
    }
    return EXIT.ok;
  });
}

function codesNamed(name: string, selectors: Selectors): readonly string[] {
  if (/ |^\d+$|^HAILO_/i.test(name.trim())) {
    const text = 'neither a code, nor a status or message of the runtime for a known fault of a file';
    throw new CommandError(`${name}: ${text}; protomdl validate finds the faults of a file`);
  }
  return selectors.codes(name);
}

/** @throws CommandError for an unknown name; the message suggests the nearest name */
function selected(names: readonly string[]): readonly CodeInfo<string>[] {
  if (names.length === 0) return [...CATALOGUE.values()];
  const selectors = new Selectors(CATALOGUE);
  try {
    // Messages of the runtime come first, because they are not names of codes.
    const behind = names.map((name) => codesBehind(name, CATALOGUE));
    const codes = new Set(names.flatMap((name, index) => behind[index] ?? codesNamed(name, selectors)));
    const all = [...CATALOGUE.values()].filter(({ code }) => codes.has(code));
    if (behind.includes(undefined)) return all;
    // The first code is the most likely cause of a message.
    const order = [...codes];
    return all.sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code));
  } catch (error) {
    if (isProtomdlError(error)) throw new CommandError(error.message);
    throw error;
  }
}
