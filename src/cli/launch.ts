/**
 * The file that the bin runs. Node compiles it at every start, so it is small and imports little; the command
 * is started from its code pack (see code-pack.ts), or without where there is none for this Node.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACK_FILE, readPack } from './code-pack.js';
import { ScriptLoader } from './script-loader.js';

const MAIN = join(__dirname, 'main.js');

function packedLoader(): ScriptLoader | undefined {
  let pack: Buffer;
  try {
    pack = readFileSync(join(__dirname, PACK_FILE));
  } catch {
    return undefined;
  }
  const packed = readPack(pack);
  if (packed === undefined) return undefined;
  const loader = new ScriptLoader(__dirname, require, packed);
  return loader.accepts(MAIN) ? loader : undefined;
}

const loader = packedLoader();
if (loader !== undefined) {
  loader.load(MAIN);
} else {
  // Node's own cache, from 22.1 on; its user decides on it with NODE_DISABLE_COMPILE_CACHE.
  (require('node:module') as { enableCompileCache?: () => void }).enableCompileCache?.();
  require(MAIN);
}
