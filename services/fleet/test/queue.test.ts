import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Bucket, refuse } from './support/bucket.js';
import { Fleet } from './support/fleet.js';
import { expectWhole, filled } from './support/oracle.js';

/** Makes a bucket refuse requests for objects, but not for listings. */
function refusing(bucket: Bucket, status: number, code: string, keys?: ReadonlySet<string>): void {
  bucket.fault = (_request, response, key) => {
    if (key === '' || keys?.has(key) === false) return false;
    refuse(response, status, code);
    return true;
  };
}

function scanOf(bucket: Bucket, ...options: string[]): string[] {
  return ['scan', 's3://models/', '--endpoint', bucket.url, ...options];
}

async function openOf(fleet: Fleet, run: number): Promise<number> {
  return (await fleet.query(`select from fleet.batch where run_id = ${run}`)).length;
}

describe.skipIf(inject('postgres') === '')('a run that cannot continue', () => {
  it.each([
    ['large batches', '100'],
    ['batches of a few', '5'],
  ])(
    'is held with %s when the storage denies everything, and no object is unreadable',
    async (_kind, size) => {
      const bucket = await filled(120);
      const fleet = await Fleet.make();
      await fleet.ok(...scanOf(bucket, '--batch-objects', size));
      refusing(bucket, 403, 'AccessDenied');
      expect(await fleet.run('work', '--until-done', '-j', '1')).toMatchObject({
        code: 3,
        stderr: expect.stringMatching(/run 1 is held: \d+ objects in a row are denied: AccessDenied \(403\)/),
      });
      expect(await fleet.query('select from fleet.result')).toEqual([]);
      expect(await fleet.ok('status')).toMatch(/held: 0 of 120/);
      expect((await fleet.run('gate', '1')).code).toBe(3);
      bucket.fault = undefined;
      await fleet.ok('resume', '1');
      await fleet.work();
      await expectWhole(fleet, '1', 120);
    },
  );

  it('continues when denied objects are allowed to be unreadable, each with the code for its error', async () => {
    const bucket = await filled(40);
    const [first = '', ...others] = bucket.objects.keys();
    const fleet = await Fleet.make();
    await fleet.ok(...scanOf(bucket));
    refusing(bucket, 403, 'AccessDenied', new Set(others));
    const denied = bucket.fault;
    bucket.fault = (request, response, key) => {
      if (key !== first) return denied?.(request, response, key) ?? false;
      refuse(response, 403, 'InvalidObjectState');
      return true;
    };
    expect((await fleet.run('work', '--until-done', '-j', '1')).code).toBe(3);
    await fleet.ok('resume', '1', '--denied');
    await fleet.work();
    const report = await fleet.report();
    expect(report.size).toBe(40);
    for (const [uri, { error }] of report) {
      expect(error, uri).toEqual(
        uri === `s3://models/${first}`
          ? { code: 'object-archived', message: expect.stringMatching(/InvalidObjectState/) }
          : { code: 'source-unreadable', message: expect.stringMatching(/AccessDenied \(403\)/) },
      );
    }
  });

  it('does not stop other runs, on which the worker continues', async () => {
    const [bad, good] = [await filled(60), await filled(60)];
    const fleet = await Fleet.make();
    await fleet.ok(...scanOf(bad, '--batch-objects', '20'));
    await fleet.ok(...scanOf(good, '--batch-objects', '20', '--all'));
    refusing(bad, 400, 'ExpiredToken');
    const { code, stderr } = await fleet.run('work', '--until-done', '-j', '1');
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(/run 1 is held: .*ExpiredToken/),
    });
    expect(stderr).not.toMatch(/run 2/);
    expect(await openOf(fleet, 2)).toBe(0);
    expect((await fleet.run('gate', '2')).code).not.toBe(3);
    expect((await fleet.run('work', '--until-done', '2', '-j', '1')).code).toBe(0);
    expect((await fleet.run('work', '--until-done', '1', '-j', '1')).code).toBe(3);
  });
});

describe.skipIf(inject('postgres') === '')('the queue', () => {
  it('starts a short run before a long run ends, and obeys priority, pause and cancel', async () => {
    const [long, short] = [await filled(600), await filled(5)];
    const fleet = await Fleet.make();
    await fleet.ok(...scanOf(long, '--batch-objects', '10'));
    await fleet.ok(...scanOf(short));
    await fleet.ok('work', '--until-done', '2', '-j', '1');
    expect(await openOf(fleet, 1)).toBeGreaterThan(20);
    await fleet.ok(...scanOf(long, '--batch-objects', '10', '--all', '--runtime', 'none'));
    const before = await openOf(fleet, 1);
    await fleet.ok('priority', '3', '10');
    await fleet.ok('work', '--until-done', '3', '-j', '1');
    expect(await openOf(fleet, 1)).toBeGreaterThan(before - 5);
    await fleet.ok('pause', '1');
    await fleet.ok('work', '--until-done', '-j', '1');
    expect(await openOf(fleet, 1)).toBeGreaterThan(0);
    expect(await fleet.ok('status', '1')).toMatch(/paused: /);
    expect((await fleet.run('gate', '1')).code).toBe(3);
    await fleet.ok('resume', '1');
    expect((await fleet.run('resume', '1')).code).toBe(2);
    expect(await fleet.ok('doctor')).toMatch(/each batch has its job/);
    await fleet.work();
    await expectWhole(fleet, '1', 600);
    await fleet.ok(...scanOf(long, '--all'));
    await fleet.ok('cancel', '4');
    await fleet.work();
    expect(await fleet.ok('status', '4')).toMatch(/cancelled: 0 of 600/);
    expect((await fleet.run('resume', '4')).code).toBe(2);
    expect((await fleet.run('gate', '4')).code).toBe(3);
  });

  it('stores results of a batch while the request for one of its objects is unanswered', async () => {
    const bucket = await filled(30);
    const [slow = ''] = bucket.objects.keys();
    let release = () => {};
    bucket.fault = (_request, _response, key) => {
      if (key !== slow) return false;
      // The request stays unanswered until the bucket closes.
      release = () => bucket.close();
      return true;
    };
    const fleet = await Fleet.make();
    await fleet.ok(...scanOf(bucket));
    const worker = fleet.start('work', '-j', '1');
    onTestFinished(() => worker.kill('SIGKILL'));
    while ((await fleet.query('select from fleet.result')).length < 29) await delay(100);
    expect(await openOf(fleet, 1)).toBe(1);
    release();
  });
});
