import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { Bucket, refuse, stored } from './support/bucket.js';
import { Fleet } from './support/fleet.js';
import { corpusFiles } from './support/models.js';
import { essence, expectWhole, FULL, filled, oracle } from './support/oracle.js';

describe.skipIf(inject('postgres') === '')('each object has one result', () => {
  it('though the bucket throttles, fails and cuts responses, and its server restarts', async () => {
    let bucket = await filled(FULL ? 2_000 : 300);
    const fleet = await Fleet.make();
    let turn = 0;
    bucket.fault = (request, response, key) => {
      const object = bucket.objects.get(key);
      // An empty object cannot be cut off within its range.
      if (request.method !== 'GET' || key === '' || object?.size === 0) return false;
      switch (turn++ % 12) {
        case 0:
          refuse(response, 503, 'SlowDown');
          return true;
        case 4:
          refuse(response, 500, 'InternalError');
          return true;
        case 7:
          // Breaks off the response in the middle of the range.
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
    onTestFinished(() => again.close());
    expect((await worker.ended).code).toBe(0);
    await expectWhole(fleet, '1', FULL ? 2_000 : 300);
  }, 600_000);

  it('though the listing breaks off, is killed, and is resumed', async () => {
    const count = 12_000;
    const bucket = new Bucket();
    const model = stored(corpusFiles().get('valid/one-context.mdl')!);
    for (let at = 0; at < count; at++) bucket.objects.set(`${at}.mdl`, model);
    await bucket.listen();
    onTestFinished(() => bucket.close());
    const fleet = await Fleet.make();
    let pages = 0;
    let mostPages = 8;
    bucket.fault = (_request, response, key) => {
      if (key !== '' || ++pages <= mostPages) return false;
      refuse(response, 403, 'AccessDenied');
      return true;
    };
    const scan = ['scan', 's3://models/', '--endpoint', bucket.url, '--batch-objects', '50'];
    const cut = await fleet.run(...scan);
    expect(cut).toMatchObject({ code: 3, stderr: expect.stringMatching(/AccessDenied/) });
    expect(await fleet.ok('status')).toMatch(/listing broke off: 0 of 5,000/);
    // Workers start before a listing is complete. This worker stops after its first results, because further
    // results would not test more.
    const worker = fleet.start('work', '-j', '1');
    while ((await fleet.query('select from fleet.result limit 1')).length === 0) await delay(50);
    worker.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
    mostPages = Number.POSITIVE_INFINITY;
    // The resumed listing hangs in the middle, and is killed.
    bucket.fault = (_request, _response, key) => key === '' && ++pages > 14;
    const killed = fleet.start('scan', '--resume', '1');
    while (pages <= 14) await delay(20);
    killed.kill('SIGKILL');
    await killed.ended;
    bucket.fault = undefined;
    expect(await fleet.ok('scan', '--resume', '1')).toMatch(/run 1: /);
    expect((await fleet.run('scan', '--resume', '1')).code).toBe(2);
    const { progress } = JSON.parse(await fleet.ok('status', '--format', 'json'));
    expect(progress).toMatchObject({ state: 'working', listed: count });
    // Each key is in exactly one job, or has a result.
    const [sums] = await fleet.query(
      `select count(*)::int as places, count(distinct id)::int as objects, count(*) filter (where is_done)::int as done
      from (select unnest(objects) as id, false as is_done from fleet.batch
        union all select object_id, true from fleet.result) as place`,
    );
    expect(sums).toEqual({ places: count, objects: count, done: progress.done });
    expect(await fleet.ok('doctor')).toMatch(/each batch has its job/);
  });

  it('though objects are replaced and deleted after the listing', async () => {
    const bucket = await filled(200);
    const valid = stored(corpusFiles().get('valid/one-context.mdl')!);
    const fleet = await Fleet.make();
    await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url);
    const keys = [...bucket.objects.keys()];
    for (const key of keys.slice(0, 50)) bucket.objects.set(key, valid);
    for (const key of keys.slice(50, 80)) bucket.objects.delete(key);
    await fleet.work();
    const report = await fleet.report();
    const wanted = await oracle();
    expect(report.size).toBe(200);
    for (const [at, key] of keys.entries()) {
      const line = report.get(`s3://models/${key}`)!;
      if (at < 50) expect(essence(line)).toEqual(wanted.get('valid/one-context.mdl'));
      else if (at < 80) expect(line.error?.code).toBe('source-not-found');
      else expect(essence(line)).toEqual(wanted.get(key.replace(/^\d+\//, '')));
    }
    // Results belong to the content that was read, so objects that were replaced afterwards are not validated
    // again.
    expect(await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url)).toMatch(
      /170 objects listed, 0 queued/,
    );
  });

  it('and each thread reports expired credentials at most once', async () => {
    const bucket = await filled(250);
    const fleet = await Fleet.make();
    await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url, '--batch-objects', '50');
    bucket.fault = (_request, response, key) => {
      if (key === '') return false;
      refuse(response, 400, 'ExpiredToken');
      return true;
    };
    const { code, stderr } = await fleet.run('work', '-j', '2', '--until-done');
    expect(code).toBe(3);
    expect(stderr.match(/ExpiredToken \(400\)/g)?.length).toBeLessThanOrEqual(2);
    expect(await fleet.ok('status')).toMatch(/held: 0 of 250[\s\S]*problem: .*ExpiredToken/);
    bucket.fault = undefined;
    await fleet.ok('resume', '1');
    await fleet.work();
    await expectWhole(fleet, '1', 250);
  });

  it('though the storage denies some objects, and the database always refuses the result of one', async () => {
    const bucket = await filled(30);
    const fleet = await Fleet.make();
    await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url);
    const keys = [...bucket.objects.keys()];
    const [poisoned] = await fleet.query<{ uri: string }>('select uri from fleet.object where id = 7');
    // The refused object has the number 7, and is not among the denied objects; which object has this number
    // depends on the server's port.
    const denied = new Set(keys.filter((key) => `s3://models/${key}` !== poisoned?.uri).slice(0, 3));
    bucket.fault = (_request, response, key) => {
      if (!denied.has(key)) return false;
      refuse(response, 403, 'AccessDenied');
      return true;
    };
    await fleet.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no place for it'; end $$;
      create trigger refuse before insert on fleet.result_1 for each row
        when (new.object_id = 7 and new.error = 0) execute function refuse()`);
    const worker = fleet.start('work', '--until-done', '-j', '1');
    let ended = false;
    void worker.ended.then(() => {
      ended = true;
    });
    // The queue waits some seconds after each failure.
    while (!ended) {
      await fleet.query(
        'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where locked_at is null), now())',
      );
      await delay(200);
    }
    const { code, stderr } = await worker.ended;
    expect(code).toBe(0);
    expect(stderr.match(/the batch keeps failing/g)).toHaveLength(1);
    const report = await fleet.report();
    expect(report.size).toBe(keys.length);
    const wanted = await oracle();
    for (const key of keys) {
      const uri = `s3://models/${key}`;
      const line = report.get(uri)!;
      if (uri === poisoned?.uri) {
        expect(line.error).toMatchObject({
          code: 'internal-error',
          message: expect.stringMatching(/3 times: no place for it/),
        });
      } else if (denied.has(key)) {
        expect(line.verdict).toBe('unreadable');
        expect(line.error?.message).toMatch(/403/);
      } else expect(essence(line)).toEqual(wanted.get(key.replace(/^\d+\//, '')));
    }
    expect(JSON.parse(await fleet.ok('status', '--format', 'json')).progress).toMatchObject({
      state: 'done',
      done: keys.length,
    });
  });
});
