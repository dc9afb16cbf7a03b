import { parseAst } from 'rolldown/parseAst';
import { chunkScript } from '../../src/cli/chunk-script.js';

/**
 * Checks that a chunk can be run as a script (src/cli/chunk-script.ts): that it contains no module syntax,
 * and that each placeholder stands for an `import()`.
 * @throws Error
 */
export function checkScript(name: string, text: string): void {
  if (text.includes('$async')) throw new Error(`${name} has the name that stands for import()`);
  const { source } = chunkScript(text);
  const imports = count(parseAst(text, { lang: 'js' }), 'ImportExpression');
  // A script may use import(), but no other module syntax.
  let script: unknown;
  try {
    script = parseAst(source, { lang: 'js', sourceType: 'script' });
  } catch (error) {
    // The beginning of the message is enough: the message contains the whole text of the chunk.
    throw new Error(`${name} is no script: ${(error as Error).message.slice(0, 200)}`);
  }
  const left = ['ImportExpression', 'MetaProperty'].filter((type) => count(script, type) > 0);
  if (left.length > 0) throw new Error(`${name} has ${left} left as a script`);
  if (source.split('$async(').length - 1 !== imports) throw new Error(`${name} has import( in a text`);
}

function count(value: unknown, type: string): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = 'type' in value && value.type === type ? 1 : 0;
  return Object.values(value).reduce((sum: number, child) => sum + count(child, type), own);
}
