import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../dist/cli/protomdl.js', import.meta.url));

/** Result of a process; `code` is the exit code that a shell would see. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const failure = inject('buildFailure');
  if (failure !== '') throw new Error(`the command could not be built: ${failure}`);
  return spawn(process.execPath, [COMMAND, ...args], { env: { ...process.env, ...env } });
}

/** Waits for a started command to end. */
export function ended(child: ChildProcess): Promise<Ended> {
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, out, err }));
  });
}

/** Runs the built command with the given standard input. */
export function command(args: readonly string[], input: string | Uint8Array = ''): Promise<Ended> {
  const child = start(args);
  // The command may end before it has read everything, which is not an error here.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return ended(child);
}
