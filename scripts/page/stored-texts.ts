import type { Plugin } from 'vite';
import { texts, withoutTexts } from '../code/stored-texts.js';

const TEXTS = 'virtual:texts-of-codes';

/**
 * Takes what catalogue entries say `about` their codes out of the page's engine, and puts it into a module of its
 * own, which is loaded on request (src/base/diagnostics/stored-texts.ts): a file without findings needs none of
 * it.
 */
export function withStoredTexts(): Plugin {
  return {
    name: 'page-texts-of-codes',
    // Types are still there, so that what is cut out is what stands in the sources.
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
      if (!/\/src\/[^?]*\.ts$/.test(id) || id.includes('/src/page/') || !code.includes('about')) return null;
      return {
        code: withoutTexts(code, this.parse(code, { lang: 'ts' }), await texts(), 'about'),
        map: null,
      };
    },
  };
}
