import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { Bucket, refuse, stored } from './support/bucket.js';
import { Fleet, ROOT } from './support/fleet.js';
import { corpusFiles } from './support/models.js';

const VALID = 'corpus/valid/one-context.mdl';
const INVALID = 'corpus/invalid/action-unset.mdl';

describe.skipIf(inject('postgres') === '')('the gate of a release', () => {
  it('passes only if the run has files, and each file has a result', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fleet-gate-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const fleet = await Fleet.make();
    const code = async (...words: string[]) => (await fleet.run(...words)).code;
    await fleet.ok('scan', folder);
    expect(await fleet.run('gate', '1')).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/run 1 has no objects/),
    });
    await cp(join(ROOT, VALID), join(folder, 'a.mdl'));
    await fleet.ok('scan', folder);
    expect(await fleet.run('gate', '2')).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/run 2 is incomplete, working: 0 of 1 objects/),
    });
    // A run without files must not pass.
    for (const format of ['junit', 'ndjson']) {
      expect(await fleet.run('report', '2', '--format', format)).toMatchObject({ code: 3, stdout: '' });
    }
    expect(await code('report', '2', '--partial')).toBe(0);
    expect(await code('diff', '2', '2')).toBe(3);
    expect(await code('diff', '2', '2', '--partial')).toBe(0);
    await fleet.work();
    expect(await code('gate', '2')).toBe(0);
    expect(await code('gate', '2', '1')).toBe(3);
    await cp(join(ROOT, INVALID), join(folder, 'b.mdl'));
    await fleet.ok('scan', folder);
    await fleet.work();
    expect(await fleet.run('gate', '3')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^invalid +file:.*b\.mdl +action-unset[\s\S]*1 files invalid, 0 unreadable/,
      ),
    });
    // A new invalid file fails the gate; a file that was invalid before does not.
    expect(await code('gate', '3', '2')).toBe(1);
    await fleet.ok('scan', folder);
    expect(await code('gate', '4', '3')).toBe(0);
    expect(await code('gate', '4')).toBe(1);
    expect(await code('gate', '4', '--fail-on', 'never')).toBe(0);
    expect(await code('report', '4', '--fail-on', 'error', '-o', '/dev/null')).toBe(1);
    expect(await code('report', '4', '-o', '/dev/null')).toBe(0);
    expect(await code('report', '2', '--fail-on', 'error', '-o', '/dev/null')).toBe(0);
  });

  it('treats an unreadable file as unknown, and later compares the file with its last readable result', async () => {
    const bucket = new Bucket();
    await bucket.listen();
    onTestFinished(() => bucket.close());
    const [valid, invalid] = [VALID, INVALID].map((name) =>
      stored(corpusFiles().get(name.slice('corpus/'.length))!),
    );
    bucket.objects.set('a.mdl', valid!);
    bucket.objects.set('b.mdl', invalid!);
    bucket.objects.set('c.mdl', valid!);
    const fleet = await Fleet.make();
    const run = async (...options: string[]) => {
      await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url, ...options);
      await fleet.work();
    };
    await run();
    const denied = (...keys: string[]) => {
      bucket.fault = (_request, response, key) => {
        if (!keys.includes(key)) return false;
        refuse(response, 403, 'AccessDenied');
        return true;
      };
    };
    denied('a.mdl', 'b.mdl');
    await run('--all');
    const lost = await fleet.run('diff', '1', '2', '--format', 'ndjson');
    expect(lost.code).toBe(3);
    expect(kinds(lost.stdout)).toEqual(['a.mdl unknown', 'b.mdl unknown']);
    expect((await fleet.run('diff', '1', '2', '--partial')).code).toBe(0);
    expect(await fleet.run('gate', '2', '1')).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/2 unreadable/),
    });
    expect((await fleet.run('gate', '2', '1', '--partial')).code).toBe(0);
    // Both files are readable again. b.mdl is invalid as before it was unreadable; a.mdl has become invalid.
    bucket.fault = undefined;
    bucket.objects.set('a.mdl', invalid!);
    await run('--all');
    const found = await fleet.run('diff', '2', '3', '--format', 'ndjson');
    expect(found.code).toBe(1);
    expect(kinds(found.stdout)).toEqual(['a.mdl worse']);
    expect(JSON.parse(found.stdout)).toMatchObject({ before: 'valid', after: 'invalid', comparedWith: 1 });
    // An invalid file without an earlier result is not worse, but it fails the gate.
    await fleet.ok('prune', '1');
    const first = await fleet.run('diff', '2', '3', '--format', 'ndjson');
    expect(first.code).toBe(0);
    expect(kinds(first.stdout)).toEqual(['a.mdl changed', 'b.mdl changed']);
    expect((await fleet.run('gate', '3', '2', '--partial')).code).toBe(1);
  });
});

function kinds(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { uri: string; kind: string })
    .map(({ uri, kind }) => `${uri.slice('s3://models/'.length)} ${kind}`)
    .sort();
}
