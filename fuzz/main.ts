/** `npm run fuzz -- TARGET`: see fuzz/README.md. */
import { relative } from 'node:path';
import { beginningsOf } from './beginnings.js';
import { runTarget, type TargetResult } from './run-target.js';
import { TARGET_NAMES, targetOf } from './targets/index.js';
import { parsed, USAGE, UsageError, type Wishes, wishesOf } from './wishes.js';

async function main(): Promise<number> {
  const { values, positionals } = parsed(process.argv.slice(2));
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
  // Each job takes the next target when its current target is finished.
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

/** @returns number of kinds of failure */
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
