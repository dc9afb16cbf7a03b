import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileReport } from '../../src/validate/file-report.js';
import type { FileOutcome } from '../../src/validate/outcome.js';
import { type FileJob, validateInPool } from '../../src/validate/pool.js';
import { unreadable } from '../../src/validate/unreadable.js';
import { temporaryDirectory } from '../cli/temporary.js';

/**
 * A worker that does what the name of its file says, in the place of validation: `die` ends the thread,
 * `die-once` does so the first time, `throw` by an error outside of the task, `slow` takes a while. It answers
 * with an error whose code is the file's name.
 */
const WORKER = `
import { existsSync, writeFileSync } from 'node:fs';
export default async function ({ path }) {
  const name = path.split('/').at(-1);
  if (name.startsWith('slow')) await new Promise((resolve) => setTimeout(resolve, 100));
  if (name.startsWith('die-once') && !existsSync(path)) { writeFileSync(path, ''); process.exit(7); }
  else if (name === 'throw') setImmediate(() => { throw new Error('thrown'); });
  else if (name.startsWith('die') && !name.startsWith('die-once')) process.exit(7);
  if (name === 'throw') await new Promise(() => {});
  return { report: { error: { code: name } } };
}
`;

async function codes(
  names: readonly string[],
  threads: number,
  jobs: Partial<Record<string, FileJob>> = {},
): Promise<string[]> {
  const root = temporaryDirectory();
  const workerFile = join(root, 'test-worker.mjs');
  writeFileSync(workerFile, WORKER);
  const files = names.map((name) => jobs[name] ?? { path: join(root, name) });
  const seen: string[] = [];
  for await (const { report } of validateInPool(files, { threads, workerFile, validate: {} })) {
    seen.push(report.error?.code ?? '');
  }
  return seen;
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `file-${index}`);

describe('many files over workers', () => {
  it.each([1, 2, 3])('gives outcomes in the order of the files (%i workers)', async (threads) => {
    const names = ['slow-0', ...numbered(30), 'slow-1', 'last'];
    expect(await codes(names, threads)).toEqual(names);
  });

  it('goes on when a worker dies, and tries its file once more', async () => {
    const names = ['a', 'die-once', 'b', 'c'];
    expect(await codes(names, 2)).toEqual(names);
  });

  it.each(['die', 'throw'])(
    'gives up a file that ends its worker twice (%s), and nothing else',
    async (fatal) => {
      const names = ['slow-0', fatal, ...numbered(20), fatal, 'slow-1'];
      const expected = names.map((name) => (name === fatal ? 'worker-died' : name));
      expect(await codes(names, 2)).toEqual(expected);
    },
  );

  it('survives when every worker dies', async () => {
    expect(await codes(['die', 'die', 'die'], 2)).toEqual(['worker-died', 'worker-died', 'worker-died']);
  });

  it('survives a worker file that cannot be loaded', async () => {
    const workerFile = join(temporaryDirectory(), 'broken.mjs');
    writeFileSync(workerFile, 'this is no JavaScript');
    const outcomes: FileOutcome[] = [];
    for await (const outcome of validateInPool([{ path: 'x' }, { path: 'y' }], {
      threads: 2,
      workerFile,
      validate: {},
    })) {
      outcomes.push(outcome);
    }
    expect(outcomes.map(({ report }) => report.error?.code)).toEqual(['worker-died', 'worker-died']);
  });

  it('keeps what only this thread can do in its place, bugs too', async () => {
    const here = (name: string, run: () => Promise<FileReport>): Record<string, FileJob> => ({
      [name]: { path: name, here: run },
    });
    const jobs = {
      ...here('stdin', async () => unreadable('here', 'here')),
      ...here('bug', () => Promise.reject(new TypeError('oops'))),
    };
    expect(await codes(['slow-0', 'stdin', 'b', 'bug', 'c'], 2, jobs)).toEqual([
      'slow-0',
      'here',
      'b',
      'internal-error',
      'c',
    ]);
  });

  it('stops when nobody wants more', async () => {
    const root = temporaryDirectory();
    const workerFile = join(root, 'test-worker.mjs');
    writeFileSync(workerFile, WORKER);
    const files = ['a', 'slow-0', 'slow-1', 'slow-2'].map((name) => ({ path: join(root, name) }));
    for await (const { report } of validateInPool(files, { threads: 2, workerFile, validate: {} })) {
      expect(report.error?.code).toBe('a');
      break;
    }
  });
});
