import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { withStoredTexts } from '../../scripts/page/stored-texts.js';

/**
 * One static folder with relative paths, for any host and any subfolder. Nothing is inlined and the
 * markup has no code, because the page's policy forbids inline code and inline styles.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
  worker: { format: 'es', plugins: () => [withStoredTexts()] },
  logLevel: 'warn',
  build: {
    outDir: fileURLToPath(new URL('../../dist/page', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
  },
});
