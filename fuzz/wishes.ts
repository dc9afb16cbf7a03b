/** Options of `npm run fuzz`, from its command line. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { durationMs } from '../src/check/config/vocabulary.js';
import { TARGET_NAMES } from './targets/index.js';

export const USAGE = `usage: npm run fuzz -- TARGET... [options]
       npm run fuzz -- --list

TARGET is a name, all, or a module that exports a target (./file.ts).

  --time 60s       how long each target is fuzzed (default: 60s, without --runs)
  --runs N         how many runs of each target
  -j, --jobs N     how many targets are fuzzed side by side (default: 1)
  --seed N         where the random choices begin (default: of the clock; with --runs all repeats with it)
  --input FILE     run this file only; may be given several times
  --keep-seeds     write what brought new coverage to fuzz/seeds/TARGET
  --blind          without coverage
  --list           the targets

Ends with 0 when nothing was found, with 1 when something was, with 2 for a wrong command line.
`;

/** A mistake in the command line. */
export class UsageError extends Error {}

export interface Wishes {
  readonly targets: readonly string[];
  readonly jobs: number;
  readonly seed: number;
  readonly runs?: number;
  readonly timeMs?: number;
  readonly inputs: readonly string[];
  readonly keepSeeds: boolean;
  readonly coverage: boolean;
}

/** @throws UsageError */
export function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        time: { type: 'string' },
        runs: { type: 'string' },
        jobs: { type: 'string', short: 'j' },
        seed: { type: 'string' },
        input: { type: 'string', multiple: true },
        'keep-seeds': { type: 'boolean' },
        blind: { type: 'boolean' },
        list: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

type Values = ReturnType<typeof parsed>['values'];

/** @throws UsageError */
export function wishesOf(values: Values, positionals: readonly string[]): Wishes {
  if (positionals.length === 0) throw new UsageError('which target? see --list');
  const targets = positionals.flatMap((name) => (name === 'all' ? TARGET_NAMES : [name]));
  for (const name of targets) {
    if (!TARGET_NAMES.includes(name) && !/[./]/.test(name))
      throw new UsageError(`no target ${name}; see --list`);
  }
  const inputs = values.input ?? [];
  for (const path of inputs) if (!existsSync(path)) throw new UsageError(`there is no file ${path}`);
  if (inputs.length > 0 && targets.length > 1) throw new UsageError('--input is for one target');
  const runs = values.runs === undefined ? undefined : whole('--runs', values.runs);
  const timeMs =
    values.time === undefined ? (runs === undefined ? 60_000 : undefined) : durationMs(values.time);
  if (values.time !== undefined && timeMs === undefined)
    throw new UsageError('--time is a time such as 60s or 5m');
  // The seed is never 0, because 0 is not a valid state of the generator, which has 32 bits.
  const seed = values.seed === undefined ? (Date.now() % 0xffff_ffff) + 1 : whole('--seed', values.seed);
  return {
    targets,
    jobs: values.jobs === undefined ? 1 : whole('--jobs', values.jobs),
    seed,
    ...(runs !== undefined && { runs }),
    ...(timeMs !== undefined && { timeMs }),
    inputs,
    keepSeeds: values['keep-seeds'] === true,
    coverage: values.blind !== true,
  };
}

function whole(option: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 0xffff_ffff) {
    throw new UsageError(`${option} is a whole number from 1 to 4294967295`);
  }
  return value;
}
