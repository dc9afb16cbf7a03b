import type { Plugin } from 'rolldown';
import type { CodeText } from '../../src/diagnostics/catalogue.js';

/** Beside the command's first file. */
const TEXTS_FILE = 'texts.jsonl';

/**
 * Takes what catalogue entries say `about` their codes out of the command, and writes it into a file that is read
 * when somebody asks (src/diagnostics/stored-texts.ts). It is a quarter of what validating would have to load, and
 * of no use for a file without findings.
 *
 * The file has one line for each code, `"code":{…}`, behind an empty one: a text is found by the end of a line and
 * its code, without reading all as JSON.
 */
export const withStoredTexts: Plugin = {
  name: 'with-stored-texts',

  async buildStart() {
    const lines = [...(await texts())].map(([code, text]) => `${JSON.stringify(code)}:${ascii(text)}\n`);
    this.emitFile({ type: 'asset', fileName: TEXTS_FILE, source: `\n${lines.join('')}` });
  },

  async load(id) {
    if (!id.endsWith('/src/diagnostics/stored-texts.ts')) return null;
    // Chunks lie in a folder below.
    return `import { readFileSync } from 'node:fs';
      import { join } from 'node:path';
      let texts;
      export function storedText(code) {
        texts ??= readFileSync(join(__dirname, '../${TEXTS_FILE}'));
        const name = '\\n' + JSON.stringify(code) + ':';
        const at = texts.indexOf(name, 'latin1');
        if (at < 0) return undefined;
        return JSON.parse(texts.toString('latin1', at + name.length, texts.indexOf('\\n', at + 1)));
      }`;
  },

  async transform(code, _id, { moduleType }) {
    if (moduleType !== 'ts' || !code.includes('about')) return null;
    return { code: withoutTexts(code, this.parse(code, { lang: 'ts' }), await texts()) };
  },
};

const TEXTS = '\0texts-of-codes';

/**
 * The same for the library, where a module of its own has the texts: who bundles `validate` and asks for no text gets
 * none, 20 KB of 110 gzipped. `textOf` answers at once, so the module is imported and not loaded when asked for.
 */
export const withTextsApart: Plugin = {
  name: 'with-texts-apart',

  resolveId: (id) => (id === TEXTS ? { id, moduleSideEffects: false } : null),

  async load(id) {
    if (id === TEXTS) {
      const text = JSON.stringify(JSON.stringify(Object.fromEntries(await texts())));
      return `let texts;
        export const storedText = (code) => (texts ??= new Map(Object.entries(JSON.parse(${text})))).get(code);`;
    }
    if (!id.endsWith('/src/diagnostics/stored-texts.ts')) return null;
    return `export { storedText } from ${JSON.stringify(TEXTS)};
      export const loadTexts = () => Promise.resolve();`;
  },

  async transform(code, _id, { moduleType }) {
    if (moduleType !== 'ts' || !code.includes('about')) return null;
    return { code: withoutTexts(code, this.parse(code, { lang: 'ts' }), await texts()) };
  },
};

/** A module without what its catalogue entries say `about` codes that are kept elsewhere. */
export function withoutTexts(code: string, tree: unknown, kept: ReadonlyMap<string, CodeText>): string {
  const cuts: [from: number, to: number][] = [];
  visit(tree, (node) => {
    if (node.type !== 'ObjectExpression') return;
    const entry = propertiesOf(node);
    const about = entry.get('about');
    // An entry that has its code from elsewhere keeps its text.
    if (about === undefined || !kept.has(String(entry.get('code')?.value?.value))) return;
    cuts.push([about.start, about.end + (code[about.end] === ',' ? 1 : 0)]);
  });
  let left = code;
  for (const [from, to] of cuts.sort((a, b) => b[0] - a[0])) left = left.slice(0, from) + left.slice(to);
  return left;
}

/** What this needs of a node of the syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly key?: { readonly name?: string };
  readonly value?: Node & { readonly value?: unknown };
  readonly properties?: readonly Node[];
}

function propertiesOf({ properties = [] }: Node): Map<string, Node> {
  return new Map(
    properties.flatMap((property) =>
      property.type === 'Property' ? [[property.key?.name ?? '', property] as const] : [],
    ),
  );
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) see(value as Node);
  for (const child of Object.values(value)) visit(child, see);
}

/** Of every code that says something. */
export async function texts(): Promise<ReadonlyMap<string, CodeText>> {
  // Not at the top: whoever builds for tests wants to go on where the sources are broken.
  const { CATALOGUE } = await import('../../src/rules/index.js');
  return new Map(
    [...CATALOGUE.values()].flatMap(({ code, about }) =>
      about === undefined ? [] : [[code, about()] as const],
    ),
  );
}

/** JSON on one line, as the file is read by bytes. */
function ascii(text: CodeText): string {
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(/[^\0-\x7f]/g, escaped);
}
