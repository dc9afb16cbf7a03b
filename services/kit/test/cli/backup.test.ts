import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@services/kit/db';
import { KIT_MIGRATIONS } from '@services/kit/migrations';
import { copyTemplate } from '@services/kit/testing';
import { create, list } from 'tar';
import * as Type from 'typebox/type';
import { beforeEach, describe, expect, it } from 'vitest';
import { backUp, restore } from '../../src/cli/backup.js';
import type { ServiceDefinition } from '../../src/cli/definition.js';

const WHAT = { service: 'chat', version: '1.2.3' };
/** A database whose files are always complete. */
const still = { kind: 'pglite', quiesce: (work: () => Promise<unknown>) => work() } as unknown as Database;

let folder: string;
let dir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'services-backup-'));
  dir = join(folder, 'data');
  await mkdir(join(dir, 'pg'), { recursive: true });
  for (const name of ['key', 'lock', 'lock.draft', 'lock-guard', 'locker', 'control.sock', 'pg/file']) {
    await writeFile(join(dir, name), name);
  }
});

async function names(file: string): Promise<string[]> {
  const found: string[] = [];
  await list({ file, onReadEntry: ({ path }) => void found.push(path) });
  return found.sort();
}

describe('a backup', () => {
  it('has the data and a label, without files of the running process', async () => {
    const file = join(folder, 'copy.tar.gz');
    const before = await readdir(dir);
    expect(await backUp(dir, file, still, WHAT)).toEqual({ bytes: (await stat(file)).size });
    expect(await names(file)).toEqual(['backup.json', 'key', 'locker', 'pg/', 'pg/file']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(dir)).toEqual(before);
    expect(await readdir(folder)).toEqual(['copy.tar.gz', 'data']);
  });

  it('is copied while the database accepts no writes; a failed copy leaves no file', async () => {
    const before = await readdir(dir);
    const quiesce = async (work: () => Promise<unknown>) => {
      await work();
      expect(await readdir(folder)).toContain('copy.tar.gz.part');
      throw new Error('no checkpoint');
    };
    const busy = { ...still, quiesce } as Database;
    await expect(backUp(dir, join(folder, 'copy.tar.gz'), busy, WHAT)).rejects.toThrow('no checkpoint');
    expect(await readdir(folder)).toEqual(['data']);
    expect(await readdir(dir)).toEqual(before);
  });

  it.each([
    ['a database on a server', 'copy.tar.gz', { ...still, kind: 'postgres' } as Database, 3],
    ['a file in the directory itself', 'data/copy.tar.gz', still, 2],
    ['the directory as the file', 'data', still, 2],
    ['a file that exists', 'there.tar.gz', still, 2],
  ])('refuses %s', async (_what, file, db, code) => {
    await writeFile(join(folder, 'there.tar.gz'), 'kept');
    await expect(backUp(dir, join(folder, file), db, WHAT)).rejects.toMatchObject({ code });
    expect(await readFile(join(folder, 'there.tar.gz'), 'utf8')).toBe('kept');
    expect(await readdir(dir)).not.toContain('backup.json');
  });
});

describe('restoring', () => {
  const restored: unknown[] = [];
  const service = {
    name: 'chat',
    schema: Type.Object({}),
    migrations: [],
    restored: async (db: Database, label: unknown) => void restored.push(db.kind, label),
  } as unknown as ServiceDefinition<Type.TObject, unknown>;

  /** An archive with a label and other files. */
  async function archive(label: unknown, ...others: string[]): Promise<string> {
    const from = await mkdtemp(join(folder, 'from-'));
    if (label !== undefined) await writeFile(join(from, 'backup.json'), JSON.stringify(label));
    if (others.includes('pg')) await copyTemplate(join(from, 'pg'), [KIT_MIGRATIONS]);
    await writeFile(join(from, 'key'), 'secret');
    const file = `${from}.tar.gz`;
    await create({ file, gzip: true, cwd: from }, await readdir(from));
    return file;
  }

  const LABEL = { format: 1, service: 'chat', version: '1', createdAt: 'then' };

  it('makes the directory with its parents, for its owner only, without the label', async () => {
    const to = join(folder, 'new', 'parents', 'data');
    expect(await restore(service, await archive(LABEL, 'pg'), to)).toEqual(LABEL);
    expect((await readdir(to)).sort()).toEqual(['key', 'pg']);
    expect((await stat(to)).mode & 0o777).toBe(0o700);
    expect(await readdir(join(folder, 'new', 'parents'))).toEqual(['data']);
    expect(restored).toEqual(['pglite', LABEL]);
  });

  it.each([
    ['an archive without a label', undefined, /no backup of this program/],
    ['the backup of another service', { ...LABEL, service: 'fraud' }, /a backup of fraud, not of chat/],
    ['a later form', { ...LABEL, format: 2 }, /newer program/],
    ['a database that cannot be opened', LABEL, /./],
  ])('refuses %s, and leaves nothing', async (_what, label, message) => {
    const file = await archive(label);
    if (label === LABEL) {
      const other = await mkdtemp(join(folder, 'broken-'));
      await writeFile(join(other, 'backup.json'), JSON.stringify(label));
      await writeFile(join(other, 'pg'), 'no folder');
      await create({ file, gzip: true, cwd: other }, await readdir(other));
    }
    await mkdir(join(folder, 'to'));
    await expect(restore(service, file, join(folder, 'to', 'data'))).rejects.toThrow(message);
    expect(await readdir(join(folder, 'to'))).toEqual([]);
  });

  it('refuses a directory that is not empty', async () => {
    await expect(restore(service, await archive(LABEL), dir)).rejects.toMatchObject({ code: 2 });
    expect(await readdir(dir)).toContain('key');
  });
});
