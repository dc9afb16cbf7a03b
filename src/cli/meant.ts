import type { Command, CommanderError } from 'commander';
import { nearest } from '../check/config/nearest.js';
import { FORMATS } from '../show/report/formats.js';

/** Maps names that other tools use for a command to the names of this tool. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  analyze: 'info',
  check: 'validate',
  cat: 'dump',
  compare: 'diff',
  decode: 'dump',
  describe: 'info',
  encode: 'assemble',
  inspect: 'info',
  lint: 'validate',
  open: 'view',
  'parse-hef': 'info',
  print: 'dump',
  show: 'info',
  test: 'validate',
  ui: 'view',
  verify: 'validate',
  version: '--version',
};

/** Adds a suggestion to the first line of Commander's message for a usage error. */
export function withSuggestion(
  text: string,
  error: CommanderError,
  program: Command,
  argv: readonly string[],
): string {
  const meant = meantBy(error, program, argv);
  if (meant === undefined) return text;
  const [first = '', ...rest] = text.split('\n');
  return [first, `(Did you mean ${meant}?)`, ...rest.filter((line) => !/^\(Did you mean/.test(line))].join(
    '\n',
  );
}

function meantBy(
  { code, message }: CommanderError,
  program: Command,
  argv: readonly string[],
): string | undefined {
  const wrong = /'(--)?([^']*)'/.exec(message)?.[2] ?? '';
  if (code === 'commander.unknownCommand') {
    return Object.hasOwn(OTHER_NAMES, wrong) ? OTHER_NAMES[wrong] : undefined;
  }
  if (code === 'commander.unknownOption') {
    const command = program.commands.find((one) => argv.includes(one.name()));
    const format = command?.options.find(({ long }) => long === '--format');
    const names: readonly string[] = format?.argChoices ?? FORMATS;
    return format !== undefined && names.includes(wrong) ? `--format ${wrong}` : undefined;
  }
  if (code !== 'commander.invalidArgument') return undefined;
  const [, value, choices] = / argument '(.*)' is invalid\. Allowed choices are (.*)\.$/.exec(message) ?? [];
  if (value === undefined || choices === undefined) return undefined;
  return nearest(value, choices.split(', '));
}
