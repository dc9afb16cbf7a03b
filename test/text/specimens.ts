import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));

export const specimen = (name: string): Uint8Array => new Uint8Array(readFileSync(join(CORPUS, name)));

/** Returns the names of the corpus files in a folder: `valid/two-contexts.mdl`. */
export const filesOf = (folder: string): string[] =>
  readdirSync(join(CORPUS, folder))
    .filter((name) => /\.(mdl|hef)$/.test(name))
    .map((name) => join(folder, name));
