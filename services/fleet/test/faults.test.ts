import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { postgresInstalled, startPostgres } from '@services/kit/testing';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Bucket, refuse, stored } from './support/bucket.js';
import { commandSays, Fleet, linesByPath, type ReportLine, ROOT } from './support/fleet.js';
import { corpusFiles } from './support/models.js';

/** 100 deaths in a run of 20,000 objects take a quarter of an hour. */
const FULL = process.env.FLEET_TESTS === 'full';
const OBJECTS = FULL ? 20_000 : 1_000;
const KILLS = FULL ? 100 : 3;

/** Of each file of the corpus, what the command says, without what depends on how it is read. */
let oracle: Map<string, unknown>;
let bucket: Bucket;

function essence({ path: _path, bytes: _bytes, ...rest }: ReportLine): unknown {
  return rest;
}

beforeAll(async () => {
  const { stdout } = await commandSays(join(ROOT, 'corpus'), '--format', 'ndjson');
  const prefix = join(ROOT, 'corpus/');
  oracle = new Map(
    [...linesByPath(stdout)].map(([path, line]) => [path.slice(prefix.length), essence(line)]),
  );
});

afterEach(async () => {
  await bucket?.close();
});

/** A bucket with so many objects, each a file of the corpus under a folder of its own. */
async function filled(count: number): Promise<Bucket> {
  bucket = new Bucket();
  const files = [...corpusFiles()].map(([name, bytes]) => [name, stored(bytes)] as const);
  for (let at = 0; at < count; at++) {
    const [name, object] = files[at % files.length]!;
    bucket.objects.set(`${Math.floor(at / files.length)}/${name}`, object);
  }
  await bucket.listen();
  return bucket;
}

/** Each object has one result, and it is what the command says of its content. */
async function expectWhole(fleet: Fleet, run: string, count: number): Promise<void> {
  const report = await fleet.report(run);
  expect(report.size).toBe(count);
  const [sums] = await fleet.query<{ results: string; objects: string }>(
    `select count(*) as results, count(distinct object_id) as objects from fleet.result where run_id = ${run}`,
  );
  expect(sums).toEqual({ results: `${count}`, objects: `${count}` });
  for (const [path, line] of report) {
    const name = path.replace(/^s3:\/\/models\/\d+\//, '');
    expect(essence(line), path).toEqual(oracle.get(name));
  }
  expect(await fleet.query('select from fleet.batch')).toHaveLength(0);
}

describe.skipIf(inject('postgres') === '')('each object has one result', () => {
  it(`though workers are killed ${KILLS} times in a run of ${OBJECTS} objects`, async () => {
    await filled(OBJECTS);
    const fleet = await Fleet.make();
    await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url, '--batch-objects', '100');
    const open = async () => (await fleet.query('select from fleet.batch')).length;
    const start = () => fleet.start('work', '-j', '1');
    const workers = [start(), start()];
    for (let kill = 0; kill < KILLS; kill++) {
      await workers[kill % 2]!.said('"works"');
      await delay(200 + Math.random() * (FULL ? 6_000 : 1_000));
      workers[kill % 2]!.kill('SIGKILL');
      await workers[kill % 2]!.ended;
      workers[kill % 2] = start();
    }
    while ((await open()) > 0) await delay(300);
    for (const worker of workers) worker.kill('SIGTERM');
    for (const worker of workers) expect((await worker.ended).code).toBe(0);
    await expectWhole(fleet, '1', OBJECTS);
  }, 3_600_000);

  it.skipIf(!postgresInstalled())('though PostgreSQL is killed', async () => {
    const server = await startPostgres();
    try {
      await filled(1_200);
      const fleet = await Fleet.make({}, server.url);
      await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url, '--batch-objects', '50');
      const worker = fleet.start('work', '--until-done', '-j', '1');
      await worker.said('"works"');
      for (let kill = 0; kill < 2; kill++) {
        await delay(800);
        server.kill();
        await delay(1_000);
        await server.start();
      }
      expect(await worker.ended).toMatchObject({ code: 0 });
      await expectWhole(fleet, '1', 1_200);
    } finally {
      await server.stop();
    }
  });

  it('though the bucket throttles, fails, and cuts its answers, and its server goes away', async () => {
    await filled(FULL ? 2_000 : 300);
    const fleet = await Fleet.make();
    let turn = 0;
    bucket.fault = (request, response, key) => {
      const object = bucket.objects.get(key);
      // An empty object has no range that could be cut.
      if (request.method !== 'GET' || key === '' || object?.size === 0) return false;
      switch (turn++ % 12) {
        case 0:
          refuse(response, 503, 'SlowDown');
          return true;
        case 4:
          refuse(response, 500, 'InternalError');
          return true;
        case 7:
          // In the middle of the range.
          response.writeHead(206, {
            'Content-Range': `bytes 0-${object!.size - 1}/${object!.size}`,
            'Content-Length': object!.size,
            ETag: object!.etag,
          });
          response.write(object!.read(0, Math.floor(object!.size / 2)));
          setTimeout(() => response.destroy(), 5);
          return true;
        case 9:
          request.socket.destroy();
          return true;
        default:
          return false;
      }
    };
    await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url, '--batch-objects', '40');
    const worker = fleet.start('work', '--until-done', '-j', '1');
    await worker.said('"works"');
    await delay(700);
    const { port } = bucket;
    await bucket.close();
    await delay(2_500);
    const again = new Bucket();
    for (const [key, object] of bucket.objects) again.objects.set(key, object);
    bucket = again;
    await again.listen(port);
    expect((await worker.ended).code).toBe(0);
    await expectWhole(fleet, '1', FULL ? 2_000 : 300);
  }, 600_000);

  it('though two scans of one bucket run at once, and two workers', async () => {
    await filled(600);
    const fleet = await Fleet.make();
    const scans = [1, 2].map(() => fleet.run('scan', 's3://models/', '--endpoint', bucket.url, '--all'));
    for (const { code } of await Promise.all(scans)) expect(code).toBe(0);
    await Promise.all([fleet.work(), fleet.work()]);
    await expectWhole(fleet, '1', 600);
    await expectWhole(fleet, '2', 600);
  });

  it('though objects are replaced and deleted meanwhile', async () => {
    await filled(200);
    const valid = stored(corpusFiles().get('valid/one-context.mdl')!);
    const fleet = await Fleet.make();
    await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url);
    const keys = [...bucket.objects.keys()];
    for (const key of keys.slice(0, 50)) bucket.objects.set(key, valid);
    for (const key of keys.slice(50, 80)) bucket.objects.delete(key);
    await fleet.work();
    const report = await fleet.report();
    expect(report.size).toBe(200);
    for (const [at, key] of keys.entries()) {
      const line = report.get(`s3://models/${key}`)!;
      if (at < 50) expect(essence(line)).toEqual(oracle.get('valid/one-context.mdl'));
      else if (at < 80) expect(line.error?.code).toBe('source-not-found');
      else expect(essence(line)).toEqual(oracle.get(key.replace(/^\d+\//, '')));
    }
    // Known by the content that was read: only what could not be read is looked at again.
    expect(await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url)).toMatch(
      /170 objects listed, 0 queued/,
    );
  });

  it('and a file that takes its thread with it is unreadable, with the reason; its neighbours are not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-poison-'));
    try {
      cpSync(join(ROOT, 'corpus/valid'), join(folder, 'valid'), { recursive: true });
      // A module stands for what is not known yet: a file that never ends, one that eats memory.
      const module = join(folder, 'poison.mjs');
      writeFileSync(module, POISON);
      const fleet = await Fleet.make();
      await fleet.ok('scan', `poison://${folder}/valid/one-context.mdl`, '--module', module);
      await fleet.work('--module', module, '--stall', '2s', '--object-time', '4s', '--memory', '128');
      const report = await fleet.report();
      expect(report.size).toBe(42);
      for (const [path, { verdict, error }] of report) {
        if (path.endsWith('/stall'))
          expect(error?.message).toMatch(/no sign of life for 2 s|not done after 4 s/);
        else if (path.endsWith('/memory')) expect(error?.message).toMatch(/out of memory \(128 MiB\)/);
        else expect(verdict, path).toBe('valid');
        if (verdict !== 'valid') expect(error?.code).toBe('worker-died');
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('and SIGTERM ends after the objects at hand: what is left is there for the next worker', async () => {
    await filled(600);
    let answered = 0;
    bucket.fault = (_request, response, key) => {
      if (key === '' || bucket.objects.get(key)?.size === 0) return false;
      // Slow enough that a batch is under way when the signal comes.
      setTimeout(() => {
        const object = bucket.objects.get(key)!;
        response.writeHead(206, {
          'Content-Range': `bytes 0-${object.size - 1}/${object.size}`,
          'Content-Length': object.size,
          ETag: object.etag,
        });
        response.end(object.read(0, object.size));
        answered++;
      }, 100);
      return true;
    };
    const fleet = await Fleet.make();
    await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url);
    const worker = fleet.start('work', '-j', '1');
    await worker.said('"works"');
    while (answered < 50) await delay(50);
    worker.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
    const [{ done }] = (await fleet.query<{ done: string }>('select count(*) as done from fleet.result')) as [
      { done: string },
    ];
    expect(Number(done)).toBeGreaterThan(0);
    expect(Number(done)).toBeLessThan(600);
    const [{ failed }] = (await fleet.query<{ failed: string }>(
      'select count(*) as failed from graphile_worker.jobs where last_error is not null',
    )) as [{ failed: string }];
    expect(failed).toBe('0');
    bucket.fault = undefined;
    await fleet.work();
    await expectWhole(fleet, '1', 600);
  });

  it('and credentials that end are said once, and nothing is lost', async () => {
    await filled(500);
    const fleet = await Fleet.make();
    await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url, '--batch-objects', '50');
    bucket.fault = (_request, response, key) => {
      if (key === '') return false;
      refuse(response, 400, 'ExpiredToken');
      return true;
    };
    const { code, stderr } = await fleet.run('work', '-j', '2');
    expect(code).toBe(3);
    expect(stderr.match(/ExpiredToken/g)?.length).toBeLessThanOrEqual(2);
    expect(await fleet.ok('status')).toMatch(/problem: .*ExpiredToken/);
    bucket.fault = undefined;
    await fleet.work();
    await expectWhole(fleet, '1', 500);
  });
});

const POISON = `
import { openFile } from 'protomdl/node';
export const scheme = 'poison';
export function* list(uri) {
  for (let at = 0; at < 40; at++) yield { uri: uri + '/good' + at, etag: 'e', size: 1000 };
  yield { uri: uri + '/stall', etag: 'e', size: 1000 };
  yield { uri: uri + '/memory', etag: 'e', size: 1000 };
}
export function open(uri) {
  if (uri.endsWith('/stall')) for (;;);
  const kept = [];
  if (uri.endsWith('/memory')) for (;;) kept.push(new Array(10_000).fill(kept.length));
  return openFile(uri.slice('poison://'.length).replace(/\\/good\\d+$/, ''));
}
`.replace("'protomdl/node'", `'${new URL('../../../dist/node.js', import.meta.url).href}'`);
