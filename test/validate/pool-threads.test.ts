/** The built worker, which piscina starts. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { FileQueue } from '../../src/check/validate/file-queue.js';
import { validateFile } from '../../src/check/validate/validate-file.js';
import { outcomeOf, runShard, type WorkerAnswer } from '../../src/check/validate/worker-job.js';
import { WorkerPool } from '../../src/check/validate/worker-pool.js';
import { collect } from '../../src/cli/collect.js';
import { workersFor } from '../../src/cli/validate-inputs.js';
import { VALID_FILE } from '../cli/specimens.js';
import { temporaryDirectory } from '../cli/temporary.js';

const built = (name: string) => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
const WORKER = built('cli/validate-worker.js');

beforeAll(() => expect(inject('buildFailure')).toBe(''));

describe('a pool of built workers', () => {
  it('validates files', async () => {
    const shared = FileQueue.shared(2, 1);
    new FileQueue(shared).allow(2);
    const files = [VALID_FILE, '/nowhere'].map((path) => ({ path, policy: undefined }));
    const answers: WorkerAnswer[] = [];
    const pool = new WorkerPool(WORKER, 1);
    const job = { shared, thread: 0, files, options: {} };
    expect(await pool.validate(job, (answer) => answers.push(answer))).toBeUndefined();
    pool.stop();
    const here = files.map(({ path }) => outcomeOf(() => validateFile(path)));
    expect(answers.map(({ index }) => index)).toEqual([0, 1]);
    expect(answers.map(({ outcome }) => outcome)).toEqual(await Promise.all(here));
  });

  it('scans a shard, or reports why it did not', async () => {
    const pool = new WorkerPool(WORKER, 1);
    const task = { path: VALID_FILE, contexts: [], collecting: { maxPerCode: 20 } };
    expect(await pool.scan(task)).toEqual(await runShard(task));
    await expect(pool.scan({ ...task, path: '/nowhere' })).rejects.toThrow('/nowhere');
    pool.stop();
  });

  it('fails running tasks when it is stopped', async () => {
    const pool = new WorkerPool(WORKER, 1);
    // No file is given out, so the worker waits without running its event loop.
    const shared = FileQueue.shared(1, 1);
    const job = { shared, thread: 0, files: [{ path: VALID_FILE, policy: undefined }], options: {} };
    const death = pool.validate(job, () => {});
    pool.stop();
    expect(await death).toMatch(/terminat/i);
  });
});

/**
 * Records which thread validates with which code. The command's own thread waits until a worker has begun.
 */
const WITNESS = `
  const fs = require('node:fs');
  const vm = require('node:vm');
  const { isMainThread } = require('node:worker_threads');
  const { WITNESS } = process.env;
  const said = new Set();
  const say = (what) => {
    if (!said.has(what)) fs.appendFileSync(WITNESS, what + '\\n');
    said.add(what);
  };
  const { openSync } = fs;
  fs.openSync = (path, ...rest) => {
    if (/hef$/.test(path)) {
      say(isMainThread ? 'main' : 'worker');
      for (let i = 0; i < 500 && isMainThread && !/^worker$/m.test(fs.readFileSync(WITNESS, 'utf8')); i++)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
    return openSync(path, ...rest);
  };
  const { Script } = vm;
  vm.Script = class extends Script {
    constructor(...args) {
      super(...args);
      if (!isMainThread && this.cachedDataRejected === false) say('packed ' + args[1].filename);
    }
  };
`;

it('has files of the built command validated by workers, which start from its code pack', async () => {
  const root = temporaryDirectory();
  const folder = join(root, 'models');
  mkdirSync(folder);
  // There are enough files for the pool to start a worker.
  for (let i = 0; i < 700; i++) copyFileSync(VALID_FILE, join(folder, `${i}.hef`));
  expect(workersFor((await collect([folder], undefined)).inputs, true, 2)).toBe(1);
  const witness = join(root, 'witness.cjs');
  const log = join(root, 'log');
  writeFileSync(witness, WITNESS);
  const run = () => {
    writeFileSync(log, '');
    const args = ['--require', witness, built('cli/protomdl.js'), 'validate', '-j', '2', folder];
    const env = { ...process.env, WITNESS: log, XDG_CACHE_HOME: join(root, 'cache') };
    expect(spawnSync(process.execPath, args, { env }).status).toBe(0);
    return readFileSync(log, 'utf8').split('\n');
  };
  expect(run()).toEqual(expect.arrayContaining(['main', 'worker']));
  // Later versions of Node cache compiled code themselves.
  if ('enableCompileCache' in module) return;
  const packed = ['worker.js', 'chunks/engine-'].map((name) => `packed protomdl/dist/${name}`);
  expect(run()).toEqual(expect.arrayContaining(packed.map((name) => expect.stringContaining(name))));
});
