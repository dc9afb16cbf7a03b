import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** One import, re-export or `import()` of a module. */
export interface Import {
  /** Path relative to src/, such as `scan/plan.ts`. */
  readonly from: string;
  /** Path of the imported module if it is ours; otherwise its specifier. */
  readonly to: string;
  readonly isOurs: boolean;
  /** True if only types are imported. Such an import has no effect at run time. */
  readonly typeOnly: boolean;
  /** True for `import()`, as an expression or as a type. */
  readonly isDynamic: boolean;
}

/** All imports of the sources, except those of the kernel's AssemblyScript, which is compiled separately. */
export function importsOf(): readonly Import[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|svelte)$/.test(path) && !path.startsWith('read/kernel/assembly/'))
    .sort()
    .flatMap((path) => importsOfModule(path));
}

function importsOfModule(path: string): Import[] {
  const file = join(SRC, path);
  const text = readFileSync(file, 'utf8');
  const code = path.endsWith('.svelte') ? (/<script lang="ts">(.*?)<\/script>/s.exec(text)?.[1] ?? '') : text;
  const tree = ts.createSourceFile(`${file}.ts`, code, ts.ScriptTarget.Latest);
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean, isDynamic = false): void => {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return;
    const { text } = specifier;
    const isOurs = text.startsWith('.');
    const to = isOurs ? relative(SRC, join(dirname(file), text)).replace(/\.js$/, '.ts') : text;
    found.push({ from: path, to, isOurs, typeOnly, isDynamic });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false, true);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true, true);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

export function isList(path: string): boolean {
  if (!path.endsWith('/index.ts')) return false;
  const tree = ts.createSourceFile(path, readFileSync(join(SRC, path), 'utf8'), ts.ScriptTarget.Latest);
  return tree.statements.every((statement) => ts.isExportDeclaration(statement));
}
