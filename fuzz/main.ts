/** `npm run fuzz -- TARGET`: see fuzz/README.md. */
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { durationMs } from '../src/check/config/vocabulary.js';
import { beginningsOf } from './beginnings.js';
import { runTarget, type TargetResult } from './run-target.js';
import { TARGET_NAMES, targetOf } from './targets/index.js';

const USAGE = `usage: npm run fuzz -- TARGET... [options]
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

class UsageError extends Error {}

interface Wishes {
  readonly targets: readonly string[];
  readonly jobs: number;
  readonly seed: number;
  readonly runs?: number;
  readonly timeMs?: number;
  readonly inputs: readonly string[];
  readonly keepSeeds: boolean;
  readonly coverage: boolean;
}

async function main(): Promise<number> {
  const { values, positionals } = parsed();
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (values.list) {
    for (const name of TARGET_NAMES) {
      process.stdout.write(`${name.padEnd(24)}${(await targetOf(name)).about}\n`);
    }
    return 0;
  }
  const wishes = wishesOf(values, positionals);
  let failed = 0;
  // Each takes the next target when it has done with one.
  const waiting = [...wishes.targets];
  const job = async () => {
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
      const found = await fuzz(target, wishes);
      failed += found;
    }
  };
  await Promise.all(Array.from({ length: wishes.jobs }, job));
  return failed > 0 ? 1 : 0;
}

function parsed() {
  try {
    return parseArgs({
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

function wishesOf(values: Values, positionals: readonly string[]): Wishes {
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
  // The generator has 32 bits of state, and 0 is none of them.
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

/** @returns how many kinds of failure there were */
async function fuzz(named: string, { targets: _, jobs: __, ...wishes }: Wishes): Promise<number> {
  const target = await targetOf(named);
  const { name, limitMs = 10_000 } = target;
  const result = await runTarget({
    ...wishes,
    target: named,
    name,
    limitMs,
    seeds: wishes.inputs.length > 0 ? [] : await beginningsOf(target),
    ...(process.stderr.isTTY && {
      progress: (state) => {
        process.stderr.write(
          `\r\x1b[K${name}: ${state.runs} runs, ${state.population} inputs, ${state.failures} failures`,
        );
      },
    }),
  });
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  process.stdout.write(lineOf(name, result, wishes.seed));
  for (const { key, text, path } of result.failures) {
    const file = relative('.', path);
    process.stdout.write(`\n  ${key}\n    ${text.replace(/\n/g, '\n    ')}\n`);
    if (path !== '') process.stdout.write(`    again: npm run fuzz -- ${named} --input ${file}\n\n`);
  }
  return result.failures.length;
}

function lineOf(name: string, { absent, state, ms, failures, kept }: TargetResult, seed: number): string {
  if (absent !== undefined) return `${name.padEnd(24)}SKIPPED: ${absent}\n`;
  const rate = Math.round(state.runs / Math.max(ms / 1000, 0.001));
  const parts = [
    `${(ms / 1000).toFixed(1)} s`,
    `${state.runs} runs`,
    `${rate}/s`,
    `${state.population} inputs`,
    `${state.reached} characters covered`,
    `${state.traits} traits`,
    `${failures.length} failures`,
    `seed ${seed}`,
    ...(kept === undefined ? [] : [`${kept} seeds kept`]),
  ];
  return `${name.padEnd(24)}${parts.join(', ')}\n`;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
