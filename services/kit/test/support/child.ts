import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromSources, isBuilt } from '@services/kit/testing';
import ts from 'typescript';

const children = new Set<ChildProcess>();

/** Folder of compiled scripts. It is below `services`, so that the scripts find the same packages. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));
let compiled: string | undefined;
const known = new Map<string, string[]>();

/**
 * Returns Node's arguments that start a script. If the kit is built, the script is compiled once, because tsx takes
 * more processor time at each start than most scripts. A compiled script lies in another folder, so it may import
 * packages only.
 */
function argumentsOf(script: string): string[] {
  const args = known.get(script) ?? prepared(script);
  known.set(script, args);
  return args;
}

function prepared(script: string): string[] {
  const source = fileURLToPath(new URL(script, import.meta.url));
  if (!isBuilt('kit')) return [...fromSources(), source];
  mkdirSync(CACHE, { recursive: true });
  compiled ??= mkdtempSync(join(CACHE, 'scripts-'));
  const made = join(compiled, script.replace(/\.ts$/, '.mjs'));
  const { outputText } = ts.transpileModule(readFileSync(source, 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  writeFileSync(made, outputText);
  return [made];
}

/** A script of this folder that runs in a child process. */
export interface Child {
  process: ChildProcess;
  output(): string;
  /** Resolves when the process has printed the text; rejects if the process ends before. */
  printed(text: string): Promise<void>;
  /** Exit code of the process, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
  kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

export function startChild(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Child {
  const child = spawn(process.execPath, [...argumentsOf(script), ...args], {
    // The child must not inherit vitest's conditions and loaders.
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

/** Ends processes that a failed test has left, and removes compiled files. */
export function endChildren(): void {
  for (const child of children) child.kill('SIGKILL');
  if (compiled !== undefined) rmSync(compiled, { recursive: true, force: true });
  compiled = undefined;
  known.clear();
}
