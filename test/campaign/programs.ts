import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { run } from '../../src/cli/run.js';
import { capturedHost } from '../cli/captured-host.js';
import { temporaryDirectory } from '../cli/temporary.js';

const SOURCE = fileURLToPath(new URL('loader.c', import.meta.url));
export const CORPUS = fileURLToPath(new URL('../../corpus/valid', import.meta.url));

/** Compiles the loader with its faults; returns undefined if no compiler accepts these options. */
export function compiledLoader(...options: string[]): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'protomdl-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'loader');
  try {
    execFileSync('gcc', ['-g', '-O1', ...options, '-o', path, SOURCE], { stdio: 'ignore' });
    execFileSync(path, [join(CORPUS, 'one-context.mdl')], { stdio: 'ignore' });
    return path;
  } catch {
    console.warn(`skipped: gcc ${options.join(' ')} does not make a program that runs here`);
    return undefined;
  }
}

/** Makes a shell script, whose first argument is the file. */
export function script(text: string): string {
  const path = join(temporaryDirectory(), 'loader.sh');
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Returns the path of a seed that a loader reads quickly. */
export function seed(name = 'one-context.mdl'): string {
  return join(CORPUS, name);
}

/** Runs `protomdl fuzz` in this process, with its findings in a new folder unless `--out` names a folder. */
export async function fuzz(...args: readonly string[]) {
  const host = capturedHost({ parallelism: 2 });
  const out = args.includes('--out')
    ? (args[args.indexOf('--out') + 1] as string)
    : join(temporaryDirectory(), 'findings');
  const places = args.includes('--out') ? [] : ['--out', out];
  const code = await run(['fuzz', '--seed', '1', ...places, ...args], host);
  return { code, out: host.out(), err: host.err(), folder: out };
}

/** Reads the index of a folder of findings. */
export function indexOf(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
}
