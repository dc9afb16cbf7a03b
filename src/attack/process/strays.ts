/**
 * Finds processes that a command leaves running. Processes in the command's process group are killed with the
 * group. A process that opened its own session (`setsid`) is not in the group, and after its parent has
 * ended, only its initial environment identifies the process. Every run therefore adds a mark to the
 * environment, which Linux shows in /proc. A process whose environment was cleared cannot be found.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

export const MARK_VARIABLE = 'PROTOMDL_RUN';

/** Minimum time between two searches, each of which takes some milliseconds. */
const SWEEP_EVERY_MS = 500;

/** Maximum number of searches, for processes that fork faster than they are found. */
const MAX_ROUNDS = 20;

/** Prefix of this process's marks, which distinguishes them from the marks of other processes. */
const ours = `${process.pid}.${randomBytes(6).toString('hex')}`;
const active = new Set<string>();
let runs = 0;
let lastSweep = 0;

/** Creates a mark for a new run; the mark is valid until `endMark`. */
export function newMark(): string {
  const mark = `${ours}.${++runs};`;
  active.add(mark);
  return mark;
}

/**
 * Returns the value of the variable for a run. The marks of enclosing runs come first; a run has enclosing
 * runs if a tool tests another tool.
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
  // The search is repeated until it finds no process, because a process may have started another process
  // before it was killed.
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
    return []; // Without Linux's /proc, strays cannot be found.
  }
  return names
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => isStray(marksOf(pid), mark));
}

function isStray(marks: readonly string[], wanted: string | undefined): boolean {
  return marks.some((mark) => mark === wanted || !active.has(mark));
}

/** Returns the marks in a process's environment that belong to this process's runs. */
function marksOf(pid: number): string[] {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
    const at = environment.indexOf(`${MARK_VARIABLE}=`);
    if (at < 0) return [];
    const value = environment.slice(at + MARK_VARIABLE.length + 1).split('\0', 1)[0] as string;
    return (value.match(/[^;]+;/g) ?? []).filter((mark) => mark.startsWith(`${ours}.`));
  } catch {
    return []; // The process has ended, or belongs to another user.
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
