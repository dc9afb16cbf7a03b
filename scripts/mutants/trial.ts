/**
 * Tests faults: a copy of the repository has one fault at a time, and the tests that reach its place run
 * there.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Chosen, Order, Ran } from './bench.js';
import { probed, type Site, spoiled } from './sites.js';

/** `killed`: a test failed. `timeout`: the tests did not end, which also counts as detected. */
export type Outcome = 'killed' | 'survived' | 'timeout';

export interface Placed {
  readonly file: string;
  readonly source: string;
  readonly site: Site;
}

/** Settings of the repository's projects. */
const PROJECTS = {
  '.': {
    paths: [':!services', ':!docs/images'],
    /** Packages and built files are linked, not copied. */
    linked: ['node_modules', 'dist'],
    /** Setup file of every test file. */
    setUp: 'test/seed.ts',
  },
  services: {
    paths: ['services', 'package.json', 'tsconfig.json'],
    linked: ['node_modules', 'dist', 'services/node_modules'],
    setUp: 'services/kit/src/testing/properties.ts',
  },
} as const;
/** Number of cases for each property test, low enough for a trial to take only a few seconds. */
const RUNS = '500';
/**
 * `npm test` skips tests whose oracles notice most faults. The seed is fixed, so that a fault is noticed each
 * time or never.
 */
const TESTS = {
  PROTOMDL_TESTS: 'all',
  PROTOMDL_SEED: '1',
  PROTOMDL_RUNS: RUNS,
  PROTOMDL_KERNEL_RUNS: '50',
  PROTOMDL_FAULT_SEEDS: '1',
  SERVICES_TESTS: 'all',
};
const PROBE = fileURLToPath(new URL('./probe.ts', import.meta.url));
const BENCH = fileURLToPath(new URL('./bench.ts', import.meta.url));
/** A place may run its count without a fault times this factor, plus the spare below. */
const RUN_FACTOR = 100;
const RUN_SPARE = 1_000_000;
const START_LIMIT_MS = 300_000;

/** Results of an area's tests without a fault. */
export type Baseline = readonly Ran[];

export class Workshop {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'protomdl-mutants-')));
  readonly #bench: string;
  private bench: ChildProcess | undefined;
  /** The previous file with a fault. */
  private last: string | undefined;

  constructor(
    root: string,
    readonly project: keyof typeof PROJECTS,
  ) {
    const { paths, linked, setUp } = PROJECTS[project];
    const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths];
    const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
    for (const name of files
      .trim()
      .split('\n')
      .filter((one) => existsSync(join(root, one)) && !(linked as readonly string[]).includes(one))) {
      cpSync(join(root, name), join(this.folder, name), { recursive: true });
    }
    for (const name of linked) symlinkSync(join(root, name), join(this.folder, name));
    const begin = join(this.folder, setUp);
    writeFileSync(begin, `${readFileSync(begin, 'utf8')}\n${readFileSync(PROBE, 'utf8')}`);
    // Next to the project's packages, so that it loads the Vitest of its tests.
    this.#bench = join(this.folder, project, 'mutants-bench.ts');
    cpSync(BENCH, this.#bench);
  }

  /** Runs the tests of an area once, with a probe at the place of each fault: its index is its id. */
  async baseline(faults: readonly Placed[], tests: readonly string[]): Promise<Baseline> {
    const bySource = grouped(faults);
    const changed = [...bySource].map(([file, placed]) => {
      const path = join(this.folder, file);
      const sites = placed.map((one) => ({ ...one.site, id: faults.indexOf(one) }));
      writeFileSync(path, probed((placed[0] as Placed).source, sites));
      return path;
    });
    const ran = await this.ask({ changed, tests: tests.map((file) => ({ file })), bail: false }, 3_600_000);
    for (const { file, source } of faults) writeFileSync(join(this.folder, file), source);
    if (!Array.isArray(ran)) throw new Error(`tests without a fault: ${ran}`);
    const order = { changed, tests: [], bail: false };
    await this.ask(order, START_LIMIT_MS);
    return ran;
  }

  /**
   * @param index position of the fault in the baseline
   * @param isThorough true to run all tests of the area, whether they reach the place or not
   */
  async try(
    placed: Placed,
    index: number,
    baseline: Baseline,
    isThorough: boolean,
    limitMs: number,
  ): Promise<Outcome> {
    // A module that is loaded inside the first test that imports it is loaded for all later tests.
    const isOutside =
      isThorough || placed.site.isOnce || baseline.some(({ outside }) => outside.includes(index));
    const reaching = baseline.filter(({ passed, places }) => {
      return passed && (isOutside || places.some(([id]) => id === index));
    });
    if (reaching.length === 0) return 'survived';
    const times = reaching.flatMap(({ places }) =>
      places.filter(([id]) => id === index).map(([, count]) => count),
    );
    const path = join(this.folder, placed.file);
    writeFileSync(path, spoiled(placed.source, placed.site));
    const limit = RUN_FACTOR * Math.max(0, ...times) + RUN_SPARE;
    // The previously changed file was restored, so it must also be read again.
    const changed = this.last === undefined ? [path] : [path, this.last];
    this.last = path;
    const answer = await this.ask({ changed, tests: chosen(reaching), bail: true, limit }, limitMs);
    writeFileSync(path, placed.source);
    if (answer === 'late') return 'timeout';
    if (typeof answer === 'string' && answer !== 'failed') throw new Error(answer);
    return answer === 'failed' ? 'killed' : 'survived';
  }

  /**
   * Runs the tests of an area on the unchanged code. @throws Error if they fail, because outcomes mean
   * nothing then
   */
  async control(baseline: Baseline, limitMs: number): Promise<void> {
    const changed = this.last === undefined ? [] : [this.last];
    this.last = undefined;
    const tests = chosen(baseline.filter(({ passed }) => passed));
    const answer = await this.ask({ changed, tests, bail: true }, limitMs);
    if (!Array.isArray(answer)) throw new Error(`without a fault: ${answer}`);
  }

  private async ask(order: Order, limitMs: number): Promise<Ran[] | string> {
    this.bench ??= await this.start();
    const { bench } = this;
    bench.send(order);
    const answer = await next(bench, limitMs);
    if (answer === 'late' || answer === 'ended') this.end();
    return answer === 'ended' ? 'failed' : answer;
  }

  private async start(): Promise<ChildProcess> {
    const env = { ...process.env, PROTOMDL_BUILT: 'as it is', ...TESTS, FORCE_COLOR: '0' };
    const cwd = join(this.folder, this.project);
    const bench = fork(this.#bench, { cwd, env, stdio: 'ignore', detached: true });
    if ((await next(bench, START_LIMIT_MS)) !== 'ready') throw new Error('Vitest does not start');
    return bench;
  }

  /** Ends the running tests, with all of their processes. */
  private end(): void {
    const pid = this.bench?.pid;
    this.bench = undefined;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The process has ended by itself.
    }
  }

  close(): void {
    this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns the next message of a process: `late` after the time limit, `ended` if the process has died. */
function next(bench: ChildProcess, limitMs: number): Promise<Ran[] | string> {
  return new Promise((resolve) => {
    const settle = (answer: Ran[] | string) => {
      clearTimeout(timer);
      bench.removeAllListeners();
      resolve(answer);
    };
    const timer = setTimeout(() => settle('late'), limitMs);
    bench.once('message', (message) => settle(message as Ran[] | string));
    bench.once('exit', () => settle('ended'));
    bench.once('error', () => settle('ended'));
  });
}

/** Files with the fastest tests come first. */
function chosen(tests: readonly Ran[]): Chosen[] {
  const files = new Map<string, { ids: string[]; durationMs: number }>();
  for (const { file, id, durationMs } of tests) {
    const known = files.get(file) ?? { ids: [], durationMs: 0 };
    known.ids.push(id);
    known.durationMs += durationMs;
    files.set(file, known);
  }
  return [...files]
    .sort(([, a], [, b]) => a.durationMs - b.durationMs)
    .map(([file, { ids }]) => ({ file, ids }));
}

function grouped(faults: readonly Placed[]): Map<string, Placed[]> {
  const groups = new Map<string, Placed[]>();
  for (const fault of faults) groups.set(fault.file, [...(groups.get(fault.file) ?? []), fault]);
  return groups;
}
