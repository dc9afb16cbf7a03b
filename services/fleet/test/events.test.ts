import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { notifiedObjects } from '../src/objects/notifications.js';
import { s3Uri } from '../src/objects/uri.js';
import { Bucket, stored } from './support/bucket.js';
import { Fleet } from './support/fleet.js';
import { corpusFiles } from './support/models.js';
import { Queue } from './support/queue.js';

/** Keys with characters that S3 encodes differently in listings, notifications and inventories. */
const KEYS = ['a.mdl', 'b c+d.mdl', 'é/ü,"%41.mdl', '=1.hef', 'deep/../e.mdl'];

/** Timeout that is long enough for a busy machine. */
const PATIENT = { timeout: 60_000 };

/** Encodes a key as S3 does in notifications and inventories. */
function formEncoded(key: string): string {
  return new URLSearchParams({ k: key }).toString().slice(2);
}

function s3Event(key: string, etag: string, size: number, eventName = 'ObjectCreated:Put') {
  const object = { key: formEncoded(key), size, eTag: etag, sequencer: '0055AED6DCD90281E5' };
  const s3 = { s3SchemaVersion: '1.0', bucket: { name: 'models', arn: 'arn:aws:s3:::models' }, object };
  return { Records: [{ eventVersion: '2.1', eventSource: 'aws:s3', awsRegion: 'us-east-1', eventName, s3 }] };
}

async function bucketOf(...keys: string[]): Promise<Bucket> {
  const bucket = new Bucket();
  await bucket.listen();
  onTestFinished(() => bucket.close());
  const files = [...corpusFiles().values()].filter((bytes) => bytes.length > 0);
  for (const [at, key] of keys.entries()) bucket.objects.set(key, stored(files[at]!));
  return bucket;
}

describe('a notification', () => {
  it('names its object in every format, for any key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (key) => {
        const wanted = [{ uri: s3Uri({ bucket: 'models', key }), etag: '"d41d8c"', size: 7 }];
        const direct = s3Event(key, 'd41d8c', 7);
        const detail = { bucket: { name: 'models' }, object: { key, size: 7, etag: 'd41d8c' } };
        const bridge = { source: 'aws.s3', 'detail-type': 'Object Created', detail };
        const minio = s3Event(key, 'd41d8c', 7, 's3:ObjectCreated:Put');
        for (const event of [direct, minio, bridge]) {
          expect(notifiedObjects(JSON.stringify(event))).toEqual(wanted);
          const wrapped = { Type: 'Notification', TopicArn: 'arn:aws:sns:x', Message: JSON.stringify(event) };
          expect(notifiedObjects(JSON.stringify(wrapped))).toEqual(wanted);
        }
      }),
    );
  });

  it('of another event yields no objects; a message that is not a notification is an error', () => {
    const removed = s3Event('a.mdl', 'e', 1, 'ObjectRemoved:Delete');
    expect(notifiedObjects(JSON.stringify(removed))).toEqual([]);
    expect(notifiedObjects('{"Service":"Amazon S3","Event":"s3:TestEvent","Bucket":"models"}')).toEqual([]);
    const odd = [
      { eventName: 'ObjectCreated:Put' },
      null,
      1,
      { eventName: 'ObjectCreated:Put', s3: { object: { key: '%ff' } } },
    ];
    expect(notifiedObjects(JSON.stringify({ Records: odd }))).toEqual([]);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(notifiedObjects(text)).toBeUndefined();
      }),
    );
  });
});

describe.skipIf(inject('postgres') === '')('objects of a bucket', () => {
  it('are validated in runs of their own; no event is lost, and no work is repeated', async () => {
    const bucket = await bucketOf(...KEYS);
    const queue = new Queue();
    await queue.listen();
    onTestFinished(() => queue.close());
    const fleet = await Fleet.make();
    const words = ['s3://models/', '--endpoint', bucket.url];
    const notify = (key: string) => {
      const { etag, size } = bucket.objects.get(key)!;
      queue.send(s3Event(key, etag.replaceAll('"', ''), size));
    };
    for (const key of KEYS) notify(key);
    notify('a.mdl');
    queue.send(s3Event('gone.mdl', 'e', 1, 'ObjectRemoved:Delete'));
    queue.send(s3Event('notes.txt', 'e', 1));
    queue.send('{"not":"a notification"}');
    const watching = fleet.start('watch', ...words, '--queue', queue.url, '--window', '1s');
    await watching.said('run 1: 5 objects listed, 5 queued');
    await expect.poll(() => queue.left, PATIENT).toEqual(['{"not":"a notification"}']);
    await fleet.work();
    const report = await fleet.report('1');
    expect([...report.keys()].sort()).toEqual(KEYS.map((key) => `s3://models/${key}`).sort());
    expect([...report.values()].map(({ error }) => error)).toEqual(KEYS.map(() => null));
    // The listing reuses the results of the events, because both have the same ETag for the same content.
    expect(await fleet.ok('scan', ...words)).toMatch(/run 2: 5 objects listed, 0 queued, 5 unchanged/);
    // The queue fails for a while, and the process is killed before it has removed a message.
    queue.isBroken = true;
    const before = queue.requests;
    await expect.poll(() => queue.requests, PATIENT).toBeGreaterThan(before + 1);
    bucket.objects.set('a.mdl', stored(corpusFiles().get('invalid/action-unset.mdl')!));
    notify('a.mdl');
    queue.isBroken = false;
    await watching.said('run 3: 1 objects listed, 1 queued');
    watching.kill('SIGTERM');
    expect((await watching.ended).code).toBe(0);
    notify('a.mdl');
    queue.deliverAgain();
    await fleet.work();
    const again = fleet.start('watch', ...words, '--queue', queue.url, '--window', '1s');
    await again.said('run 4: 1 objects listed, 0 queued, 1 unchanged');
    again.kill('SIGTERM');
    await again.ended;
    // `prune` counts listings and event runs separately, so the latest listing stays.
    expect(await fleet.ok('prune', '--keep', '1')).toBe('dropped 1, 3\n');
    expect(await fleet.run('watch', ...words, '--queue', 'http://127.0.0.1:1/q')).toMatchObject({ code: 3 });
  });

  it('are the same in an inventory as in a listing', async () => {
    const bucket = await bucketOf(...KEYS, 'notes.txt', 'other/x.mdl');
    const fleet = await Fleet.make();
    const words = ['s3://models/', '--endpoint', bucket.url];
    await fleet.ok('scan', ...words);
    await fleet.work();
    const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell}"`).join(',');
    const rows = [...bucket.objects].map(([key, { etag, size }]) =>
      quoted([
        'models',
        formEncoded(key),
        'v1',
        'true',
        'false',
        `${size}`,
        etag.replaceAll('"', ''),
        'STANDARD',
      ]),
    );
    rows.push(quoted(['models', 'a.mdl', 'v0', 'false', 'false', '1', 'old', 'STANDARD']));
    rows.push(quoted(['models', 'removed.mdl', 'v1', 'true', 'true', '', '', '']));
    rows.push(quoted(['models', 'cold.mdl', 'v1', 'true', 'false', '1', 'e', 'GLACIER']));
    const files = [rows.slice(0, 3), rows.slice(3)].map((part) => gzipSync(`${part.join('\n')}\n`));
    const manifest = (more: object = {}) =>
      Buffer.from(
        JSON.stringify({
          sourceBucket: 'models',
          destinationBucket: 'arn:aws:s3:::models',
          fileFormat: 'CSV',
          fileSchema: 'Bucket, Key, VersionId, IsLatest, IsDeleteMarker, Size, ETag, StorageClass',
          files: files.map((bytes, at) => ({
            key: `inventory/data/${at}.csv.gz`,
            size: bytes.length,
            MD5checksum: createHash('md5').update(bytes).digest('hex'),
          })),
          ...more,
        }),
      );
    for (const [at, bytes] of files.entries())
      bucket.objects.set(`inventory/data/${at}.csv.gz`, stored(bytes));
    const folder = 'inventory/models/daily';
    bucket.objects.set(`${folder}/2026-11-26T01-00Z/manifest.json`, stored(manifest({ fileFormat: 'ORC' })));
    bucket.objects.set(`${folder}/2026-11-27T01-00Z/manifest.json`, stored(manifest()));
    const scan = (place: string) => fleet.run('scan', ...words, '--inventory', `s3://models/${place}`);
    expect(await scan(`${folder}/`)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/run 2: 6 objects listed, 0 queued, 6 unchanged, 1 left out/),
      stderr: expect.stringMatching(/cold.mdl: archived \(GLACIER\)/),
    });
    expect(await scan(`${folder}/2026-11-26T01-00Z/manifest.json`)).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/files are ORC: configure the inventory for CSV/),
    });
    // A file that does not match the manifest leaves the run incomplete.
    bucket.objects.set('inventory/data/1.csv.gz', stored(gzipSync('"models","z.mdl"')));
    expect(await scan(`${folder}/`)).toMatchObject({ code: 3, stderr: expect.stringMatching(/MD5|record/i) });
    expect((await fleet.run('gate', '4')).code).toBe(3);
    expect(await fleet.run('scan', '/tmp', '--inventory', 's3://models/x')).toMatchObject({ code: 2 });
  });
});
