import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Shape } from './target.js';

const FOLDER = dirname(fileURLToPath(import.meta.url));

const CORPUS = ['valid', 'invalid'].map((name) => join(FOLDER, '..', 'corpus', name));

export function corpusOf(shape: Shape): Uint8Array[] {
  if (shape !== 'message' && shape !== 'file') return [];
  return CORPUS.flatMap((folder) => readFolder(folder, shape === 'file' ? /\.(mdl|hef)$/ : /\.mdl$/));
}

export function keptSeeds(target: string): Uint8Array[] {
  return readFolder(seedFolder(target));
}

export function seedFolder(target: string): string {
  return join(FOLDER, 'seeds', target);
}

export function crashFolder(target: string): string {
  return join(FOLDER, 'crashes', target);
}

/**
 * Replaces the kept seeds of a target. Names derive from the content, so the same seeds give the same files.
 */
export function writeSeeds(target: string, inputs: readonly Uint8Array[]): void {
  const folder = seedFolder(target);
  rmSync(folder, { recursive: true, force: true });
  if (inputs.length === 0) return;
  mkdirSync(folder, { recursive: true });
  for (const input of inputs) writeFileSync(join(folder, hashOf(input)), input);
}

/** Keeps an input that failed. @returns its path */
export function writeCrash(target: string, key: string, input: Uint8Array): string {
  const folder = crashFolder(target);
  mkdirSync(folder, { recursive: true });
  const words = key
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  const path = join(folder, `${words}-${hashOf(input).slice(0, 8)}`);
  writeFileSync(path, input);
  return path;
}

function hashOf(input: Uint8Array): string {
  return createHash('sha256').update(input).digest('hex').slice(0, 16);
}

function readFolder(folder: string, wanted = /./): Uint8Array[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => wanted.test(name));
  return names.sort().map((name) => new Uint8Array(readFileSync(join(folder, name))));
}
