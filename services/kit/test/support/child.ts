import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { scriptArguments } from '@services/kit/testing';

const children = new Set<ChildProcess>();

/** A script of this folder in a process of its own. */
export interface Child {
  process: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  /** Resolves when it has printed the text; rejects when it ends before. */
  printed(text: string): Promise<void>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
  kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

export function startChild(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Child {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [...scriptArguments(), path, ...args], {
    // vitest's own conditions and loaders stay out.
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => {
    children.delete(child);
    return (code ?? signal) as number | NodeJS.Signals | null;
  });
  const printed = (wanted: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!text.includes(wanted)) return;
        child.stdout.off('data', look);
        child.stderr.off('data', look);
        resolve();
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      look();
      ended.then(() => reject(new Error(`it ended without "${wanted}": ${text}`)));
    });
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { process: child, output: () => text, printed, ended, kill };
}

/** Ends what a failed test has left. */
export function endChildren(): void {
  for (const child of children) child.kill('SIGKILL');
}
