import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Holder, isRunning, thisProcess } from './holder.js';

/** Another process uses the data directory. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
  readonly pid: number;
  /** Time of the lock, in milliseconds since 1970. */
  readonly since: number;

  constructor(dir: string, { pid, since }: Holder) {
    super(`${dir} is in use by process ${pid} since ${new Date(since).toISOString()}`);
    this.pid = pid;
    this.since = since;
  }
}

export interface DataDirLock {
  release(): Promise<void>;
}

const LOCK = 'lock';
const RETRY_MS = 20;

/**
 * Locks the directory for this process. The embedded database does not lock its files, and a second process that opens
 * the files would make writes of the first process vanish. Makes the directory if it is missing. A lock whose process
 * has ended is taken over. Processes of another machine or container that share the directory are not detected.
 */
export async function lockDataDir(dir: string): Promise<DataDirLock> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const own = await thisProcess();
  const path = join(dir, LOCK);
  const holder = await acquire(path, own);
  if (holder !== undefined) throw new DataDirInUse(dir, holder);
  return { release: () => release(path, own) };
}

/**
 * Returns undefined if this process got the lock, otherwise the living process that holds the lock. Before a process
 * removes the lock of a dead holder, it takes a second lock named after that holder. Without the second lock, two
 * processes might find the same dead holder, and the slower process might remove the lock of the faster process.
 */
async function acquire(path: string, own: Holder): Promise<Holder | undefined> {
  for (;;) {
    if (await create(path, own)) return undefined;
    const text = await readIfThere(path);
    if (text === undefined) continue;
    const holder = holderOf(text);
    if (holder !== undefined && (await isRunning(holder))) return holder;
    const guard = `${path}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    if ((await acquire(guard, own)) !== undefined) {
      await delay(RETRY_MS);
      continue;
    }
    try {
      if ((await readIfThere(path)) === text) await rm(path, { force: true });
    } finally {
      await rm(guard, { force: true });
    }
  }
}

/** Creates the lock with its content in one step; returns false if a lock exists. */
async function create(path: string, own: Holder): Promise<boolean> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function release(path: string, own: Holder): Promise<void> {
  // If the lock was removed by hand, and another process has locked the directory since, the lock of the other process
  // stays.
  if ((await readIfThere(path)) === JSON.stringify(own)) await rm(path, { force: true });
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns undefined if the file was not written by this module. */
function holderOf(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder;
    return typeof holder.pid === 'number' && typeof holder.since === 'number' ? holder : undefined;
  } catch {
    return undefined;
  }
}
