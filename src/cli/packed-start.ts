import { join } from 'node:path';
import { CodePack, PACK_FILE } from './code-pack.js';
import { ScriptLoader } from './script-loader.js';

/**
 * Runs one of the files that lie in a folder with a code pack: from the pack, or without where there is none
 * for this Node (see code-pack.ts).
 * @param native Node's own `require` there
 * @returns its exports
 */
export function startPacked(folder: string, name: string, native: NodeJS.Require): unknown {
  const file = join(folder, name);
  const loader = packedLoader(folder, native);
  if (loader?.accepts(file)) return loader.load(file);
  // Node's own cache, from 22.1 on; its user decides on it with NODE_DISABLE_COMPILE_CACHE.
  (native('node:module') as { enableCompileCache?: () => void }).enableCompileCache?.();
  return native(file);
}

function packedLoader(folder: string, native: NodeJS.Require): ScriptLoader | undefined {
  const pack = CodePack.open(join(folder, PACK_FILE));
  return pack && new ScriptLoader(folder, native, pack);
}
