import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openDatabase } from '@services/kit/db';
import { createLogger } from '@services/kit/log';
import { migrate } from '@services/kit/migrations';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { digestOf } from '../src/runs/settings.js';
import { Fleet, query } from './support/fleet.js';

const MIGRATIONS = fileURLToPath(new URL('../migrations/', import.meta.url));

/** Creates a database in the state after the first four migrations. */
async function oldDatabase(): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-old-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const old = join(folder, 'fleet/migrations');
  mkdirSync(old, { recursive: true });
  for (const name of readdirSync(MIGRATIONS))
    if (name < '0005') cpSync(join(MIGRATIONS, name), join(old, name));
  const name = `fleet_old_${process.pid}`;
  await query(inject('postgres'), `create database ${name} template template0`);
  const url = inject('postgres').replace(/postgres$/, name);
  const log = createLogger({ level: 'silent', pretty: false });
  const db = await openDatabase({ url, dataDir: '', log });
  await migrate(db, [pathToFileURL(`${old}/`)]);
  await db.close();
  return new Fleet(url, { DATABASE_URL: url });
}

describe.skipIf(inject('postgres') === '')('a database of an earlier version', () => {
  it('keeps its runs: devices become a list, sources become rows, and objects are identified by their endpoint', async () => {
    const fleet = await oldDatabase();
    const sources = [
      { kind: 's3', uri: 's3://models/2026/a%20b', endpoint: 'http://Store:9000/', region: 'eu' },
      { kind: 's3', uri: 's3://models/2026/a%20b', endpoint: 'http://store:9000' },
      { kind: 's3', uri: 's3://models/2026/a%20b' },
      { kind: 'folder', uri: 'file:///data' },
    ];
    for (const [at, source] of sources.entries()) {
      const settings = at === 0 ? '{"checksum":false,"device":"hailo8"}' : '{"checksum":false}';
      await fleet.query(
        `insert into fleet.run (source, engine, rules, settings, releases)
        values ('${JSON.stringify(source)}', 'e', 'r', '${settings}', '{}')`,
      );
    }
    const uris = ['s3://models/2026/a', 's3://models/2026/b', 'file:///data/a.mdl'];
    for (const [at, uri] of uris.entries()) {
      await fleet.query(
        `insert into fleet.object (digest, uri, etag, size, run_id)
        values ('\\x${digestOf(uri).toString('hex')}', '${uri}', 'e', 1, ${at + 2})`,
      );
    }
    expect(await fleet.ok('init')).toMatch(/0005.*0006.*0007/);
    expect(
      await fleet.query(
        `select r.id, s.scheme, s.endpoint, s.bucket, s.prefix, r.settings -> 'devices' as devices
        from fleet.run r join fleet.source s on s.id = source_id order by r.id`,
      ),
    ).toEqual([
      {
        id: 1,
        scheme: 's3',
        endpoint: 'http://store:9000',
        bucket: 'models',
        prefix: '2026/a%20b',
        devices: ['hailo8'],
      },
      {
        id: 2,
        scheme: 's3',
        endpoint: 'http://store:9000',
        bucket: 'models',
        prefix: '2026/a%20b',
        devices: null,
      },
      { id: 3, scheme: 's3', endpoint: '', bucket: 'models', prefix: '2026/a%20b', devices: null },
      { id: 4, scheme: 'folder', endpoint: '', bucket: '', prefix: 'file:///data', devices: null },
    ]);
    const known = await fleet.query<{ digest: string }>(
      "select encode(digest, 'hex') as digest from fleet.object order by id",
    );
    // The digests must equal the digests that a scan computes.
    const wanted = [`http://store:9000 ${uris[0]}`, uris[1], uris[2]].map((text) =>
      digestOf(text!).toString('hex'),
    );
    expect(known.map(({ digest }) => digest)).toEqual(wanted);
    expect(await fleet.query('select from fleet.source')).toHaveLength(3);
    // A scan finds the source by this digest.
    const [row] = await fleet.query<{ digest: string }>(
      "select encode(digest, 'hex') as digest from fleet.source where scheme = 'folder'",
    );
    expect(row?.digest).toBe(digestOf(['folder', '', '', 'file:///data'].join('\n')).toString('hex'));
  });
});
