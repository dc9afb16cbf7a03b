/** Builds the page (src/page) as a static site. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const CONFIG = fileURLToPath(new URL('../../src/page/vite.config.ts', import.meta.url));

/** @throws when the page does not build */
export async function buildPage(out: string): Promise<void> {
  await build({ configFile: CONFIG, build: { outDir: out, emptyOutDir: true } });
}
