import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { smithModel } from '../../src/attack/smith/smith.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { countMessages } from '../../src/tools/measure/measure-file.js';
import type { WorkloadFile } from './store.js';

const STORE = fileURLToPath(new URL('../../.cache/bench/smith', import.meta.url));
const TARGET_BYTES = 60_000_000;

/**
 * Writes the output of `smith --preset metadata --framing bare --target-bytes 60M --seed …` to a file, which
 * the caller removes.
 */
export async function smithMetadata(seed: number, scale: number): Promise<WorkloadFile> {
  const name = `smith-metadata-${seed}`;
  mkdirSync(STORE, { recursive: true });
  const path = join(STORE, `${name}.mdl`);
  const file = openSync(path, 'w');
  try {
    const targetBytes = Math.round(TARGET_BYTES * scale);
    const model = smithModel({ preset: 'metadata', framing: 'bare', targetBytes, seed });
    await model.write((bytes) => void writeSync(file, bytes));
  } finally {
    closeSync(file);
  }
  const bytes = new Uint8Array(readFileSync(path));
  const messages = countMessages(MDL, bytes, 0, bytes.length);
  return { name, title: `metadata of smith, seed ${seed}`, path, bytes: bytes.length, messages };
}
