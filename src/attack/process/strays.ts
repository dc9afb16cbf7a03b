/**
 * Processes that a command leaves running. Those of its process group are killed with it; one that made a
 * session of its own (`setsid`) is not in that group, and when its parent has ended nothing leads to it but the
 * environment it was started with. So every run carries a mark there, and Linux shows it in /proc. A process
 * that cleared its environment as well is beyond reach.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** The variable that carries the marks. */
export const MARK_VARIABLE = 'PROTOMDL_RUN';

/** How long a stray may live when nothing else asks for a look: one takes some milliseconds. */
const SWEEP_EVERY_MS = 500;

/** A process that forks faster than it is found is given up on after as many looks. */
const MAX_ROUNDS = 20;

/** Distinguishes this process's marks from those of others. */
const ours = `${process.pid}.${randomBytes(6).toString('hex')}`;
const active = new Set<string>();
let runs = 0;
let lastSweep = 0;

/** A mark for a new run, valid until `endMark`. */
export function newMark(): string {
  const mark = `${ours}.${++runs};`;
  active.add(mark);
  return mark;
}

/** The value of the variable for a run: marks of runs around it (a tool that tests a tool) stay in front. */
export function markedEnvironment(mark: string, inherited: string | undefined): Record<string, string> {
  return { [MARK_VARIABLE]: `${inherited ?? ''}${mark}` };
}

/** The run is over: whatever still carries its mark is a stray. */
export function endMark(mark: string): void {
  active.delete(mark);
}

/** Kills strays of runs that are over, unless that was done a moment ago. */
export function killStraysNowAndThen(): void {
  if (performance.now() - lastSweep > SWEEP_EVERY_MS) killStrays();
}

/**
 * Kills the processes that finished runs have left, and, when `mark` is given, all that carries it.
 * @returns how many processes were killed
 */
export function killStrays(mark?: string): number {
  const killed = new Set<number>();
  // Until a look finds none: what is killed may have started another meanwhile.
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
    return []; // Not Linux: process groups are all there is.
  }
  return names
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => isStray(marksOf(pid), mark));
}

function isStray(marks: readonly string[], wanted: string | undefined): boolean {
  return marks.some((mark) => mark === wanted || !active.has(mark));
}

/** Marks of this process's runs that a process carries. */
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
