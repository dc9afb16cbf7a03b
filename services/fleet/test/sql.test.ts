import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Queryable, SQL } from '@services/kit/db';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { addPartitions, dropPartitions } from '../src/runs/partitions.js';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

/** The file that builds names of partitions, which cannot be parameters. */
const MAKES_NAMES = 'runs/partitions.ts';

/** The file that uses a separate connection, and so the driver's `query`. */
const HAS_CLIENT = 'db/lifeline.ts';

interface Source {
  readonly name: string;
  readonly nodes: readonly ts.Node[];
}

function nodesOf(node: ts.Node): ts.Node[] {
  const nodes = [node];
  ts.forEachChild(node, (child) => void nodes.push(...nodesOf(child)));
  return nodes;
}

const SOURCES: readonly Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => {
    const text = readFileSync(join(SRC, name), 'utf8');
    return { name, nodes: nodesOf(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)) };
  });

/**
 * Returns the uses of `sql` that are not tags of a template. (The values of a template are passed as
 * parameters.)
 */
function otherUses({ nodes }: Source): string[] {
  const uses: string[] = [];
  for (const node of nodes) {
    if (!ts.isIdentifier(node) || node.text !== 'sql') continue;
    if (ts.isImportSpecifier(node.parent) && node.parent.propertyName === undefined) continue;
    if (ts.isTaggedTemplateExpression(node.parent) && node.parent.tag === node) continue;
    uses.push(node.parent.getText());
  }
  return uses;
}

/** Returns the expressions that are passed to the driver as text. */
function textsOf({ nodes }: Source): ts.Expression[] {
  return nodes.flatMap((node) =>
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    ['query', 'script'].includes(node.expression.name.text)
      ? [node.arguments[0] as ts.Expression]
      : [],
  );
}

function isConstant(text: ts.Expression, { nodes }: Source): boolean {
  if (ts.isStringLiteralLike(text)) return true;
  const [declared, ...others] = nodes
    .filter(ts.isVariableDeclaration)
    .filter(({ name }) => name.getText() === text.getText());
  const value = declared?.initializer;
  return others.length === 0 && value !== undefined && ts.isStringLiteralLike(value);
}

describe('SQL', () => {
  it('consists of templates whose values are parameters; only names of partitions contain values', () => {
    const uses = SOURCES.flatMap((source) =>
      otherUses(source)
        .filter((text) => text !== 'sql.join')
        .map((text) => `${source.name}: ${text}`),
    );
    expect(new Set(uses)).toEqual(new Set([`${MAKES_NAMES}: sql.identifier`, `${MAKES_NAMES}: sql.raw`]));
  });

  it('reaches the database driver through the kit, or as a constant', () => {
    for (const source of SOURCES) {
      const packages = source.nodes
        .filter(ts.isImportDeclaration)
        .map(({ moduleSpecifier }) => (moduleSpecifier as ts.StringLiteral).text);
      expect(packages.includes('pg'), source.name).toBe(source.name === HAS_CLIENT);
      expect(packages.join(), source.name).not.toMatch(/drizzle/);
      for (const text of textsOf(source)) {
        expect(isConstant(text, source), `${source.name}: ${text.getText()}`).toBe(true);
      }
    }
  });

  it('accepts only the number of a run in the name of a partition', async () => {
    const run = async (query: SQL) => query.queryChunks.length;
    const tx = { run } as unknown as Queryable;
    for (const id of [1.5, -1, Number.NaN, '1); drop table fleet.run; --' as unknown as number]) {
      await expect(addPartitions(tx, id)).rejects.toThrow(RangeError);
      await expect(dropPartitions(tx, id)).rejects.toThrow(RangeError);
    }
  });
});
