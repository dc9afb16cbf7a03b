/** Builds the page (src/page) as a static site. */
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig } from 'vite';

const CONFIG = fileURLToPath(new URL('../../src/page/vite.config.ts', import.meta.url));

/** @throws if the page does not build */
export async function buildPage(out: string): Promise<void> {
  await buildForUsers({ configFile: CONFIG, build: { outDir: out, emptyOutDir: true } });
}

/**
 * Builds with Vite for users. Tests change NODE_ENV, with which Vite would make a development build: larger
 * and with more messages.
 */
export async function buildForUsers(config: InlineConfig): Promise<void> {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await build(config);
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}
