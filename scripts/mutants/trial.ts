/** Tests faults: a copy of the repository has one fault at a time, and the tests that reach its place run there. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
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
import { Related } from './related.js';
import { probed, type Site, spoiled } from './sites.js';

/** `killed`: a test failed. `timeout`: the tests did not end, which also counts as detected. */
export type Outcome = 'killed' | 'survived' | 'timeout';

export interface Placed {
  readonly file: string;
  readonly source: string;
  readonly site: Site;
}

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
    linked: ['node_modules', 'dist'],
    setUp: 'services/kit/src/testing/properties.ts',
  },
} as const;
const WORKSPACE = 'services/node_modules';

/** Links packages into the copy; links of the workspace's own packages lead to the copies with faults. */
function linkPackages(from: string, to: string): void {
  mkdirSync(join(to, '@services'), { recursive: true });
  for (const name of readdirSync(from).filter((one) => one !== '@services')) {
    symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(from, '@services'))) {
    symlinkSync(join(to, '..', name), join(to, '@services', name));
  }
}

/** Number of cases for each property test, low enough for a trial to take only a few seconds. */
const RUNS = '200';
/**
 * `npm test` skips tests whose oracles notice most faults. The seed is fixed, so that a fault is noticed each
 * time or never.
 */
const TESTS = {
  PROTOMDL_TESTS: 'all',
  PROTOMDL_SEED: '1',
  PROTOMDL_RUNS: RUNS,
  PROTOMDL_KERNEL_RUNS: '50',
  PROTOMDL_FAULT_SEEDS: '3',
  SERVICES_TESTS: 'all',
};
/** Folders beside the repository with files for tests. A test in the copy finds them by its variable only. */
const BESIDE = {
  PROTOMDL_REAL_FILES: 'real',
  PROTOMDL_STREAM_CASES: 'cases/streams',
  PROTOMDL_LOADER_CASES: 'cases/loader',
};

/** Returns the variables of the folders that exist. Variables that are already set come first. */
function besideOf(root: string): NodeJS.ProcessEnv {
  const folders = Object.entries(BESIDE).map(([name, folder]) => [name, join(root, '../shared', folder)]);
  const found = Object.fromEntries(folders.filter(([, folder]) => existsSync(folder as string)));
  return { ...found, ...process.env };
}

const PROBE = fileURLToPath(new URL('./probe.ts', import.meta.url));
const BENCH = fileURLToPath(new URL('./bench.ts', import.meta.url));
const START_LIMIT_MS = 300_000;

/** Number of test files that run together, after the nearest file alone: each run starts a process. */
const TOGETHER = 4;
/** A place that runs more often than this in one test is in an endless loop, unless it did so without the fault. */
const RUN_LIMIT = 50_000_000;
const RUN_FACTOR = 100;
/** Time limit of tests, as a multiple of their time without a fault: the machine may be busy with other work. */
const PATIENCE = 4;
const LEAST_LIMIT_MS = 60_000;
/** Time limit of tests that have not run without a fault. */
const LIMIT_MS = 150_000;

/** A copy of a project whose files report each place of a fault that runs: the id is the fault's index. */
export class Workshop {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'protomdl-mutants-')));
  readonly #bench: string;
  /** File with the places that run after the tests of a file, and in processes that tests start. */
  readonly #places: string;
  readonly #related: Related;
  readonly #inherited: NodeJS.ProcessEnv;
  /** Results of test files without a fault. */
  readonly #known = new Map<string, Ran[]>();
  private bench: ChildProcess | undefined;
  /** Files that were written since the last run. */
  private changed: string[] = [];

  constructor(
    root: string,
    readonly project: keyof typeof PROJECTS,
    readonly faults: readonly Placed[],
    /** Time to spend on a fault that no test notices. */
    readonly mostMs: number,
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
    if (project === 'services') linkPackages(join(root, WORKSPACE), join(this.folder, WORKSPACE));
    const begin = join(this.folder, setUp);
    writeFileSync(begin, `${readFileSync(begin, 'utf8')}\n${readFileSync(PROBE, 'utf8')}`);
    // The copy is next to the project's packages, so that it loads the Vitest of the project's tests.
    this.#bench = join(this.folder, project, 'mutants-bench.ts');
    cpSync(BENCH, this.#bench);
    this.#places = join(this.folder, 'places.txt');
    this.#related = new Related(root, project);
    this.#inherited = besideOf(root);
    for (const { file, source } of faults) this.#restore(file, source);
  }

  /**
   * Runs tests that import the file of a fault until one notices it, or the time is up; the nearest come first.
   * @param first beginnings of paths of tests to begin with
   */
  async try(placed: Placed, first: readonly string[] = []): Promise<Outcome> {
    const until = Date.now() + this.mostMs;
    const related = this.#related.testsOf(placed.file, first);
    for (let at = 0; at < related.length && Date.now() < until; at += at === 0 ? 1 : TOGETHER) {
      const files = related.slice(at, at === 0 ? 1 : at + TOGETHER);
      const outcome = await this.#with(placed, files);
      if (outcome !== 'survived') return outcome;
    }
    return 'survived';
  }

  async #with(placed: Placed, files: readonly string[]): Promise<Outcome> {
    const { file, site, source } = placed;
    const id = this.faults.findIndex((one) => one.site === site);
    const fresh = files.filter((one) => !this.#known.has(one));
    const reaching = files.flatMap((one) => this.#reaching(placed, id, one));
    const tests = [...chosen(reaching), ...fresh.map((one) => ({ file: this.#nameOf(one) }))];
    if (tests.length === 0) return 'survived';
    const runs = reaching.flatMap(({ places }) =>
      places.filter(([one]) => one === id).map(([, count]) => count),
    );
    const most = Math.max(RUN_LIMIT, RUN_FACTOR * Math.max(0, ...runs));
    const limitMs = fresh.length > 0 ? LIMIT_MS : Math.max(LEAST_LIMIT_MS, PATIENCE * msOf(reaching));
    this.#write(file, spoiled(source, site, id));
    const answer = await this.#ask(tests, true, limitMs, { id, most });
    this.#restore(file, source);
    if (Array.isArray(answer) && answer.length === 0) return 'survived';
    // A test with a failure may also fail without the fault, or take as long: such a failure does not count.
    const failed = Array.isArray(answer) ? answer : [];
    const suspects =
      failed.length === 0 ? files : files.filter((one) => failed.some((test) => isIn(test, one)));
    const without = await this.#learn(suspects);
    if (answer === 'late') return PATIENCE * msOf(without) < limitMs ? 'timeout' : 'survived';
    if (answer === 'failed') return without.some(({ passed }) => passed) ? 'killed' : 'survived';
    if (typeof answer === 'string') throw new Error(answer);
    if (failed.some((test) => without.find((one) => one.id === test.id)?.passed)) return 'killed';
    const others = files.filter((one) => !suspects.includes(one));
    return others.length === 0 ? 'survived' : this.#with(placed, others);
  }

  /**
   * Returns the tests of a known file that pass without the fault and run its place. If the place runs
   * outside of any test, returns all tests that pass.
   */
  #reaching({ site }: Placed, id: number, file: string): Ran[] {
    const ran = this.#known.get(file) ?? [];
    const isOutside = site.isOnce || ran.some(({ outside }) => outside.includes(id));
    return ran.filter(({ passed, places }) => passed && (isOutside || places.some(([one]) => one === id)));
  }

  /** Runs test files without a fault. */
  async #learn(files: readonly string[]): Promise<Ran[]> {
    writeFileSync(this.#places, '');
    const tests = files.map((file) => ({ file: this.#nameOf(file) }));
    const answer = await this.#ask(tests, false, LIMIT_MS);
    const lines = readFileSync(this.#places, 'utf8').split('\n').slice(0, -1);
    const elsewhere = new Set(lines.map(Number));
    const ran = (Array.isArray(answer) ? answer : []).map((one) => ({
      ...one,
      outside: [...one.outside, ...elsewhere],
    }));
    for (const file of files) {
      this.#known.set(
        file,
        ran.filter((one) => isIn(one, file)),
      );
    }
    return ran;
  }

  /** Returns the name of a test file in the project's folder. */
  #nameOf(file: string): string {
    return this.project === '.' ? file : file.slice(`${this.project}/`.length);
  }

  #write(file: string, text: string): void {
    const path = join(this.folder, file);
    writeFileSync(path, text);
    this.changed.push(path);
  }

  /** Writes a file without a fault, but with its probes. */
  #restore(file: string, source: string): void {
    const sites = this.faults.flatMap((one, id) => (one.file === file ? [{ ...one.site, id }] : []));
    this.#write(file, probed(source, sites));
  }

  async #ask(
    tests: readonly Chosen[],
    bail: boolean,
    limitMs: number,
    place?: Order['place'],
  ): Promise<Ran[] | string> {
    const changed = this.changed.splice(0);
    this.bench ??= await this.start();
    const { bench } = this;
    bench.send({ changed, tests, bail, ...(place === undefined ? {} : { place }) } satisfies Order);
    const answer = await next(bench, limitMs);
    if (answer === 'late' || answer === 'ended') this.end();
    return answer === 'ended' ? 'failed' : answer;
  }

  private async start(): Promise<ChildProcess> {
    const own = { PROTOMDL_BUILT: 'as it is', PROTOMDL_PLACES: this.#places, FORCE_COLOR: '0' };
    const env = { ...this.#inherited, ...own, ...TESTS };
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

const isIn = (test: Ran, file: string): boolean => test.file.endsWith(`/${file}`);

function msOf(tests: readonly Ran[]): number {
  return tests.reduce((sum, { durationMs }) => sum + durationMs, 0);
}

/** Returns the tests by file. Files with the fastest tests come first. */
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
