import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { Bucket, refuse, type StoredObject, stored } from './support/bucket.js';
import { Fleet } from './support/fleet.js';
import { corpusFiles } from './support/models.js';
import { expectWhole, filled } from './support/oracle.js';

describe.skipIf(inject('postgres') === '')('a scan of a bucket', () => {
  it('lists models, or the names that --include matches, and queues no more than --max-objects; doctor reads an object', async () => {
    const bucket = new Bucket();
    await bucket.listen();
    onTestFinished(() => bucket.close());
    const model = stored(corpusFiles().get('valid/one-context.mdl')!) as StoredObject;
    for (const key of ['a.mdl', 'deep/b.HEF', 'notes.txt', 'deep/c.onnx', 'd'])
      bucket.objects.set(key, model);
    const fleet = await Fleet.make();
    const words = ['s3://models/', '--endpoint', bucket.url];
    const listed = async (...options: string[]) => {
      const [, count] = /(\d+) objects listed/.exec(await fleet.ok('scan', ...words, ...options)) ?? [];
      return Number(count);
    };
    expect(await listed()).toBe(2);
    expect(await listed('--include', 'deep/*', '--include', 'd')).toBe(3);
    expect(await listed('--include', '**')).toBe(5);
    const before = await fleet.query('select from fleet.batch');
    expect(await fleet.run('scan', ...words, '--max-objects', '1', '--all')).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/--max-objects allows more/),
    });
    expect(await fleet.query('select from fleet.batch')).toEqual(before);
    expect(await fleet.ok('status', '4')).toMatch(/cancelled: /);
    expect(await fleet.ok('doctor', ...words)).toMatch(/can be listed\n.*can be read: s3:\/\/models\/a\.mdl/);
    bucket.fault = (_request, response, key) => {
      if (key === '') return false;
      refuse(response, 403, 'AccessDenied');
      return true;
    };
    // Without an argument, `doctor` checks the sources of all open runs.
    expect(await fleet.run('doctor')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/fail {2}s3:\/\/models\/: .*AccessDenied/),
    });
  });

  it('shares its work with a simultaneous scan of the same bucket', async () => {
    const bucket = await filled(200);
    const fleet = await Fleet.make();
    const scan = () => fleet.run('scan', 's3://models/', '--endpoint', bucket.url, '--batch-objects', '20');
    for (const { code } of await Promise.all([scan(), scan()])) expect(code).toBe(0);
    expect((await fleet.query('select from fleet.batch')).length).toBeGreaterThanOrEqual(20);
    const begun = new Map<string, number>();
    bucket.fault = (request, _response, key) => {
      if (key !== '' && request.headers.range?.startsWith('bytes=0-'))
        begun.set(key, (begun.get(key) ?? 0) + 1);
      return false;
    };
    await Promise.all([fleet.work(), fleet.work()]);
    await expectWhole(fleet, '1', 200);
    await expectWhole(fleet, '2', 200);
    expect(begun.size).toBe(200);
    expect([...begun].filter(([, count]) => count > 1)).toEqual([]);
  });
});
