import { complain } from './complain.js';
import type { Host } from './host.js';

/** Names of the version before, which work until the next one. */
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

/** A command line with the names that its command and options have now, and a remark for each that was called otherwise. */
export async function withNewNames(argv: readonly string[], host: Host): Promise<readonly string[]> {
  const [first, ...rest] = argv;
  if (first === undefined) return argv;
  const remarks = new Map<string, string>();
  const renamed = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  if (renamed !== undefined) remarks.set(first, renamed.join(' '));
  const [name = first, ...added] = renamed ?? [];
  const options = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
  // After `--` is what belongs to other programs.
  const end = rest.includes('--') ? rest.indexOf('--') : rest.length;
  const words = rest.map((word, index) => {
    const [, old = '', value = ''] = /^(--[a-z-]+)(=.*)?$/s.exec(word) ?? [];
    if (index >= end || options === undefined || !Object.hasOwn(options, old)) return word;
    remarks.set(old, options[old] as string);
    return `${options[old]}${value}`;
  });
  // A command that runs again in a guarded process has said it before.
  if (host.env.PROTOMDL_GUARDED === undefined)
    for (const [old, now] of remarks)
      await complain(host, `${old} is called ${now} now; the old name will go with the next version`);
  return [name, ...added, ...words];
}
