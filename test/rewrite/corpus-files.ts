import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface CorpusFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

function filesIn(folder: 'valid' | 'invalid'): CorpusFile[] {
  const url = new URL(`../../corpus/${folder}/`, import.meta.url);
  return readdirSync(fileURLToPath(url))
    .filter((name) => /\.(mdl|hef)$/.test(name))
    .sort()
    .map((name) => ({ name: `${folder}/${name}`, bytes: new Uint8Array(readFileSync(new URL(name, url))) }));
}

export const VALID = filesIn('valid');
export const INVALID = filesIn('invalid');
