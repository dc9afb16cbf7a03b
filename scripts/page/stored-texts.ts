import type { Plugin } from 'vite';
import { TEXT_KEYS, texts, withoutTexts } from '../code/stored-texts.js';

const TEXTS = 'virtual:texts-of-codes';

/**
 * Moves the longer texts of catalogue entries out of the page's engine into a separate module, which is
 * loaded on request (src/base/diagnostics/stored-texts.ts): a file without findings does not need these
 * texts.
 */
export function withStoredTexts(): Plugin {
  return {
    name: 'page-texts-of-codes',
    // Runs before types are removed, so that the removed text equals the source.
    enforce: 'pre',

    resolveId: (id) => (id === TEXTS ? `\0${TEXTS}` : null),

    async load(id) {
      if (id === `\0${TEXTS}`) return `export default ${JSON.stringify(Object.fromEntries(await texts()))}`;
      if (!id.endsWith('/src/base/diagnostics/stored-texts.ts')) return null;
      return `let texts;
        export const storedText = (code) => texts?.[code];
        // Lists of findings show summaries at once, so they stay in their entries.
        export const storedSummary = () => undefined;
        export async function loadTexts() {
          texts ??= (await import('${TEXTS}')).default;
        }`;
    },

    async transform(code, id) {
      if (!/\/src\/[^?]*\.ts$/.test(id) || id.includes('/src/page/') || !code.includes('summary'))
        return null;
      return {
        code: withoutTexts(code, this.parse(code, { lang: 'ts' }), await texts(), TEXT_KEYS),
        map: null,
      };
    },
  };
}
