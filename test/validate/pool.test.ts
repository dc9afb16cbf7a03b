import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unreadable } from '../../src/check/validate/file-report.js';
import { type FileJob, type PoolOptions, validateInPool } from '../../src/check/validate/pool.js';
import { temporaryDirectory } from '../cli/temporary.js';

let folder = '';
let workerFile = '';

beforeAll(async () => {
  const input = fileURLToPath(new URL('dying-worker.ts', import.meta.url));
  const bundle = await rolldown({ input, platform: 'node' });
  folder = mkdtempSync(join(tmpdir(), 'protomdl-test-'));
  // The worker of these tests is CommonJS, like the built worker.
  workerFile = join(folder, 'dying-worker.cjs');
  await bundle.write({ file: workerFile, format: 'cjs', exports: 'named' });
  await bundle.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Names of files, with functions that this thread runs instead of validating the file. */
interface Files {
  readonly names: readonly string[];
  readonly jobs?: Partial<Record<string, Partial<FileJob>>>;
}

/**
 * The first file, which this thread validates while the workers start. It keeps the thread busy until workers
 * have taken all files that only workers may take.
 */
const BUSY = 'busy';
const isForWorkers = (name: string): boolean => /^(die|throw|by-worker)/.test(name);

function areMet(paths: readonly string[]): boolean {
  return paths.every((path) => !isForWorkers(basename(path)) || existsSync(`${path}.met`));
}

function jobsIn(root: string, { names, jobs = {} }: Files): FileJob[] {
  const paths = names.map((name, index) => join(root, String(index), name));
  return names.map((name, index) => ({
    path: paths[index]!,
    here: async () => {
      while (name === BUSY && !areMet(paths)) await wait(5);
      return unreadable(isForWorkers(name) ? `${name} in this thread` : name, '');
    },
    ...jobs[name],
  }));
}

async function codes(files: Files, options: Partial<PoolOptions> = {}): Promise<string[]> {
  const root = temporaryDirectory();
  files.names.forEach((name, index) => {
    if (isForWorkers(name)) mkdirSync(join(root, String(index)));
  });
  const seen: string[] = [];
  const all = { workers: 1, workerFile, validate: {}, ...options };
  for await (const { report } of validateInPool(jobsIn(root, files), all)) {
    seen.push(report.error?.code ?? '');
  }
  return seen;
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `file-${index}`);

describe('many files and workers', () => {
  it.each([1, 2, 3])('have outcomes in the order of the files (%i workers)', async (workers) => {
    const names = [BUSY, 'slow-0', ...numbered(30), 'by-worker', 'slow-1', 'last'];
    expect(await codes({ names }, { workers })).toEqual(names);
  });

  it('include this thread', async () => {
    const names = numbered(600);
    let here = 0;
    const jobs = { 'file-0': { here: async () => unreadable(`${++here}`, '') } };
    const seen = await codes({ names, jobs });
    expect(seen).toEqual(['1', ...names.slice(1)]);
  });

  it('report each outcome once, when it is complete', async () => {
    const outcomes: number[] = [];
    const names = ['slow-0', BUSY, ...numbered(20), 'by-worker'];
    await codes({ names }, { onOutcome: (index) => void outcomes.push(index) });
    expect(outcomes.sort((a, b) => a - b)).toEqual(names.map((_, index) => index));
  });

  it('continue if a worker dies, and validate its file once more', async () => {
    const names = [BUSY, 'a', 'die-once', 'b', 'c'];
    expect(await codes({ names })).toEqual(names);
  });

  it.each(['die', 'throw'])(
    'fail for a file that ends its worker twice (%s), and for no other',
    async (fatal) => {
      const names = [BUSY, 'slow-0', fatal, ...numbered(20), fatal, 'slow-1'];
      const expected = names.map((name) => (name === fatal ? 'worker-died' : name));
      expect(await codes({ names }, { workers: 2 })).toEqual(expected);
    },
  );

  it('fail for a file that uses up the memory of its worker, and for no other', async () => {
    const messages: string[] = [];
    const onOutcome: PoolOptions['onOutcome'] = (index, { report }) => {
      messages[index] = report.error?.message ?? '';
    };
    const limit = getHeapStatistics().heap_size_limit >> 20;
    // Limits the memory of new threads.
    setFlagsFromString('--max-old-space-size=96');
    try {
      const names = [BUSY, 'a', 'die-of-memory', 'b'];
      expect(await codes({ names }, { onOutcome })).toEqual([BUSY, 'a', 'worker-died', 'b']);
    } finally {
      setFlagsFromString(`--max-old-space-size=${limit}`);
    }
    expect(messages[2]).toMatch(/ended the worker twice: .*memory/);
  });

  it('replace a worker that died', { timeout: 60_000 }, async () => {
    const names = numbered(40);
    let isAnswered = false;
    const onOutcome: PoolOptions['onOutcome'] = (_, { report }) => {
      if (names.includes(report.error?.code ?? '')) isAnswered = true;
    };
    // The file is slow until a worker has answered. This thread also tries the file of the dead worker again.
    const here = async () => {
      for (const end = Date.now() + 500; !isAnswered && Date.now() < end; ) await wait(5);
      return unreadable('in this thread', '');
    };
    const jobs = Object.fromEntries(names.map((name) => [name, { here }]));
    const found = await codes({ names: [BUSY, 'die', ...names], jobs }, { onOutcome });
    expect(found.slice(2).some((code) => names.includes(code))).toBe(true);
  });

  it('report the reason for a worker’s death', async () => {
    const messages: string[] = [];
    const onOutcome: PoolOptions['onOutcome'] = (index, { report }) => {
      messages[index] = report.error?.message ?? '';
    };
    await codes({ names: [BUSY, 'throw', 'die'] }, { workers: 2, onOutcome });
    expect(messages).toEqual([
      '',
      'validating it ended the worker twice: thrown',
      'validating it ended the worker twice: worker exited with code: 7',
    ]);
  });

  it('finish even if every worker dies', async () => {
    const names = [BUSY, 'die', 'die', 'die', 'a'];
    const dead = 'worker-died';
    expect(await codes({ names }, { workers: 3 })).toEqual([BUSY, dead, dead, dead, 'a']);
  });

  it('wait for workers that have answered but not yet returned their file', async () => {
    // The late file is taken first, because a worker begins no file after another worker has died.
    const names = [BUSY, 'by-worker-late', 'die', 'a'];
    const expected = [BUSY, 'by-worker-late', 'worker-died', 'a'];
    expect(await codes({ names }, { workers: 2 })).toEqual(expected);
  });

  it('are done in this thread if the system allows no more workers', async () => {
    const threads = createRequire(import.meta.url)('node:worker_threads');
    const { Worker } = threads;
    let refused = 0;
    threads.Worker = class {
      constructor() {
        refused++;
        throw new Error('no more threads');
      }
    };
    try {
      expect(await codes({ names: ['x', 'y'] }, { workers: 2 })).toEqual(['x', 'y']);
    } finally {
      threads.Worker = Worker;
    }
    expect(refused).toBe(1);
  });

  it('are done in this thread if no worker can be loaded', async () => {
    const broken = join(temporaryDirectory(), 'broken.mjs');
    writeFileSync(broken, 'this is no JavaScript');
    const names = ['x', ...numbered(40)];
    expect(await codes({ names }, { workers: 2, workerFile: broken })).toEqual(names);
  });

  it('leave some files to this thread, in their order, even if a bug occurs', async () => {
    const jobs = {
      stdin: { onlyHere: true, here: async () => unreadable('here', 'here') },
      bug: { onlyHere: true, here: () => Promise.reject(new TypeError('oops')) },
    };
    const names = [BUSY, 'stdin', 'b', 'bug', 'c', 'by-worker'];
    expect(await codes({ names, jobs }, { workers: 2 })).toEqual([
      BUSY,
      'here',
      'b',
      'internal-error',
      'c',
      'by-worker',
    ]);
  });

  it('have the policy of each file in workers', async () => {
    const names = [BUSY, 'by-worker-0', 'by-worker-1'];
    const jobs = { 'by-worker-1': { policy: { severities: new Map() } as never } };
    expect(await codes({ names, jobs })).toEqual([BUSY, 'by-worker-0', 'by-worker-1 with a policy']);
  });

  it('keep a limited number of outcomes that wait for a slow file', async () => {
    const names = [BUSY, ...numbered(2000)];
    let ahead = 0;
    let done = 0;
    const jobs = {
      [BUSY]: {
        here: async () => {
          // Waits until workers have as many outcomes as may wait.
          for (let before = -1; before !== ahead || ahead === 0; await wait(300)) before = ahead;
          done = ahead;
          return unreadable(BUSY, '');
        },
      },
    };
    const seen = await codes(
      { names, jobs },
      {
        onOutcome: (index) => {
          ahead = Math.max(ahead, index);
        },
      },
    );
    expect(seen).toEqual(names);
    expect(done).toBeGreaterThan(100);
    expect(done).toBeLessThan(600);
  });

  it('stop if no more outcomes are requested', async () => {
    const root = temporaryDirectory();
    const jobs = jobsIn(root, { names: ['a', 'slow-0', 'slow-1', 'slow-2'] });
    for await (const { report } of validateInPool(jobs, { workers: 2, workerFile, validate: {} })) {
      expect(report.error?.code).toBe('a');
      break;
    }
  });
});
