import { complain } from './complain.js';
import type { Host } from './host.js';

/** New command lines by the commands of the previous version, which are accepted until the next version. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  bench: ['measure'],
  rules: ['explain', '--list'],
};

/**
 * Renamed option for the framing of the input. For commands that are not in OPTIONS, `--framing` is the
 * framing of the output, or is not an option.
 */
const FROM = { '--framing': '--from' };

/** Options by command, or by command and subcommand. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  canonicalize: FROM,
  'check-compat': { ...FROM, '--budget': '--time', '--runtime': '--target' },
  'corpus coverage': FROM,
  'corpus minimize': FROM,
  'corpus verify': FROM,
  diff: { ...FROM, '--budget': '--time', '--ignore': '--without' },
  disasm: FROM,
  dump: { ...FROM, '--budget': '--time' },
  edit: FROM,
  extract: FROM,
  fuzz: { '--only': '--with', '--runtime': '--target' },
  hash: FROM,
  info: FROM,
  mutate: { ...FROM, '--only': '--with' },
  network: FROM,
  objdump: { ...FROM, '--from': '--start', '--to': '--end' },
  query: FROM,
  redact: FROM,
  reduce: { ...FROM, '--budget': '--time' },
  replace: FROM,
  smith: { '--loads-on': '--target' },
  stats: FROM,
  strip: FROM,
  validate: { ...FROM, '--budget': '--time' },
};

/**
 * Matches values with which `--from` is the new option. With all other values, `--from` is the old name of
 * another option.
 */
const STILL_NEW = /^(auto|bare|framed)$/;

/**
 * Returns a command line with the current names of its command and options, and prints a remark for each old
 * name.
 */
export async function withNewNames(argv: readonly string[], host: Host): Promise<readonly string[]> {
  const [first, ...rest] = argv;
  if (first === undefined) return argv;
  const remarks = new Map<string, string>();
  const renamed = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  if (renamed !== undefined) remarks.set(first, renamed.join(' '));
  const [name = first, ...added] = renamed ?? [];
  const options = [name, `${name} ${rest[0]}`]
    .map((key) => (Object.hasOwn(OPTIONS, key) ? OPTIONS[key] : undefined))
    .find((found) => found !== undefined);
  // Words after `--` stay as they are, because they belong to other programs.
  const end = rest.includes('--') ? rest.indexOf('--') : rest.length;
  const words = rest.map((word, index) => {
    const [, old = '', value = ''] = /^(--[a-z-]+)(=.*)?$/s.exec(word) ?? [];
    if (index >= end || options === undefined || !Object.hasOwn(options, old)) return word;
    if (STILL_NEW.test(value === '' ? (rest[index + 1] ?? '') : value.slice(1)) && old === '--from')
      return word;
    remarks.set(old, options[old] as string);
    return `${options[old]}${value}`;
  });
  // In a second process, no remarks are printed, because the first process has already printed the remarks.
  if (host.env.PROTOMDL_GUARDED === undefined)
    for (const [old, now] of remarks)
      await complain(host, `${old} is now called ${now}; the next version removes the old name`);
  return [name, ...added, ...words];
}
