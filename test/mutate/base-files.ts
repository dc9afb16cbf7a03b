import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { smithFile } from '../../src/attack/smith/smith.js';

const FOLDER = fileURLToPath(new URL('../../corpus/valid', import.meta.url));

/** Files to mutate, by name: all valid corpus files. */
export const CORPUS: ReadonlyMap<string, Uint8Array> = new Map(
  readdirSync(FOLDER)
    .filter((name) => /\.(mdl|hef)$/.test(name))
    .sort()
    .map((name) => [name, new Uint8Array(readFileSync(join(FOLDER, name)))]),
);

/** Files made from seeds, bare and framed. */
export async function smithed(count: number): Promise<ReadonlyMap<string, Uint8Array>> {
  const framings = ['bare', 0, 1, 2, 3] as const;
  const files = new Map<string, Uint8Array>();
  for (let seed = 0; seed < count; seed++) {
    const framing = framings[seed % framings.length] as (typeof framings)[number];
    files.set(`smith ${seed}`, await smithFile({ seed, framing }));
  }
  return files;
}

/** Files to mutate that are not models: no bytes, few bytes, noise, a header alone, a cut file. */
export function brokenFiles(): ReadonlyMap<string, Uint8Array> {
  const framed = CORPUS.get('framed-v3.hef') as Uint8Array;
  return new Map([
    ['empty', new Uint8Array(0)],
    ['one byte', Uint8Array.of(0x0a)],
    ['no tag', Uint8Array.of(0x00, 0x00)],
    ['noise', Uint8Array.from({ length: 300 }, (_, i) => (i * 167 + 13) & 0xff)],
    ['magic alone', framed.slice(0, 4)],
    ['half a header', framed.slice(0, 30)],
    ['a header alone', framed.slice(0, 56)],
    ['a cut message', framed.slice(0, 400)],
    ['version 9', Uint8Array.from([...framed.slice(0, 7), 9, ...framed.slice(8)])],
  ]);
}
