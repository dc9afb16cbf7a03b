import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export type Library = typeof import('../../src/index.js') & typeof import('../../src/node.js');

/**
 * Loads the library as built: measurements are of the code that users get. PROTOMDL_DIST may name another
 * build.
 */
export async function loadLibrary(): Promise<Library> {
  const dist = process.env.PROTOMDL_DIST;
  if (dist === undefined) throw new Error('PROTOMDL_DIST is not set');
  const [core, node] = await Promise.all(
    ['index.js', 'node.js'].map((name) => import(pathToFileURL(join(dist, name)).href)),
  );
  return { ...core, ...node };
}
