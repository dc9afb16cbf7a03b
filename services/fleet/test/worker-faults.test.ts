import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { postgresInstalled, startPostgres } from '@services/kit/testing';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { parseS3Uri } from '../src/objects/uri.js';
import { Fleet, ROOT } from './support/fleet.js';
import { expectWhole, FULL, filled } from './support/oracle.js';

const OBJECTS = FULL ? 20_000 : 1_000;
const KILLS = FULL ? 100 : 3;

describe.skipIf(inject('postgres') === '')('each object has one result', () => {
  it(`though workers are killed ${KILLS} times in a run of ${OBJECTS} objects`, async () => {
    const bucket = await filled(OBJECTS);
    // Responses are slow, so that work remains until the last kill.
    if (FULL) bucket.latencyMs = 200;
    const fleet = await Fleet.make();
    await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url, '--batch-objects', '100');
    const open = async () => (await fleet.query('select from fleet.batch')).length;
    const start = () => fleet.start('work', '-j', '1');
    const workers = [start(), start()];
    for (let kill = 0; kill < KILLS; kill++) {
      await workers[kill % 2]!.said('"works"');
      await delay(200 + Math.random() * 1_000);
      if (FULL)
        expect(await open(), 'kills of workers that have nothing to do show nothing').toBeGreaterThan(0);
      workers[kill % 2]!.kill('SIGKILL');
      await workers[kill % 2]!.ended;
      workers[kill % 2] = start();
    }
    bucket.latencyMs = 0;
    while ((await open()) > 0) await delay(300);
    for (const worker of workers) worker.kill('SIGTERM');
    for (const worker of workers) expect((await worker.ended).code).toBe(0);
    await expectWhole(fleet, '1', OBJECTS);
  }, 3_600_000);

  it('though a worker is killed in a long batch: the next worker reads only the objects without a result', async () => {
    const bucket = await filled(240);
    // The batch takes three times as long as the time after which a part of it is stored.
    bucket.latencyMs = 1_000;
    const fleet = await Fleet.make();
    await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url);
    const killed = fleet.start('work', '-j', '1');
    const done = async () =>
      (await fleet.query<{ uri: string }>(
        'select uri from fleet.result join fleet.object on id = object_id',
      )) as { uri: string }[];
    // Waits until the single batch has stored some results, before it has ended.
    while ((await done()).length === 0) await delay(100);
    killed.kill('SIGKILL');
    await killed.ended;
    const kept = (await done()).map(({ uri }) => uri);
    expect(await fleet.query('select from fleet.batch')).toHaveLength(1);
    expect(kept.length).toBeLessThan(240);
    bucket.latencyMs = 0;
    const asked = new Set<string>();
    bucket.fault = (_request, _response, key) => {
      asked.add(key);
      return false;
    };
    await fleet.work();
    expect(kept.filter((uri) => asked.has(parseS3Uri(uri).key))).toEqual([]);
    await expectWhole(fleet, '1', 240);
  });

  it('though processes died of the object: other objects come first, and only three deaths make the object unreadable', async () => {
    const bucket = await filled(4);
    const fleet = await Fleet.make();
    await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url);
    const [first, second] = await fleet.query<{ id: string; uri: string }>(
      'select id, uri from fleet.object order by id',
    );
    // Sets the state after four deaths: the last process died during the first object, three earlier
    // processes during the second.
    await fleet.query(`update fleet.batch set trying = ${first!.id}, suspects = '{"${second!.id}":3}'`);
    await fleet.query('update graphile_worker._private_jobs set attempts = 3');
    const asked = new Set<string>();
    bucket.fault = (_request, _response, key) => {
      asked.add(key);
      return false;
    };
    await fleet.work();
    expect([...asked]).toHaveLength(3);
    expect([...asked].at(-1)).toBe(parseS3Uri(first!.uri).key);
    const report = await fleet.report();
    expect(
      [...report].filter(([, { error }]) => error !== null).map(([uri, { error }]) => [uri, error!.code]),
    ).toEqual([[second!.uri, 'worker-died']]);
  });

  it.skipIf(!postgresInstalled())('though PostgreSQL is killed', async () => {
    const server = await startPostgres();
    try {
      const bucket = await filled(1_200);
      const fleet = await Fleet.make({}, server.url);
      await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url, '--batch-objects', '50');
      const worker = fleet.start('work', '--until-done', '-j', '1');
      await worker.said('"works"');
      for (let kill = 0; kill < 2; kill++) {
        await delay(800);
        await server.kill();
        await delay(1_000);
        await server.start();
      }
      // Also kills a process of the server with SIGKILL: the server ends all its other processes and
      // recovers.
      await delay(500);
      const [one] = await fleet.query<{ pid: number }>(
        "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1",
      );
      if (one !== undefined) process.kill(one.pid, 'SIGKILL');
      expect(await worker.ended).toMatchObject({ code: 0 });
      await expectWhole(fleet, '1', 1_200);
    } finally {
      await server.stop();
    }
  });

  it('though two scans of one bucket and two workers run at the same time', async () => {
    const count = FULL ? 600 : 250;
    const bucket = await filled(count);
    const fleet = await Fleet.make();
    const scans = [1, 2].map(() => fleet.run('scan', 's3://models/', '--endpoint', bucket.url, '--all'));
    for (const { code } of await Promise.all(scans)) expect(code).toBe(0);
    await Promise.all([fleet.work(), fleet.work()]);
    await expectWhole(fleet, '1', count);
    await expectWhole(fleet, '2', count);
  });

  it('and a file that kills its thread is unreadable, with the reason; other files of its batch are valid', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-poison-'));
    try {
      cpSync(join(ROOT, 'corpus/valid'), join(folder, 'valid'), { recursive: true });
      // The module simulates faults that no limit knows: a file that never ends, and a file that exhausts
      // memory.
      const module = join(folder, 'poison.mjs');
      writeFileSync(module, POISON);
      const fleet = await Fleet.make();
      const scan = (kind: string) =>
        fleet.ok('scan', `poison://${folder}/valid/one-context.mdl#${kind}`, '--module', module);
      await scan('stall');
      // A worker without the module must skip the jobs, and must not report each object as unreadable.
      expect(await fleet.run('work', '--until-done', '-j', '1')).toMatchObject({
        code: 3,
        stderr: expect.stringMatching(/poison:\/\/ needs --module/),
      });
      await fleet.work('--module', module, '--stall', '4s', '--object-time', '6s');
      // This run has the default time limit: on a busy machine, the thread with the file that exhausts memory
      // shows no progress for seconds.
      await scan('memory');
      await fleet.work('--module', module, '--memory', '128');
      for (const [run, reason] of [
        ['1', /no sign of life for 4 s|not done after 6 s/],
        ['2', /out of memory \(128 MiB\)/],
      ] as const) {
        const report = await fleet.report(run);
        expect(report.size).toBe(41);
        for (const [path, { verdict, error }] of report) {
          if (/good\d+$/.test(path)) expect(verdict, path).toBe('valid');
          else expect(error).toMatchObject({ code: 'worker-died', message: expect.stringMatching(reason) });
        }
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('and a worker that lacks memory reports the shortage and ends with 3: no object is unreadable', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-memory-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const module = join(folder, 'needs.mjs');
    writeFileSync(module, POISON.replace('const kept = [];', EXHAUSTS));
    const fleet = await Fleet.make();
    const model = join(ROOT, 'corpus/valid/one-context.mdl');
    await fleet.ok('scan', `poison://${model}#fine`, '--module', module);
    const work = ['work', '--until-done', '-j', '1', '--module', module];
    // Node can start within this limit, but V8 cannot reserve the 10 GB of address space for a WebAssembly
    // memory.
    const lacking = { code: 3, stderr: expect.stringMatching(/the process lacks resources: WebAssembly/) };
    expect(await fleet.limited(7_000_000, ...work)).toMatchObject(lacking);
    expect(await fleet.run(...work)).toMatchObject(lacking);
    expect(await fleet.query('select from fleet.result')).toEqual([]);
    writeFileSync(module, POISON);
    await fleet.query(
      'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())',
    );
    await fleet.ok(...work);
    expect((await fleet.report()).size).toBe(41);
    expect((await fleet.run('gate', '1')).code).toBe(0);
  });

  it('and a worker ends after the current objects on SIGTERM: the next worker does the rest', async () => {
    const bucket = await filled(600);
    let answered = 0;
    bucket.fault = (_request, response, key) => {
      if (key === '' || bucket.objects.get(key)?.size === 0) return false;
      // The response is slow, so that a batch is in progress when the signal comes.
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
});

/** Code that allocates WebAssembly memories until the process gets no more. */
const EXHAUSTS = 'const kept = []; for (;;) kept.push(new WebAssembly.Memory({ initial: 1 }));';

const POISON = `
import { openFile } from 'protomdl/node';
export const scheme = 'poison';
export function* list(uri) {
  for (let at = 0; at < 40; at++) yield { uri: uri + '/good' + at, etag: 'e', size: 1000 };
  yield { uri, etag: 'e', size: 1000 };
}
export function open(uri) {
  if (uri.endsWith('#stall')) for (;;);
  const kept = [];
  if (uri.endsWith('#memory')) for (;;) kept.push(new Array(10_000).fill(kept.length));
  return openFile(uri.slice('poison://'.length).replace(/#.*$/, ''));
}
`.replace("'protomdl/node'", `'${new URL('../../../dist/node.js', import.meta.url).href}'`);
