import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sql } from 'drizzle-orm/sql';
import pg from 'pg';
import type { Logger } from '../log/index.js';
import type { Database } from './database.js';
import { EmbeddedStream } from './embedded-stream.js';
import { DatabaseUnavailable } from './errors.js';
import { DedicatedListener, PoolListener } from './listener.js';
import { PooledDatabase } from './pooled-database.js';
import { columnTypes } from './values.js';

/** Maximum number of connections to a PostgreSQL server. */
const POOL_SIZE = 10;

/** Longest wait of a query for a connection. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Time after the statement time-out until the driver closes the connection. Usually PostgreSQL ends a long statement
 * itself and reports this.
 */
const GRACE_MS = 5_000;

const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

export interface OpenDatabaseOptions {
  /** `postgres://…`; undefined for the embedded database. */
  url?: string | undefined;
  /** Data directory. The embedded database is in the folder `pg` of the data directory. */
  dataDir: string;
  log: Logger;
  /** A statement that takes longer ends with DatabaseUnavailable; 10 s by default. */
  statementTimeoutMs?: number;
}

/** Opens the database and runs a first query. Throws DatabaseUnavailable if the database does not answer. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { url, dataDir, log, statementTimeoutMs = 10_000 } = options;
  const database =
    url === undefined || url === ''
      ? await openEmbedded(join(dataDir, 'pg'), log, statementTimeoutMs)
      : openServer(url, log, statementTimeoutMs);
  try {
    await database.one(sql`select 1`);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

function openServer(url: string, log: Logger, statementTimeoutMs: number): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + GRACE_MS,
    types: columnTypes,
    ...KEEP_ALIVE,
  });
  reportLosses(pool, log);
  const listener = new DedicatedListener(() => new pg.Client({ connectionString: url, ...KEEP_ALIVE }), log);
  return new PooledDatabase('postgres', pool, listener);
}

async function openEmbedded(folder: string, log: Logger, statementTimeoutMs: number): Promise<Database> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let first: Worker | undefined = await startWorker(folder);
  /**
   * Two workers on one folder would destroy the database in it, so each worker waits until the previous worker has
   * ended.
   */
  let ended: Promise<unknown> = Promise.resolve();
  const start = async () => {
    const worker = first;
    first = undefined;
    if (worker !== undefined) return worker;
    await ended;
    log.warn('the embedded database is opened again');
    return startWorker(folder);
  };
  const listener = new PoolListener(log);
  const pool = new pg.Pool({
    max: 1,
    pipeline: true,
    onConnect: (client) => listener.connected(client),
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // An idle connection is not closed, because closing the connection would close the database.
    idleTimeoutMillis: 0,
    query_timeout: statementTimeoutMs,
    types: columnTypes,
    stream: () =>
      new EmbeddedStream(start, (end) => {
        ended = end;
      }),
  });
  reportLosses(pool, log);
  listener.attach(pool);
  return new PooledDatabase('pglite', pool, listener);
}

/** The loss of a connection fails its query; without a listener, the event would also end the process. */
function reportLosses(pool: pg.Pool, log: Logger): void {
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  pool.on('connect', (client) => {
    client.on('error', (error) => log.debug({ err: error }, 'a database connection was lost'));
  });
}

/**
 * The database's WebAssembly, compiled once and kept as long as the process. If each worker compiled the code itself,
 * a worker that ends would free its code while other workers compile, and a race of V8 might end the process ("Check
 * failed: jit_page.has_value()", nodejs/node#64500). The shared code also keeps the functions that V8 has compiled for
 * an earlier database.
 */
let databaseCode: Promise<object> | undefined;

/** `WebAssembly` is declared here, because Node's types do not declare it. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

async function compileDatabase(): Promise<object> {
  const file = createRequire(import.meta.url).resolve('@electric-sql/pglite/pglite.wasm');
  return WebAssembly.compile(await readFile(file));
}

/** Starts a worker and waits until its database is open: 1 to 3 s, longer on a cold disk. */
async function startWorker(folder: string): Promise<Worker> {
  databaseCode ??= compileDatabase();
  const wasm = await databaseCode.catch((error: Error) => {
    // The code is forgotten, so that the next caller tries again: the cause may be temporary.
    databaseCode = undefined;
    throw new DatabaseUnavailable(`${folder}: ${error.message}`, { cause: error });
  });
  // The worker starts without the main thread's module loaders (such as tsx), which would delay the start.
  const worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), {
    workerData: { dataDir: folder, wasm },
    execArgv: [],
  });
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(new DatabaseUnavailable(`${folder}: ${error.message}`, { cause: error }));
    worker.once('error', fail);
    worker.once('exit', (code) => fail(new Error(`the embedded database ended with code ${code}`)));
    worker.once('message', () => {
      worker.removeAllListeners('error').removeAllListeners('exit');
      resolve(worker);
    });
  });
}
