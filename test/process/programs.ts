import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export const shell = (script: string): string[] => ['/bin/sh', '-c', script];

/** True if a process exists and has not ended; a zombie counts as ended. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/\) [ZX] /.test(stat);
  } catch {
    return false;
  }
}

/** Waits for a file that a process writes, and reads its process id. */
export async function pidIn(file: string): Promise<number> {
  for (let i = 0; i < 200; i++) {
    if (existsSync(file)) {
      const pid = Number(readFileSync(file, 'utf8').trim());
      if (pid > 0) return pid;
    }
    await sleep(10);
  }
  throw new Error(`nothing wrote ${file}`);
}

/** True if the process ends within two seconds. */
export async function ends(pid: number): Promise<boolean> {
  for (let i = 0; i < 200 && isAlive(pid); i++) await sleep(10);
  return !isAlive(pid);
}
