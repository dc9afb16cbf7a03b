import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, inject } from 'vitest';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const COMMAND = `${ROOT}dist/cli/protomdl.js`;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when standard output or error contains the text. */
  said(text: string): Promise<void>;
  /** Output until now, as text. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
}

const running = new Set<ChildProcess>();

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Keys that the tests' server accepts. */
export const KEYS = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'us-east-1' };

/** @param limit KiB of address space, for `ulimit -v` */
export function start(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  limit?: number,
): Running {
  const command = [process.execPath, program, ...args];
  const limited = ['bash', '-c', `ulimit -v ${limit}; exec "$@"`, 'bash', ...command];
  const [file = '', ...words] = limit === undefined ? command : limited;
  const child = spawn(file, words, {
    env: { ...process.env, NODE_OPTIONS: '', ...KEYS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  const waiting = new Set<() => void>();
  const heard = () => {
    for (const look of waiting) look();
  };
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
    heard();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
    heard();
  });
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return { code: code as number | null, stdout, stderr };
  });
  const said = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!stdout.includes(text) && !stderr.includes(text)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
      ended.then(() => reject(new Error(`it ended without "${text}":\n${stdout}\n${stderr}`)));
    });
  return {
    process: child,
    ended,
    said,
    output: () => stdout + stderr,
    kill: (signal) => void child.kill(signal),
  };
}

export class Fleet {
  constructor(
    readonly url: string,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  /**
   * Creates a database with tables.
   * @param server server of the database; by default the server that all files share
   */
  static async make(env: NodeJS.ProcessEnv = {}, server = inject('postgres')): Promise<Fleet> {
    const name = `fleet_${process.pid}_${process.hrtime.bigint()}`;
    const isShared = server === inject('postgres');
    // Copying a database that `init` has prepared once saves a process in each test.
    await query(server, `create database ${name} template ${isShared ? inject('template') : 'template0'}`);
    const url = server.replace(/postgres$/, name);
    const fleet = new Fleet(url, { DATABASE_URL: url, FLEET_LOG_LEVEL: 'info', ...env });
    if (!isShared) await fleet.ok('init');
    return fleet;
  }

  start(...args: string[]): Running {
    return start(MAIN, args, this.env);
  }

  /** @param limit KiB of address space */
  limited(limit: number, ...args: string[]): Promise<Ended> {
    return start(MAIN, args, this.env, limit).ended;
  }

  run(...args: string[]): Promise<Ended> {
    return this.start(...args).ended;
  }

  /** Standard output of a command that must succeed. */
  async ok(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(...args);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${stdout}\n${stderr}`);
    return stdout;
  }

  async work(...args: string[]): Promise<string> {
    return this.ok('work', '--until-done', '-j', '1', ...args);
  }

  query<R extends object>(text: string): Promise<R[]> {
    return query(this.url, text);
  }

  /** Returns the lines of a report by file name. */
  async report(...args: string[]): Promise<Map<string, ReportLine>> {
    return linesByPath(await this.ok('report', ...args));
  }
}

export async function query<R extends object>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

export interface ReportLine {
  readonly path: string;
  readonly verdict: string;
  readonly bytes: unknown;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly diagnostics: readonly { readonly code: string }[];
}

/**
 * Returns the lines of a report by their paths. The number of read bytes is left out, because the command
 * reads a small file whole, and the fleet requests ranges.
 */
export function linesByPath(text: string): Map<string, ReportLine> {
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const parsed = JSON.parse(line) as ReportLine & { bytes?: { read?: number } };
      delete parsed.bytes?.read;
      return parsed;
    });
  return new Map(lines.map((line) => [line.path, line]));
}

/** Runs `protomdl validate` on files; its results are the expected ones. */
export function commandSays(...args: string[]): Promise<Ended> {
  return commandSaysOf('--no-config', '--no-checksum', '--runtime', 'all', ...args);
}

/** Runs `protomdl validate` with exactly the given options. */
export function commandSaysOf(...args: string[]): Promise<Ended> {
  return start(COMMAND, ['validate', ...args]).ended;
}
