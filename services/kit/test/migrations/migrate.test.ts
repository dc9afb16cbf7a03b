import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from '@services/kit/db';
import { KIT_MIGRATIONS, MigrationError, migrate, pendingMigrations } from '@services/kit/migrations';
import { type TestDatabase, testDatabase } from '@services/kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
/** Emptying the database is faster than copying and opening a new database. */
beforeEach(() => test.db.tx((tx) => tx.script('drop schema public cascade; create schema public')));
afterAll(() => test.dispose());

/** Makes a folder `…/notes/migrations/` with the given files. */
async function folder(files: Record<string, string>): Promise<URL> {
  const path = join(await mkdtemp(join(tmpdir(), 'services-migrations-')), 'notes', 'migrations');
  await mkdir(path, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return pathToFileURL(`${path}/`);
}

const FIRST = { '0001-first.sql': 'create table a (n int8); insert into a values (1); -- ; and a comment' };
const SECOND = { '0002-second.sql': 'alter table a add column m int8' };

it('applies missing migrations, once and in order', async () => {
  const first = await folder(FIRST);
  expect(await pendingMigrations(test.db, [first])).toEqual(['notes/0001-first.sql']);
  expect(await migrate(test.db, [KIT_MIGRATIONS, first])).toContain('notes/0001-first.sql');
  const both = await folder({ ...FIRST, ...SECOND });
  expect(await pendingMigrations(test.db, [KIT_MIGRATIONS, both])).toEqual(['notes/0002-second.sql']);
  expect(await migrate(test.db, [KIT_MIGRATIONS, both])).toEqual(['notes/0002-second.sql']);
  expect(await migrate(test.db, [KIT_MIGRATIONS, both])).toEqual([]);
  expect(await test.db.rows(sql`select n, m from a`)).toEqual([{ n: 1, m: null }]);
});

it('applies each migration once when several processes begin at the same time', async () => {
  const both = await folder({ ...FIRST, ...SECOND });
  const applied = await Promise.all([
    migrate(test.db, [both]),
    migrate(test.db, [both]),
    migrate(test.db, [both]),
  ]);
  expect(applied.flat().sort()).toEqual(['notes/0001-first.sql', 'notes/0002-second.sql']);
});

it('rolls back a migration that fails', async () => {
  const broken = await folder({ ...FIRST, '0002-broken.sql': 'create table b (n int8); select nonsense' });
  await expect(migrate(test.db, [broken])).rejects.toThrow('nonsense');
  expect(await test.db.one(sql`select to_regclass('a') is null as a, to_regclass('b') is null as b`)).toEqual(
    {
      a: false,
      b: true,
    },
  );
});

it.each([
  ['a changed file', { '0001-first.sql': 'create table a (n int8)' }, /0001-first.sql was changed/],
  ['a newer database', {}, /does not know/],
  ['a file before an applied one', { ...FIRST, '0000-late.sql': 'select 1' }, /higher number/],
  ['two files of a number', { ...FIRST, '0001-again.sql': 'select 1' }, /has this number/],
  ['a name out of order', { ...FIRST, 'later.sql': 'select 1' }, /0001-words/],
])('refuses %s', async (_what, files, message) => {
  await migrate(test.db, [await folder(FIRST)]);
  const changed = await folder(files as Record<string, string>);
  const error = await migrate(test.db, [changed]).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(MigrationError);
  expect(String(error)).toMatch(message);
  await expect(pendingMigrations(test.db, [changed])).rejects.toBeInstanceOf(MigrationError);
});
