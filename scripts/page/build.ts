/** Builds the page (src/page) as a static site. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const CONFIG = fileURLToPath(new URL('../../src/page/vite.config.ts', import.meta.url));

/** @throws if the page does not build */
export async function buildPage(out: string): Promise<void> {
  // Tests change NODE_ENV, and then the build would be a development one: larger and with more messages.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await build({ configFile: CONFIG, build: { outDir: out, emptyOutDir: true } });
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}
