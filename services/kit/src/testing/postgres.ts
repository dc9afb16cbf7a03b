import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

/** Folder of the programs in Debian's postgresql-15. */
const BIN = process.env.SERVICES_POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin';

const START_TIMEOUT_MS = 30_000;

const run = promisify(execFile);

/** A PostgreSQL server for a test, in a separate folder, on a free port of 127.0.0.1. */
export interface RunningPostgres {
  /** URL of the database `postgres`. */
  url: string;
  /** Stops the server and deletes its folder. */
  stop(): Promise<void>;
  /**
   * Ends the server at once, without a checkpoint, as a crash would; `start` begins with recovery.
   * @returns after the process has ended, because the server may still respond until then
   */
  kill(): Promise<void>;
  /** Starts the server again after `kill`, on the same port with the same data. */
  start(): Promise<void>;
  /** Creates an empty database and returns its URL. */
  newDatabase(): Promise<string>;
}

export function postgresInstalled(): boolean {
  return existsSync(join(BIN, 'postgres'));
}

/** Starts a server. PostgreSQL refuses to run as root, so then it runs as the user `postgres`. */
export async function startPostgres(): Promise<RunningPostgres> {
  if (!postgresInstalled()) throw new Error(`${BIN}/postgres is missing: install Debian's postgresql-15`);
  const folder = await mkdtemp(join(tmpdir(), 'services-postgres-'));
  const isRoot = process.getuid?.() === 0;
  await chmod(folder, 0o755);
  if (isRoot) await run('chown', ['postgres', folder]);
  const data = join(folder, 'data');
  const [initProgram, initArguments] = asUser(isRoot, 'initdb', [
    ...['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
  ]);
  await run(initProgram, initArguments);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;

  let server: ChildProcess | undefined;
  // A server holds its lock file until the server and its child processes have ended, which takes some time after a
  // signal.
  let ended: Promise<void> = Promise.resolve();
  const start = async () => {
    await ended;
    const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off' };
    const [program, args] = asUser(isRoot, 'postgres', [
      ...['-D', data, '-c', 'max_connections=200'],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]);
    server = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
    });
    await answers(url, server, () => said);
  };
  await start();

  let databases = 0;
  const newDatabase = async () => {
    databases += 1;
    const name = `test_${process.pid}_${databases}_${Date.now()}`;
    const client = new pg.Client(url);
    await client.connect();
    try {
      await client.query(`create database ${name} template template0`);
    } finally {
      await client.end();
    }
    return url.replace(/postgres$/, name);
  };
  const end = (signal: 'SIGINT' | 'SIGQUIT') => {
    const last = server;
    server = undefined;
    if (last === undefined || last.exitCode !== null || last.signalCode !== null) return;
    ended = new Promise((resolve) => last.once('exit', () => resolve()));
    last.kill(signal);
  };
  const kill = () => {
    end('SIGQUIT');
    return ended;
  };
  const stop = async () => {
    end('SIGINT');
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { url, stop, kill, start, newDatabase };
}

function asUser(isRoot: boolean, program: string, args: string[]): [string, string[]] {
  const path = join(BIN, program);
  // runuser and su would remain as a parent process, which does not forward signals.
  return isRoot
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', path, ...args]]
    : [path, args];
}

async function answers(url: string, server: ChildProcess, said: () => string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client(url);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline) {
        throw new Error(`PostgreSQL does not start: ${said()}`, { cause: error });
      }
      await delay(50);
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
