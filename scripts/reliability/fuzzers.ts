/**
 * Compares `protomdl fuzz` with AFL++ and libFuzzer on the loader of fuzz/planted, which has twenty known faults: the same
 * seeds, the same time, one processor each, one after the other. Writes the table of docs/fuzz.md.
 *
 *   tsx scripts/reliability/fuzzers.ts [--time SECONDS] [--only protomdl,afl,libfuzzer] [--write]
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOADER = join(ROOT, 'fuzz/planted/loader.cc');
const HARNESS = join(ROOT, 'fuzz/harness/persistent.c');
const DOCS = join(ROOT, 'docs/fuzz.md');
const MARKS = /(<!-- planted: .*? -->\n)[\s\S]*?(<!-- \/planted -->)/;
const FAULTS = 20;
/** Small models that the loader accepts, including framed models with a checksum. */
const SEEDS = [
  ...[
    'one-context',
    'two-networks',
    'nested-mux',
    'nms',
    'every-action',
    'every-trigger',
    'two-contexts',
  ].map((name) => `${name}.mdl`),
  'framed-v1.hef',
  'framed-v1-words.hef',
];

interface Fuzzer {
  readonly name: string;
  readonly title: string;
  /** Compiler of the program under test; undefined if it is not installed. */
  readonly compiler: readonly string[];
  readonly command: (folder: string, seconds: number) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Returns the files that the fuzzer reports as crashes, anywhere in the folder. */
  readonly crashes: (folder: string) => readonly string[];
}

const FUZZERS: readonly Fuzzer[] = [
  {
    name: 'protomdl',
    title: '`protomdl fuzz`',
    compiler: [
      'clang++',
      ...['-g', '-O1', '-DFUZZER', '-fsanitize-coverage=trace-pc-guard', LOADER, '-x', 'c', HARNESS],
    ],
    command: (_folder, seconds) => [
      process.execPath,
      join(ROOT, 'dist/cli/protomdl.js'),
      ...['fuzz', 'seeds', '--out', 'findings', '--time', `${seconds}s`, '-j', '1', '--seed', '1'],
      ...['--no-reduce', '--quiet', '--persistent', '--', './loader'],
    ],
    crashes: (folder) => filesBelow(join(folder, 'findings/groups'), /^finding\.(?:mdl|hef)$/),
  },
  {
    name: 'afl',
    title: 'AFL++',
    compiler: ['afl-clang-fast++', '-g', '-O1', '-DFUZZER', '-fsanitize=fuzzer', LOADER],
    command: (_folder, seconds) => [
      'afl-fuzz',
      ...['-V', `${seconds}`, '-s', '1', '-i', 'seeds', '-o', 'findings', '--', './loader'],
    ],
    env: {
      AFL_QUIET: '1',
      AFL_NO_UI: '1',
      AFL_NO_AFFINITY: '1',
      AFL_SKIP_CPUFREQ: '1',
      AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES: '1',
    },
    crashes: (folder) => filesBelow(join(folder, 'findings/default/crashes'), /^id:/),
  },
  {
    name: 'libfuzzer',
    title: 'libFuzzer',
    compiler: ['clang++', '-g', '-O1', '-DFUZZER', '-fsanitize=fuzzer', LOADER],
    command: (_folder, seconds) => [
      './loader',
      // Forks are needed, because libFuzzer otherwise ends at the first crash.
      ...['-fork=1', '-ignore_crashes=1', `-max_total_time=${seconds}`, '-seed=1', '-artifact_prefix=found/'],
      ...['corpus', 'seeds'],
    ],
    crashes: (folder) => filesBelow(join(folder, 'found'), /^crash-/),
  },
];

interface Result {
  readonly title: string;
  /** Seconds until the first file that triggers a fault, by the number of the fault. */
  readonly found: ReadonlyMap<number, number>;
  readonly seconds: number;
}

function filesBelow(folder: string, name: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Runs one fuzzer; returns undefined if the fuzzer is not installed. */
function run(fuzzer: Fuzzer, seconds: number): Result | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'protomdl-planted-'));
  try {
    const [compiler, ...options] = fuzzer.compiler as [string, ...string[]];
    const env = { ...process.env, ...fuzzer.env };
    const built = spawnSync(compiler, [...options, '-o', join(folder, 'loader')], { env, encoding: 'utf8' });
    if (built.status !== 0) {
      console.error(`${fuzzer.title}: skipped, ${compiler} does not make the loader here`);
      return undefined;
    }
    for (const name of ['seeds', 'found', 'corpus']) mkdirSync(join(folder, name));
    for (const name of SEEDS) cpSync(join(ROOT, 'corpus/valid', name), join(folder, 'seeds', name));
    const [command, ...args] = fuzzer.command(folder, seconds) as [string, ...string[]];
    const begun = Date.now();
    spawnSync(command, args, { cwd: folder, env, stdio: 'ignore', timeout: (seconds + 60) * 1000 });
    return {
      title: fuzzer.title,
      found: faultsIn(fuzzer.crashes(folder), begun),
      seconds: (Date.now() - begun) / 1000,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the faults that files trigger, checked by the same program for all fuzzers, because the fuzzers'
 * own reports do not count.
 */
function faultsIn(files: readonly string[], begun: number): ReadonlyMap<number, number> {
  const folder = mkdtempSync(join(tmpdir(), 'protomdl-planted-'));
  const loader = join(folder, 'loader');
  const found = new Map<number, number>();
  try {
    const built = spawnSync('g++', ['-O1', LOADER, '-o', loader], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
    for (const file of files) {
      const { stderr } = spawnSync(loader, [file], { encoding: 'utf8' });
      const fault = Number(/^planted fault (\d+)/.exec(stderr)?.[1] ?? 0);
      if (fault === 0) continue;
      // Smaller files replace a group's file, but the folder of the group has the time of the finding.
      const { birthtimeMs } = statSync(file.includes('/groups/') ? join(file, '..') : file);
      const seconds = Math.max(0, (birthtimeMs - begun) / 1000);
      found.set(fault, Math.min(seconds, found.get(fault) ?? Number.POSITIVE_INFINITY));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return found;
}

function table(results: readonly Result[], seconds: number): string {
  const missing = (found: ReadonlyMap<number, number>): string =>
    Array.from({ length: FAULTS }, (_, index) => index + 1)
      .filter((fault) => !found.has(fault))
      .join(', ') || 'none';
  const rows = results.map(({ title, found }) => {
    const times = [...found.values()].sort((a, b) => a - b);
    const half = times[FAULTS / 2 - 1];
    const last = times.length === FAULTS ? times[FAULTS - 1] : undefined;
    const shown = (value: number | undefined): string =>
      value === undefined ? '–' : `${value.toFixed(1)} s`;
    return `| ${title} | ${found.size} of ${FAULTS} | ${shown(half)} | ${shown(last)} | ${missing(found)} |`;
  });
  return [
    `${seconds} seconds each on one processor, ${SEEDS.length} seeds of the corpus, one run.`,
    '',
    '| fuzzer | faults found | ten of them after | all after | not found |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const { values } = parseArgs({
  options: {
    time: { type: 'string', default: '300' },
    only: { type: 'string', default: FUZZERS.map(({ name }) => name).join() },
    write: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.time);
const results = FUZZERS.filter(({ name }) => values.only.split(',').includes(name)).flatMap(
  (fuzzer) => run(fuzzer, seconds) ?? [],
);
const text = table(results, seconds);
console.log(text);
if (values.write) {
  const page = readFileSync(DOCS, 'utf8');
  if (!MARKS.test(page)) throw new Error('docs/fuzz.md has no place for the table');
  writeFileSync(
    DOCS,
    page.replace(MARKS, (_all, begin: string, end: string) => `${begin}${text}${end}`),
  );
}
