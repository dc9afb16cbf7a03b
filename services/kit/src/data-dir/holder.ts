import { readFile } from 'node:fs/promises';

/** Identifies a process, and distinguishes it from a later process with the same pid. */
export interface Holder {
  pid: number;
  /** Start time of the process, from the system; empty if unknown. */
  started: string;
  /** Time at which the process took the lock, in milliseconds since 1970. */
  since: number;
}

export async function thisProcess(): Promise<Holder> {
  return { pid: process.pid, started: (await startOf(process.pid)) ?? '', since: Date.now() };
}

export async function isRunning({ pid, started }: Holder): Promise<boolean> {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isAlive(pid)) return false;
  const now = await startOf(pid);
  return started === '' || now === undefined || now === started;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process lives and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Identifies the start of the process by the boot's id, and the start time in clock ticks since the boot: field 22 of
 * /proc/PID/stat (proc(5)). Field 2, the process's name in brackets, may itself contain spaces and brackets. Returns
 * undefined on a system without /proc.
 */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const [boot, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields[22 - 3];
    return ticks === undefined ? undefined : `${boot.trim()} ${ticks}`;
  } catch {
    return undefined;
  }
}
