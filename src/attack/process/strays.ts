/**
 * Finds processes that a command leaves running. Processes in the command's process group are killed with the
 * group. A process that opened its own session (`setsid`) is not in the group, and after its parent has
 * ended, only its initial environment identifies it. So every run puts a mark into the environment, which
 * Linux shows in /proc. A process that also cleared its environment cannot be found.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** The variable with the marks. */
export const MARK_VARIABLE = 'PROTOMDL_RUN';

/** Longest life of a stray if nothing else starts a search, which takes some milliseconds. */
const SWEEP_EVERY_MS = 500;

/** Number of searches before giving up on a process that forks faster than it is found. */
const MAX_ROUNDS = 20;

/** Distinguishes this process's marks from those of others. */
const ours = `${process.pid}.${randomBytes(6).toString('hex')}`;
const active = new Set<string>();
let runs = 0;
let lastSweep = 0;

/** Creates a mark for a new run, valid until `endMark`. */
export function newMark(): string {
  const mark = `${ours}.${++runs};`;
  active.add(mark);
  return mark;
}

/**
 * Returns the value of the variable for a run: marks of enclosing runs (a tool that tests a tool) come first.
 */
export function markedEnvironment(mark: string, inherited: string | undefined): Record<string, string> {
  return { [MARK_VARIABLE]: `${inherited ?? ''}${mark}` };
}

/** Ends a run: any process with its mark is now a stray. */
export function endMark(mark: string): void {
  active.delete(mark);
}

/** Kills strays of finished runs, unless this was done a moment ago. */
export function killStraysNowAndThen(): void {
  if (performance.now() - lastSweep > SWEEP_EVERY_MS) killStrays();
}

/**
 * Kills the processes that finished runs have left, and, if `mark` is given, all processes with this mark.
 * @returns the number of killed processes
 */
export function killStrays(mark?: string): number {
  const killed = new Set<number>();
  // Repeated until nothing is found, because a process may have started another before it was killed.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = carriers(mark);
    for (const pid of found) if (kill(pid)) killed.add(pid);
    if (found.length === 0) break;
  }
  lastSweep = performance.now();
  return killed.size;
}

function carriers(mark: string | undefined): number[] {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return []; // Not Linux: only process groups are available.
  }
  return names
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => isStray(marksOf(pid), mark));
}

function isStray(marks: readonly string[], wanted: string | undefined): boolean {
  return marks.some((mark) => mark === wanted || !active.has(mark));
}

/** Returns the marks of this process's runs that a process has. */
function marksOf(pid: number): string[] {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
    const at = environment.indexOf(`${MARK_VARIABLE}=`);
    if (at < 0) return [];
    const value = environment.slice(at + MARK_VARIABLE.length + 1).split('\0', 1)[0] as string;
    return (value.match(/[^;]+;/g) ?? []).filter((mark) => mark.startsWith(`${ours}.`));
  } catch {
    return []; // It has ended, or belongs to another user.
  }
}

function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
