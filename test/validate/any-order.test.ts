/** Files are validated in any order: each report equals the report of a thread that reads only that file. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validateInPool } from '../../src/check/validate/pool.js';
import type { EngineOptions } from '../../src/check/validate/validate.js';
import { crowded } from '../arbitrary/crowded.js';
import { temporaryDirectory } from '../cli/temporary.js';
import { Random } from '../kernel/random.js';
import { reportOf, WAYS } from './ways.js';

const RUNS = Number(process.env.PROTOMDL_RUNS ?? 10_000);
const SEED = Number(process.env.PROTOMDL_SEED ?? 1);
const FILES = 10 + Math.ceil(RUNS / 100);
const ORDERS = RUNS / 5;
const AT_ONCE = 2;
const CAP = 3;
const MAX_BYTES = 100_000;

const BUILT = new URL('../../dist/index.js', import.meta.url);
const WORKER_FILE = fileURLToPath(new URL('../../dist/cli/validate-worker.js', import.meta.url));
const OPTIONS = {
  maxPerCode: CAP,
  use: true,
  runtimes: ['4.8.0', '4.23.0', '5.2.0'],
} satisfies EngineOptions;

/** Each file is read by the built library in a thread of its own, whose modules have read no other file. */
const ALONE = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.library).then(async ({ memorySource, validate }) => {
  parentPort.postMessage(await validate(memorySource(workerData.bytes), workerData.options));
});`;

function reportAlone(bytes: Uint8Array): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const workerData = { library: BUILT.href, bytes, options: OPTIONS };
    const worker = new Worker(ALONE, { eval: true, workerData });
    worker.once('message', ({ bytes, ...report }) => resolve({ ...report, size: bytes.size }));
    worker.once('error', reject);
  });
}

interface File {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const folders = [
  'corpus/valid',
  'corpus/invalid',
  process.env.PROTOMDL_REAL_FILES ?? '../shared/real',
  // Files that the test of predictions unpacks, if that test has run.
  '.cache/loader-cases/hand',
  '.cache/loader-cases/wrong',
].map((folder) => resolve(folder));
const onDisk = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => /\.(mdl|hef)$/.test(path));
const made = fc.sample(crowded, { seed: SEED, numRuns: Math.ceil(FILES / 4) });
const random = new Random(SEED);

/** Any file, which is sometimes cut or damaged. */
function drawn(): File {
  const path = random.pick(onDisk);
  const [name, bytes] = random.pick<() => [string, Uint8Array]>([
    () => [path, new Uint8Array(readFileSync(path))],
    () => [path, new Uint8Array(readFileSync(path))],
    () => ['crowded', random.pick(made)],
    () => ['smith', smithBytes({ seed: random.next(1000), actions: 12, contexts: 2, blob: 16 })],
  ])();
  const whole = bytes.slice(0, MAX_BYTES);
  if (random.chance(80) || whole.length === 0) return { name, bytes: whole };
  if (random.chance(50)) return { name: `${name}, cut`, bytes: whole.slice(0, random.next(whole.length)) };
  whole[random.next(whole.length)] = random.next(256);
  return { name: `${name}, damaged`, bytes: whole };
}

describe('files one after another', () => {
  it('have the same reports as alone', { timeout: 600_000 }, async () => {
    expect(inject('buildFailure')).toBe('');
    const files = Array.from({ length: FILES }, drawn);
    const expected: unknown[] = [];
    for (let at = 0; at < files.length; at += AT_ONCE) {
      const some = files.slice(at, at + AT_ONCE);
      expected.push(...(await Promise.all(some.map(({ bytes }) => reportAlone(bytes)))));
    }
    const ways = ['in memory', ...Object.keys(WAYS)];
    let before = 'none';
    for (let i = 0; i < ORDERS; i++) {
      const index = random.next(files.length);
      const { name, bytes } = files[index] as File;
      const way = random.pick(ways);
      const [source, options] = WAYS[way]?.(bytes) ?? [memorySource(bytes), {}];
      const report = await reportOf([source, { ...OPTIONS, ...options }], CAP);
      expect({ name, way, before, report }).toEqual({ name, way, before, report: expected[index] });
      before = name;
    }

    const folder = temporaryDirectory();
    const jobs = files.map(({ bytes }, i) => {
      const path = join(folder, String(i));
      writeFileSync(path, bytes);
      return { path, here: () => reportOf([memorySource(bytes), OPTIONS], CAP) as never };
    });
    let at = 0;
    const options = { workers: 1, workerFile: WORKER_FILE, validate: OPTIONS };
    for await (const { report } of validateInPool(jobs, options)) {
      const { bytes, size, ...rest } = report as typeof report & { readonly size?: number };
      expect({ ...rest, size: size ?? bytes.size }).toEqual(expected[at++]);
    }
    expect(at).toBe(files.length);
  });
});
