import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** Name of the built engine, without `.js`. */
export const PAGE_ENGINE_NAME = 'page-engine';

/**
 * Turns the built page into its packed form, half a megabyte smaller. The packed page uses the engine of
 * library and command, which `view` serves beside the page (src/serve/page-folder.ts); the rest is compressed
 * as it is sent to browsers.
 */
export function packPage(dist: string): void {
  const page = join(dist, 'page');
  const assets = join(page, 'assets');
  const own = readdirSync(assets).filter((name) => /^worker-.*\.js$/.test(name));
  const [worker] = own;
  if (worker === undefined || own.length > 1) throw new Error(`the page has ${own.length} engines: ${own}`);
  // The engine and the views may contain a module of the same name and content, which the views still need.
  const ofEngine = modulesOf(assets, worker);
  const others = readdirSync(assets).filter((name) => name.endsWith('.js') && !ofEngine.has(name));
  const ofViews = new Set(others.flatMap((name) => [...modulesOf(assets, name)]));
  for (const name of ofEngine) if (!ofViews.has(name)) rmSync(join(assets, name));
  writeFileSync(join(assets, worker), `import "../engine/${PAGE_ENGINE_NAME}.js";\n`);
  const engine = [...modulesOf(dist, `${PAGE_ENGINE_NAME}.js`)].sort();
  writeFileSync(join(page, 'engine.list'), engine.map((name) => `${name}\n`).join(''));
  for (const name of readdirSync(assets)) {
    const path = join(assets, name);
    const bytes = readFileSync(path);
    // Small files stay uncompressed, because compressing them saves nothing.
    if (bytes.length < 1024) continue;
    writeFileSync(`${path}.br`, compressed(bytes));
    rmSync(path);
  }
}

/** Returns a module and all modules that it can load, as paths in the folder. */
export function modulesOf(folder: string, first: string): ReadonlySet<string> {
  const names = new Set([first]);
  for (const name of names) {
    const text = readFileSync(join(folder, name), 'utf8');
    for (const [, path = ''] of text.matchAll(
      /(?:\bfrom|\bimport|\bimport\()\s*["'`](\.\.?\/[\w./-]+\.js)["'`]/g,
    )) {
      names.add(posix.join(dirname(name), path));
    }
  }
  return names;
}

function compressed(bytes: Buffer): Buffer {
  const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotliCompressSync(bytes, {
    params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}
