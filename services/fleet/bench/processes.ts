import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const FLEET = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
export const COMMAND = fileURLToPath(new URL('../../../dist/cli/protomdl.js', import.meta.url));

/** Interval of memory samples, in milliseconds. */
const LOOK_MS = 100;

export interface Spent {
  readonly seconds: number;
  /**
   * Seconds of processor time, of all threads of the process together. This includes the times of all
   * programs that run at the same time.
   */
  readonly cpu: number;
  /** Peak resident memory in MB, from samples; a peak after the last sample is missed. */
  readonly mb: number;
}

/** Ticks per second in `/proc`. */
const TICKS = 100;

/**
 * Returns the fields of `/proc/PID/stat` after the process name, beginning with the state. The name may
 * contain any character.
 */
function statOf(pid: number | string): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Seconds of processor time of a process: user and system. */
function cpuOf(fields: readonly string[], ...places: readonly number[]): number {
  return places.reduce((sum, place) => sum + Number(fields[place]), 0) / TICKS;
}

const [PARENT, USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM] = [1, 11, 12, 13, 14] as const;

/** Processor time of all ended child processes. */
function cpuOfChildren(): number {
  return cpuOf(statOf('self'), CHILDREN_USER, CHILDREN_SYSTEM);
}

/** Runs a program to its end. @throws Error if the program fails */
export async function timed(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Spent> {
  const begun = performance.now();
  const cpu = cpuOfChildren();
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  let mb = 0;
  const looking = setInterval(() => {
    try {
      const [, kb = '0'] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      mb = Math.max(mb, Number(kb) / 1_000);
    } catch {
      // Without a sample, the program has ended, or the system has no /proc.
    }
  }, LOOK_MS);
  const [code] = await once(child, 'exit');
  clearInterval(looking);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - begun) / 1_000, cpu: cpuOfChildren() - cpu, mb };
}

/** A database for the bench, with the queries for the figures. */
export class BenchDatabase {
  readonly env: NodeJS.ProcessEnv;

  constructor(readonly url: string) {
    this.env = { ...process.env, DATABASE_URL: url, FLEET_LOG_LEVEL: 'error', NODE_NO_WARNINGS: '1' };
  }

  fleet(...args: string[]): Promise<Spent> {
    return timed(FLEET, args, this.env);
  }

  /** Starts a command that runs until a signal. */
  start(...args: string[]): ChildProcess {
    return spawn(process.execPath, [FLEET, ...args], {
      env: this.env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  async one<R>(text: string): Promise<R> {
    const client = new pg.Client(this.url);
    await client.connect();
    try {
      return (await client.query(text)).rows[0] as R;
    } finally {
      await client.end();
    }
  }

  /** Seconds of processor time of the server, of all its processes together. */
  async cpu(): Promise<number> {
    const client = new pg.Client(this.url);
    await client.connect();
    try {
      const [row] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
      const server = statOf(row?.pid ?? 0)[PARENT] as string;
      let sum = cpuOf(statOf(server), USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM);
      for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
        try {
          const fields = statOf(name);
          if (fields[PARENT] === server) sum += cpuOf(fields, USER, SYSTEM);
        } catch {
          // The process has ended meanwhile.
        }
      }
      return sum;
    } finally {
      await client.end();
    }
  }

  /** Size in bytes of a relation with its indexes, or of the whole database. */
  async bytes(relation?: string): Promise<number> {
    const size =
      relation === undefined
        ? 'pg_database_size(current_database())'
        : `pg_total_relation_size('${relation}'::regclass)`;
    return Number((await this.one<{ size: string }>(`select ${size} as size`)).size);
  }
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
