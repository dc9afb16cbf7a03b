import { complain } from './complain.js';
import type { Host } from './host.js';

/** Names of the previous version, which work until the next one. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  bench: ['measure'],
  rules: ['explain', '--list'],
};

const OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'check-compat': { '--budget': '--time', '--runtime': '--target' },
  diff: { '--budget': '--time', '--ignore': '--without' },
  dump: { '--budget': '--time' },
  fuzz: { '--only': '--with', '--runtime': '--target' },
  mutate: { '--only': '--with' },
  reduce: { '--budget': '--time' },
  smith: { '--loads-on': '--target' },
  validate: { '--budget': '--time' },
};

/** Returns a command line with current names of its command and options, and a remark for each old name. */
export async function withNewNames(argv: readonly string[], host: Host): Promise<readonly string[]> {
  const [first, ...rest] = argv;
  if (first === undefined) return argv;
  const remarks = new Map<string, string>();
  const renamed = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  if (renamed !== undefined) remarks.set(first, renamed.join(' '));
  const [name = first, ...added] = renamed ?? [];
  const options = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
  // Words after `--` belong to other programs.
  const end = rest.includes('--') ? rest.indexOf('--') : rest.length;
  const words = rest.map((word, index) => {
    const [, old = '', value = ''] = /^(--[a-z-]+)(=.*)?$/s.exec(word) ?? [];
    if (index >= end || options === undefined || !Object.hasOwn(options, old)) return word;
    remarks.set(old, options[old] as string);
    return `${options[old]}${value}`;
  });
  // In a guarded process, the first process has already printed it.
  if (host.env.PROTOMDL_GUARDED === undefined)
    for (const [old, now] of remarks)
      await complain(host, `${old} is called ${now} now; the old name will go with the next version`);
  return [name, ...added, ...words];
}
