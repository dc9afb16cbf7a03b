import type { Plugin } from 'rolldown';
import type { CodeInfo, CodeText } from '../../src/base/diagnostics/catalogue.js';

const TEXTS = '\0texts-of-codes';
const SUMMARIES = '\0summaries-of-codes';

/**
 * Moves the texts of catalogue entries into separate modules, each as one string that is read on request
 * (src/base/diagnostics/stored-texts.ts): validating a file without findings does not need these texts, and a
 * program that bundles `validate` without texts does not contain them, which saves 22 of 110 KB gzipped.
 * `textOf` is synchronous, so the modules are imported and not loaded on request. Predictions have a copy of
 * the summaries.
 */
export const withTextsApart: Plugin = {
  name: 'with-texts-apart',

  resolveId: (id) => ([TEXTS, SUMMARIES].includes(id) ? { id, moduleSideEffects: false } : null),

  async load(id) {
    if (id === TEXTS) return reader('storedText', await texts());
    if (id === SUMMARIES) return reader('storedSummary', await summaries());
    if (id.endsWith('/src/check/runtime/fault-summary.ts')) return reader('faultSummary', await summaries());
    if (!id.endsWith('/src/base/diagnostics/stored-texts.ts')) return null;
    return `export { storedText } from ${JSON.stringify(TEXTS)};
      export { storedSummary } from ${JSON.stringify(SUMMARIES)};
      export const loadTexts = () => Promise.resolve();`;
  },

  async transform(code, _id, { moduleType }) {
    if (moduleType !== 'ts' || !code.includes('summary')) return null;
    return {
      code: withoutTexts(code, this.parse(code, { lang: 'ts' }), await texts(), [...TEXT_KEYS, 'summary']),
    };
  },
};

function reader(name: string, texts: ReadonlyMap<string, unknown>): string {
  const text = JSON.stringify(JSON.stringify(Object.fromEntries(texts)));
  return `let texts;
    export const ${name} = (code) => (texts ??= new Map(Object.entries(JSON.parse(${text})))).get(code);`;
}

/** Keys of the longer texts in an entry. */
export const TEXT_KEYS: readonly string[] = ['why', 'runtime', 'wrong', 'fix'];

/** Returns a module's code without the given keys of those catalogue entries whose codes are in `kept`. */
export function withoutTexts(
  code: string,
  tree: unknown,
  kept: ReadonlyMap<string, unknown>,
  keys: readonly string[],
): string {
  const cuts: [from: number, to: number][] = [];
  visit(tree, ({ type, key, value }) => {
    if (type !== 'Property' || value?.type !== 'ObjectExpression' || !kept.has(String(key?.value))) return;
    const entry = propertiesOf(value);
    if (!entry.has('summary')) return;
    for (const name of keys) {
      const text = entry.get(name);
      if (text !== undefined) cuts.push([text.start, text.end + (code[text.end] === ',' ? 1 : 0)]);
    }
  });
  let left = code;
  for (const [from, to] of cuts.sort((a, b) => b[0] - a[0])) left = left.slice(0, from) + left.slice(to);
  return left;
}

/** Fields of a node of the syntax tree that are used here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly key?: { readonly name?: string; readonly value?: unknown };
  readonly value?: Node;
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

export async function texts(): Promise<ReadonlyMap<string, CodeText>> {
  return new Map(
    (await codes()).flatMap(({ code, about }) => (about === undefined ? [] : [[code, about()] as const])),
  );
}

async function summaries(): Promise<ReadonlyMap<string, string>> {
  return new Map(
    (await codes()).flatMap(({ code, summary }) => (summary === undefined ? [] : [[code, summary] as const])),
  );
}

async function codes(): Promise<readonly CodeInfo<string>[]> {
  // The catalogue is imported here and not at the top, because a build for tests continues even if the
  // sources are broken.
  const { CATALOGUE } = await import('../../src/check/rules/index.js');
  return [...CATALOGUE.values()];
}
