/**
 * Runs the tests of the readers' reliability, and writes the tables of docs/reliability.md: the fuzz targets,
 * mutants beside libprotobuf, damaged files for `redact`, and the cost of hostile files.
 *
 *   tsx scripts/reliability/main.ts [--time SECONDS of each target] [--files N] [--kib N] [--every N] [--only PART]
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { TARGET_NAMES, targetOf } from '../../fuzz/targets/index.js';
import { firstSight } from '../mutants/report.js';
import { putTable } from './table.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Runs per file, from which PROTOMDL_RUNS of the test of damaged files is computed. */
const RUNS_PER_FILE = 33;
const TSX = fileURLToPath(new URL('../../node_modules/.bin/tsx', import.meta.url));

const { values } = parseArgs({
  options: {
    time: { type: 'string', default: '30' },
    files: { type: 'string', default: '2000' },
    kib: { type: 'string', default: '64' },
    /** Tests every n-th hostile file. */
    every: { type: 'string', default: '1' },
    /** `targets`, `mutants`, `faults` or `cost`. */
    only: { type: 'string' },
  },
});
const isWanted = (part: string): boolean => values.only === undefined || values.only === part;
const seed = randomInt(2 ** 31);

/** Returns a program's output; ends this one if it failed. */
function printed(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout + stderr;
}

async function tryTargets(): Promise<void> {
  const rows: string[] = [];
  for (const name of TARGET_NAMES) {
    const { about } = await targetOf(name);
    const text = printed(TSX, ['fuzz/main.ts', name, '--time', `${values.time}s`, '--seed', String(seed)]);
    const skipped = /SKIPPED\W*(.*)/.exec(text)?.[1];
    const [, runs = '0', failures = '0'] = / s, (\d+) runs.*? (\d+) failures/.exec(text) ?? [];
    const counts =
      skipped === undefined
        ? `${Number(runs).toLocaleString('en')} | ${failures}`
        : `skipped: ${skipped} | –`;
    console.log(`${name}: ${counts}`);
    rows.push(`| \`${name}\` | ${about} | ${counts} |`);
  }
  printed('npx', ['vitest', 'run', 'test/rewrite/redact.test.ts', '-t', 'nothing of a name stays'], {
    PROTOMDL_RUNS: String(Number(values.files) * RUNS_PER_FILE),
    PROTOMDL_SEED: String(seed),
  });
  putTable(
    'targets',
    [
      `${values.time} seconds of each, from seed ${seed}.`,
      '',
      '| target | property | inputs | failures |',
      '|---|---|---|---|',
      ...rows,
      `| \`redact\` | no four letters of a name are left, and the findings are the same | ${Number(values.files).toLocaleString('en')} damaged files | 0 |`,
    ].join('\n'),
  );
}

if (isWanted('targets')) await tryTargets();
if (isWanted('mutants')) console.log(printed(TSX, ['scripts/reliability/mutants.ts', '--write']));
if (isWanted('faults')) putTable('faults', firstSight());
if (isWanted('cost')) {
  console.log(
    printed(TSX, ['scripts/reliability/cost.ts', '--kib', values.kib, '--every', values.every, '--write']),
  );
}
