import { constants } from 'node:fs';
import { access, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Database, openDatabase } from '../db/index.js';
import { createLogger } from '../log/index.js';

/** Set by the global set-up when tests run on PostgreSQL. */
export const POSTGRES_URL = 'SERVICES_TEST_POSTGRES_URL';

/** A machine that runs many tests at once stops a process for longer than the 10 s of a service. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** A fresh database for a test file. */
export interface TestDatabase {
  db: Database;
  dispose(): Promise<void>;
  /** With PostgreSQL. */
  url?: string;
  /** An own, temporary folder; the embedded database is in it. */
  dataDir: string;
}

/** Which database tests use: `SERVICES_TEST_DATABASE`, by default the embedded one. */
export function testDatabaseKind(): 'pglite' | 'postgres' {
  return process.env.SERVICES_TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite';
}

/** A fresh, empty database of the kind that the tests run on, open. */
export async function testDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'services-test-'));
  const log = createLogger({ level: 'error', pretty: false });
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  if (testDatabaseKind() === 'postgres') {
    const { url, drop } = await newDatabase();
    const db = await openDatabase({ url, dataDir, log, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    const dispose = async () => {
      await db.close();
      await drop();
      await remove();
    };
    return { db, dataDir, url, dispose };
  }
  await copyTemplate(join(dataDir, 'pg'));
  const db = await openDatabase({ dataDir, log, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const dispose = async () => {
    await db.close();
    await remove();
  };
  return { db, dataDir, dispose };
}

async function newDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env[POSTGRES_URL];
  if (server === undefined)
    throw new Error(`${POSTGRES_URL} is not set: the tests' global set-up did not run`);
  const name = `test_${process.pid}_${process.hrtime.bigint()}`;
  await command(server, `create database ${name} template template0`);
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
 * A new embedded database takes 2.5 s or more (initdb in WebAssembly); a copy of one and its opening half a second.
 * So one is made for each version of PGlite, and kept.
 */
export async function copyTemplate(folder: string): Promise<void> {
  const template = await templateFolder();
  await cp(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

let making: Promise<string> | undefined;

export function templateFolder(): Promise<string> {
  making ??= makeTemplate();
  return making;
}

async function makeTemplate(): Promise<string> {
  const manifest = createRequire(import.meta.url)
    .resolve('@electric-sql/pglite')
    .replace(/dist.*/, 'package.json');
  const { version } = createRequire(import.meta.url)(manifest) as { version: string };
  const services = fileURLToPath(new URL('../../../', import.meta.url));
  const template = join(services, 'node_modules', '.cache', `pglite-${version}`);
  const log = createLogger({ level: 'error', pretty: false });
  await mkdir(dirname(template), { recursive: true });
  const isThere = await access(template).then(
    () => true,
    () => false,
  );
  if (isThere) return template;
  const draft = await mkdtemp(`${template}-`);
  const db = await openDatabase({ dataDir: draft, log });
  await db.quiesce(async () => {});
  await db.close();
  // Another process may have made it meanwhile: either is right.
  await rename(join(draft, 'pg'), template).catch(() => {});
  await rm(draft, { recursive: true, force: true });
  return template;
}
