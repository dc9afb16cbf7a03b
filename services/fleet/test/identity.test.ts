import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { Bucket, type StoredObject, stored } from './support/bucket.js';
import { Fleet } from './support/fleet.js';
import { corpusFiles } from './support/models.js';

async function bucketWith(object: StoredObject): Promise<Bucket> {
  const bucket = new Bucket();
  bucket.objects.set('a.mdl', object);
  await bucket.listen();
  onTestFinished(() => bucket.close());
  return bucket;
}

describe.skipIf(inject('postgres') === '')('an object', () => {
  it('is identified by its endpoint too: two servers with the same bucket name, key and ETag share no results', async () => {
    const [good, bad] = ['valid/one-context.mdl', 'invalid/action-unset.mdl'].map((name) =>
      stored(corpusFiles().get(name)!),
    ) as [StoredObject, StoredObject];
    const [first, second] = [await bucketWith(good), await bucketWith({ ...bad, etag: good.etag })];
    const fleet = await Fleet.make();
    const scan = (bucket: Bucket, slash = '') =>
      fleet.ok('scan', 's3://models/', '--endpoint', `${bucket.url}${slash}`);
    await scan(first);
    await fleet.work();
    expect(await scan(second)).toMatch(/1 queued, 0 unchanged/);
    await fleet.work();
    // Another spelling of the first URL.
    expect(await scan(first, '/')).toMatch(/0 queued, 1 unchanged/);
    const verdicts = await Promise.all(
      ['1', '2', '3'].map(async (run) => [...(await fleet.report(run)).values()][0]?.verdict),
    );
    expect(verdicts).toEqual(['valid', 'invalid', 'valid']);
    const serving = fleet.start('serve', '--port', '0');
    await serving.said('/\n');
    const [address = ''] = /http:\S+/.exec(serving.output()) ?? [];
    const objects = await fleet.query<{ run: number; object: string }>(
      'select run_id as run, object_id as object from fleet.result order by run_id',
    );
    const answers = await Promise.all(
      objects.map(async ({ run, object }) => {
        const answer = await fetch(`${address}inspect/${run}/${object}/object`);
        return new Uint8Array(await answer.arrayBuffer());
      }),
    );
    expect(answers).toEqual([good, bad, good].map((one) => new Uint8Array(one.read(0, one.size))));
    // The inspector shows the content that the run validated, or an error.
    first.objects.set('a.mdl', bad);
    const page = `${address}inspect/3/${objects[0]?.object}/`;
    expect((await fetch(page)).status).toBe(409);
    expect((await fetch(`${page}object`)).status).toBe(409);
    expect((await fetch(`${page}?now=1`)).status).toBe(200);
    expect(new Uint8Array(await (await fetch(`${page}object?now=1`)).arrayBuffer())).toEqual(
      new Uint8Array(bad.read(0, bad.size)),
    );
    serving.kill('SIGTERM');
    await serving.ended;
    // One run of each source is kept: the latest.
    expect(await fleet.ok('prune', '--keep', '1')).toBe('dropped 1\n');
    expect(await fleet.query('select from fleet.source')).toHaveLength(2);
  });
});
