import { createHash } from 'node:crypto';
import { constants, copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm/sql';
import pg from 'pg';
import { type Database, openDatabase } from '../db/index.js';
import { createLogger } from '../log/index.js';
import { readMigrations } from '../migrations/files.js';
import { migrate } from '../migrations/index.js';

/** Environment variable that the global set-up sets when tests run on PostgreSQL. */
export const POSTGRES_URL = 'SERVICES_TEST_POSTGRES_URL';

/**
 * Statement time-out in tests. A service's time-out of 10 s is too short: a machine that runs many tests at once may
 * suspend a process for longer.
 */
const STATEMENT_TIMEOUT_MS = 60_000;

export interface TestDatabase {
  db: Database;
  dispose(): Promise<void>;
  /** URL of the database; undefined for the embedded database. */
  url?: string;
  /** A temporary folder for this database only; the embedded database is inside. */
  dataDir: string;
}

/** Returns the kind of database for tests from `SERVICES_TEST_DATABASE`; by default the embedded database. */
export function testDatabaseKind(): 'pglite' | 'postgres' {
  return process.env.SERVICES_TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite';
}

/**
 * Opens a fresh database of the kind that the tests run on: empty, or with the migrations of the given folders, applied
 * in their order.
 */
export async function testDatabase(options: { migrations?: URL[] } = {}): Promise<TestDatabase> {
  const { migrations = [] } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'services-test-'));
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  if (testDatabaseKind() === 'postgres') {
    const server = serverUrl();
    const { url, drop } = await newDatabase(server, await templateDatabase(server, migrations));
    const db = await open({ url, dataDir });
    const dispose = async () => {
      await db.close();
      await drop();
      await remove();
    };
    return { db, dataDir, url, dispose };
  }
  await copyTemplate(join(dataDir, 'pg'), migrations);
  const db = await open({ dataDir });
  const dispose = async () => {
    await db.close();
    await remove();
  };
  return { db, dataDir, dispose };
}

function open(place: { url?: string; dataDir: string }): Promise<Database> {
  const log = createLogger({ level: 'error', pretty: false });
  return openDatabase({ ...place, log, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
}

function serverUrl(): string {
  const server = process.env[POSTGRES_URL];
  if (server === undefined)
    throw new Error(`${POSTGRES_URL} is not set: the tests' global set-up did not run`);
  return server;
}

async function newDatabase(
  server: string,
  template: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${process.pid}_${process.hrtime.bigint()}`;
  await command(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => command(server, `drop database if exists ${name} with (force)`) };
}

async function command(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/**
 * Copies an embedded database with these migrations into `folder`. A new embedded database takes 7 s of processor time
 * (initdb in WebAssembly), and migrations take more; copying and opening an existing database takes 1 s. Therefore one
 * database is made and kept for each version of PGlite and each set of migrations. Tests of the services also copy a
 * database into the folder `pg` of a data directory before `init`; only the kit's tests run `init` without it.
 */
export async function copyTemplate(folder: string, migrations: URL[] = []): Promise<void> {
  copyFolder(await templateFolder(migrations), folder);
}

/** Takes a fraction of the processor time of Node's `cp`, because it makes no promises and looks at no file twice. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}

/** Templates by key. The map makes each template only once per process. */
const making = new Map<string, Promise<string>>();

function once(key: string, make: () => Promise<string>): Promise<string> {
  const known = making.get(key) ?? make();
  making.set(key, known);
  return known;
}

export async function templateFolder(migrations: URL[] = []): Promise<string> {
  const key = await keyOf(migrations);
  return once(`folder ${key}`, () => makeFolder(key, migrations));
}

/** Returns a key for the migrations; empty if there are no migrations. */
async function keyOf(migrations: URL[]): Promise<string> {
  const files = (await Promise.all(migrations.map(readMigrations))).flat();
  if (files.length === 0) return '';
  const hash = createHash('sha256');
  for (const { name, checksum } of files) hash.update(`${name} ${checksum}\n`);
  return hash.digest('hex').slice(0, 16);
}

async function makeFolder(key: string, migrations: URL[]): Promise<string> {
  const manifest = createRequire(import.meta.url)
    .resolve('@electric-sql/pglite')
    .replace(/dist.*/, 'package.json');
  const { version } = createRequire(import.meta.url)(manifest) as { version: string };
  const services = fileURLToPath(new URL('../../../', import.meta.url));
  const name = key === '' ? `pglite-${version}` : `pglite-${version}-${key}`;
  const template = join(services, 'node_modules', '.cache', name);
  await mkdir(dirname(template), { recursive: true });
  const isThere = await access(template).then(
    () => true,
    () => false,
  );
  if (isThere) return template;
  const draft = await mkdtemp(`${template}-`);
  if (key !== '') await copyTemplate(join(draft, 'pg'));
  const db = await open({ dataDir: draft });
  if (key === '') await dropTemplates(db);
  else await migrate(db, migrations);
  await db.quiesce(async () => {});
  await db.close();
  // Another process may have made the template first. Both templates are equal.
  await rename(join(draft, 'pg'), template).catch(() => {});
  await rm(draft, { recursive: true, force: true });
  return template;
}

/** Two of the three databases that initdb makes are templates for further databases, and two thirds of the files. */
async function dropTemplates(db: Database): Promise<void> {
  await db.run(sql`UPDATE pg_database SET datistemplate = false`);
  await db.run(sql`DROP DATABASE template0`);
  await db.run(sql`DROP DATABASE template1`);
}

/** Returns the name of the database to copy. Each run makes the database when a test first needs these migrations. */
async function templateDatabase(server: string, migrations: URL[]): Promise<string> {
  const key = await keyOf(migrations);
  if (key === '') return 'template0';
  return once(`database ${key}`, async () => {
    const template = `template_${key}`;
    if (await hasDatabase(server, template)) return template;
    const draft = await newDatabase(server, 'template0');
    const dataDir = await mkdtemp(join(tmpdir(), 'services-test-'));
    const db = await open({ url: draft.url, dataDir });
    await migrate(db, migrations);
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
    const name = new URL(draft.url).pathname.slice(1);
    // Another process may have made the template first. Both templates are equal.
    await command(server, `alter database ${name} rename to ${template}`).catch(() => draft.drop());
    return template;
  });
}

async function hasDatabase(server: string, name: string): Promise<boolean> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    return rowCount === 1;
  } finally {
    await client.end();
  }
}
