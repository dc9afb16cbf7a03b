import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { Bucket, listingXml, stored } from './support/bucket.js';
import { Fleet } from './support/fleet.js';
import { corpusFiles } from './support/models.js';

const model = stored(corpusFiles().get('valid/one-context.mdl')!);

async function bucketWith(keys: readonly string[]): Promise<Bucket> {
  const bucket = new Bucket();
  for (const key of keys) bucket.objects.set(key, model);
  await bucket.listen();
  onTestFinished(() => bucket.close());
  return bucket;
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}

describe.skipIf(inject('postgres') === '')('a hostile bucket', () => {
  it('may have keys of any kind: each object is read, and its key is shown as text', async () => {
    const keys = [
      '../../etc/passwd',
      '/absolute//twice.mdl',
      'quote\'"`;drop table fleet.run;--',
      'control\u0001\u001b[31m\r\n\t.mdl',
      '<script>alert(1)</script>.mdl',
      'percent%2F%00+plus &amp;.mdl',
      '\u202egnp.mdl',
      '=cmd|calc!A1',
      'é😀日本/語.mdl',
      '.',
      '..',
      `${'k'.repeat(1_020)}.mdl`,
      `${'\u0001\u007f\u0085'.repeat(255)}.mdl`,
    ];
    const bucket = await bucketWith(keys);
    const fleet = await Fleet.make();
    expect(await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url, '--include', '**')).toMatch(
      /13 objects listed, 13 queued/,
    );
    await fleet.work();
    const lines = [...(await fleet.report()).values()];
    expect(lines).toHaveLength(keys.length);
    for (const { verdict, path } of lines) expect(verdict, path).toBe('valid');
    const text = await fleet.ok('report', '--format', 'csv');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text).not.toMatch(/^=/m);
  });

  it.each([
    [
      'repeats its token',
      (at: number) => listingXml([{ key: `k${at}`, etag: '"e"', size: 1 }], 'again'),
      /token does not advance/,
    ],
    [
      'repeats its keys',
      (at: number) => listingXml([{ key: 'same', etag: '"e"', size: 1 }], `t${at}`),
      /goes back/,
    ],
    [
      'goes on without end',
      (at: number) => listingXml([{ key: `k${`${at}`.padStart(9, '0')}`, etag: '"e"', size: 1 }], `t${at}`),
      /more than 50 objects/,
    ],
    ['goes on without keys', (at: number) => listingXml([], `t${at}`), /without a key/],
  ])('cannot keep a scan going with a listing that %s', async (_, page, message) => {
    const bucket = await bucketWith([]);
    let at = 0;
    bucket.listing = () => page(at++);
    const fleet = await Fleet.make();
    const { code, stderr } = await fleet.run(
      'scan',
      's3://models/',
      '--endpoint',
      bucket.url,
      '--max-objects',
      '50',
    );
    expect(code).toBe(3);
    expect(stderr).toMatch(message);
    expect(await fleet.ok('status')).toMatch(/(listing broke off|cancelled): /);
  });

  it('may have an object of 10 GB, of which only the needed bytes are read', async () => {
    const bucket = await bucketWith([]);
    const size = 10_000_000_000;
    // A message with a single unknown LEN field, nearly as long as the object.
    const length = size - 6;
    const head = [0xfa, 0x3f, ...varint(length)];
    bucket.objects.set('huge.mdl', {
      etag: '"huge"',
      size,
      read: (start, end) => {
        const bytes = new Uint8Array(end - start);
        for (let at = start; at < Math.min(end, head.length); at++) bytes[at - start] = head[at]!;
        return bytes;
      },
    });
    const fleet = await Fleet.make();
    await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url);
    await fleet.work();
    const [line] = [...(await fleet.report()).values()];
    expect(line?.verdict).toBe('invalid');
    expect(bucket.bytesSent).toBeLessThan(10_000_000);
  });

  it('may have a model with a million findings: all are counted, and as many as fit into a row are listed', async () => {
    const operations = 1_000_000;
    // A group with a context of a million empty operations.
    let model: Uint8Array = new Uint8Array(2 * operations).map((_, at) => (at % 2 === 0 ? 0x12 : 0));
    for (const tag of [0x1a, 0x12]) model = Buffer.concat([Buffer.of(tag, ...varint(model.length)), model]);
    const bucket = await bucketWith([]);
    bucket.objects.set('million.mdl', stored(model));
    const fleet = await Fleet.make();
    await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url, '--max-per-code', '1000000');
    await fleet.work();
    const { counts } = JSON.parse(await fleet.ok('status', '--format', 'json'));
    expect(counts.codes).toContainEqual(expect.objectContaining({ files: 1, findings: operations }));
    const line = [...(await fleet.report()).values()][0]!;
    expect(line).toMatchObject({ verdict: 'invalid', diagnosticsCapped: true });
    expect(line.diagnostics.length).toBeGreaterThan(500);
    const [row] = await fleet.query<{ bytes: number }>(
      'select octet_length(report) as bytes from fleet.result',
    );
    expect(row?.bytes).toBeLessThan(128 * 1_024);
  });
});
