import type { Plugin } from 'rolldown';
import type { CodeText } from '../../src/base/diagnostics/catalogue.js';

const TEXTS = '\0texts-of-codes';

/**
 * Takes what catalogue entries say `about` their codes into a module of its own, as one string that is read on request
 * (src/base/diagnostics/stored-texts.ts): validating a file without findings needs none of it, and who bundles `validate`
 * and asks for no text gets none, 20 KB of 110 gzipped. `textOf` answers at once, so the module is imported and not loaded
 * when asked for.
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
    if (!id.endsWith('/src/base/diagnostics/stored-texts.ts')) return null;
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
  // Not at the top: a build for tests goes on where the sources are broken.
  const { CATALOGUE } = await import('../../src/check/rules/index.js');
  return new Map(
    [...CATALOGUE.values()].flatMap(({ code, about }) =>
      about === undefined ? [] : [[code, about()] as const],
    ),
  );
}
