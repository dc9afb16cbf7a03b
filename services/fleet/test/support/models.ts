import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files of the corpus below 64 KB, by path. */
export function corpusFiles(): Map<string, Uint8Array> {
  const folder = fileURLToPath(new URL('../../../../corpus', import.meta.url));
  const files = new Map<string, Uint8Array>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(mdl|hef)$/.test(name)) continue;
    const bytes = readFileSync(join(folder, name));
    if (bytes.length < 65_536) files.set(name, new Uint8Array(bytes));
  }
  return files;
}
