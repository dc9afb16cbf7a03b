/** Finds the places in a source file where a small fault can be inserted, from the file's syntax tree. */
import ts from 'typescript';

/** One fault: `text` replaces the source at [from, to). */
export interface Site {
  readonly operator: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The surrounding expression or statement that runs when the place runs. */
  readonly around: { readonly from: number; readonly to: number; readonly isStatement: boolean };
  /** True if the place runs when its module is loaded, once for all tests. */
  readonly isOnce: boolean;
}

/** Operators for typical mistakes of people: parts of conditions, statements, arguments, handlers, limits. */
export const GUARDS: readonly string[] = [
  'joined',
  'condition',
  'negation',
  'statement',
  'swap',
  'catch',
  'limit',
];

/** Name of a limit: `MAX_NAMES`, `most`, `limitMs`. */
const BOUND = /^(#?[A-Z][A-Z\d_]{2,}|most|max[A-Z]\w*|limit\w*|\w+(Limit|Most|Max)|budget\w*)$/;

const BINARY = new Map<ts.SyntaxKind, readonly string[]>([
  [ts.SyntaxKind.LessThanToken, ['<=', '>=']],
  [ts.SyntaxKind.LessThanEqualsToken, ['<', '>']],
  [ts.SyntaxKind.GreaterThanToken, ['>=', '<=']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['>', '<']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [ts.SyntaxKind.AmpersandAmpersandToken, ['||']],
  [ts.SyntaxKind.BarBarToken, ['&&']],
  [ts.SyntaxKind.PlusToken, ['-']],
  [ts.SyntaxKind.MinusToken, ['+']],
  [ts.SyntaxKind.AsteriskToken, ['/']],
  [ts.SyntaxKind.PercentToken, ['*']],
  [ts.SyntaxKind.AmpersandToken, ['|']],
  [ts.SyntaxKind.BarToken, ['&']],
  [ts.SyntaxKind.LessThanLessThanToken, ['>>']],
  [ts.SyntaxKind.GreaterThanGreaterThanToken, ['<<']],
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken, ['>>']],
  [ts.SyntaxKind.PlusEqualsToken, ['-=']],
  [ts.SyntaxKind.MinusEqualsToken, ['+=']],
  [ts.SyntaxKind.BarEqualsToken, ['=', '&=']],
  [ts.SyntaxKind.AmpersandEqualsToken, ['|=']],
]);

export function sitesOf(path: string, source: string): Site[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const sites: Site[] = [];
  let isOnce = true;
  const putSpan: PutSpan = (operator, [from, to], text, around) => {
    const place = { from: around.getStart(file), to: around.getEnd(), isStatement: ts.isStatement(around) };
    sites.push({ operator, from, to, text, around: place, isOnce });
  };
  const put: Put = (operator, node, text, around = node) => {
    putSpan(operator, [node.getStart(file), node.getEnd()], text, around);
  };
  const visit = (node: ts.Node): void => {
    // Types have no effect at run time, and texts for people get no faults.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isPropertyAssignment(node) && node.name.getText(file) === 'about') return;
    const isOnceAround = isOnce;
    isOnce &&= !ts.isFunctionLike(node) && !ts.isPropertyDeclaration(node);
    faultsIn(node, file, put, putSpan);
    ts.forEachChild(node, visit);
    isOnce = isOnceAround;
  };
  visit(file);
  return sites;
}

/**
 * Returns the site of a text that occurs once in a source, for a fault written by hand. @throws Error if it
 * does not occur exactly once
 */
export function siteOf(path: string, source: string, before: string, after: string): Site {
  const from = source.indexOf(before);
  if (from < 0 || source.includes(before, from + 1)) throw new Error(`${path} does not have once: ${before}`);
  const to = from + before.length;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  let around: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (node.getStart(file) > from || node.getEnd() < to) return;
    // A probe around a declaration would hide its names from the code after it.
    const isName = ts.isIdentifier(node) || ts.isVariableStatement(node) || ts.isDeclarationStatement(node);
    // The body of a function is tested separately, because TypeScript does not count it as a statement.
    const runs = ts.isExpression(node) || ts.isStatement(node) || ts.isBlock(node);
    if (!isName && runs) around = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  if (around === undefined) throw new Error(`${path}: nothing runs at ${before}`);
  const isStatement = ts.isStatement(around) || ts.isBlock(around);
  const place = { from: around.getStart(file), to: around.getEnd(), isStatement };
  return { operator: 'by hand', from, to, text: after, around: place, isOnce: false };
}

type Put = (operator: string, node: ts.Node, text: string, around?: ts.Node) => void;
type PutSpan = (operator: string, span: readonly [number, number], text: string, around: ts.Node) => void;

const JOINS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
]);
const COMPARES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);

/** Returns the last name of an expression: `MAX` for `a.b.MAX`. */
function nameOf(node: ts.Expression, file: ts.SourceFile): string {
  if (ts.isPropertyAccessExpression(node)) return node.name.getText(file);
  return ts.isIdentifier(node) ? node.text : '';
}

/** True for arguments that can be confused: their types are unknown here, so some swaps do not compile. */
function isAlike(one: ts.Expression, other: ts.Expression, file: ts.SourceFile): boolean {
  const isName = (node: ts.Expression) => ts.isIdentifier(node) || ts.isPropertyAccessExpression(node);
  return isName(one) && isName(other) && one.getText(file) !== other.getText(file);
}

function faultsIn(node: ts.Node, file: ts.SourceFile, put: Put, putSpan: PutSpan): void {
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken;
    const isText = [node.left, node.right].some(
      (side) => ts.isStringLiteral(side) || ts.isTemplateLiteral(side),
    );
    const isSum =
      operator.kind === ts.SyntaxKind.PlusToken || operator.kind === ts.SyntaxKind.PlusEqualsToken;
    if (isText && isSum) return;
    if (JOINS.has(operator.kind)) {
      for (const side of [node.left, node.right]) put('joined', node, side.getText(file));
    }
    if (COMPARES.has(operator.kind)) {
      const bound = [node.right, node.left].find((side) => BOUND.test(nameOf(side, file)));
      if (bound !== undefined) put('limit', bound, `(${bound.getText(file)} * 2 + 1)`, node);
    }
    for (const text of BINARY.get(operator.kind) ?? []) put('operator', operator, text, node);
  } else if (ts.isPrefixUnaryExpression(node)) {
    const operand = node.operand.getText(file);
    if (node.operator === ts.SyntaxKind.ExclamationToken) put('negation', node, operand);
    if (node.operator === ts.SyntaxKind.PlusPlusToken) put('step', node, `--${operand}`);
    if (node.operator === ts.SyntaxKind.MinusMinusToken) put('step', node, `++${operand}`);
  } else if (ts.isPostfixUnaryExpression(node)) {
    const isUp = node.operator === ts.SyntaxKind.PlusPlusToken;
    put('step', node, node.operand.getText(file) + (isUp ? '--' : '++'));
  } else if (ts.isNumericLiteral(node)) {
    if (!ts.isPropertyName(node) || !ts.isPropertyAssignment(node.parent))
      put('number', node, `(${node.getText(file)} + 1)`);
  } else if (node.kind === ts.SyntaxKind.TrueKeyword) put('truth', node, 'false');
  else if (node.kind === ts.SyntaxKind.FalseKeyword) put('truth', node, 'true');
  else if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition;
    put('condition', condition, `(${condition.getText(file)}) && false`);
    put('condition', condition, `(${condition.getText(file)}) || true`);
  } else if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    // Arguments of Math.min and Math.max can be swapped without effect.
    const list = /^Math\.(min|max)$/.test(node.expression.getText(file)) ? [] : (node.arguments ?? []);
    for (const [index, one] of list.entries()) {
      const next = list[index + 1];
      if (next === undefined || !isAlike(one, next, file)) continue;
      const between = file.text.slice(one.getEnd(), next.getStart(file));
      const swapped = next.getText(file) + between + one.getText(file);
      putSpan('swap', [one.getStart(file), next.getEnd()], swapped, node);
    }
  } else if (ts.isTryStatement(node) && node.catchClause !== undefined) {
    const { tryBlock, finallyBlock } = node;
    const body = tryBlock.getText(file);
    put(
      'catch',
      node,
      finallyBlock === undefined ? body : `try ${body} finally ${finallyBlock.getText(file)}`,
    );
  } else if (ts.isThrowStatement(node) || ts.isBreakStatement(node)) {
    put('statement', node, ';');
  } else if (ts.isExpressionStatement(node)) {
    if (!/^super|\blog\.(debug|info|warn|error)\(/.test(node.getText(file))) put('statement', node, ';');
  } else if (ts.isContinueStatement(node) || (ts.isReturnStatement(node) && node.expression === undefined)) {
    put('statement', node, ';');
  }
}

/** Code for a process that a test has started: writes the numbers of the places that run to a file. */
const REPORTER =
  '(globalThis as any).protomdlPlace ??= (globalThis as any).process?.env?.PROTOMDL_PLACES && ' +
  '((seen: Set<number>) => (id: number) => { if (seen.has(id)) return; seen.add(id); ' +
  "(process as any).getBuiltinModule('node:fs').appendFileSync(process.env.PROTOMDL_PLACES as string, id + '\\n'); })" +
  '(new Set<number>()); ';

/** Returns a source with a call at each place that reports its id when the place runs. */
export function probed(source: string, sites: readonly (Site & { readonly id: number })[]): string {
  const inserted: { at: number; size: number; isEnd: boolean; text: string }[] = [];
  for (const { around, id } of sites) {
    const size = around.to - around.from;
    const call = `(globalThis as any).protomdlPlace?.(${id})`;
    const [open, close] = around.isStatement ? [`{${call};`, '}'] : [`(${call}, `, ')'];
    inserted.push({ at: around.from, size, isEnd: false, text: open });
    inserted.push({ at: around.to, size, isEnd: true, text: close });
  }
  // The code of outer insertions opens first and closes last.
  const order = inserted.map((one, index) => ({ ...one, index }));
  order.sort((a, b) => {
    if (a.at !== b.at) return a.at - b.at;
    if (a.isEnd !== b.isEnd) return a.isEnd ? -1 : 1;
    if (a.size !== b.size) return a.isEnd ? a.size - b.size : b.size - a.size;
    return a.isEnd ? b.index - a.index : a.index - b.index;
  });
  let text = REPORTER;
  let at = 0;
  for (const one of order) {
    text += source.slice(at, one.at) + one.text;
    at = one.at;
  }
  return text + source.slice(at);
}

/** Returns a source with one fault, whose place reports when it runs. */
export function spoiled(source: string, { from, to, text, around }: Site, id: number): string {
  const call = `(globalThis as any).protomdlPlace?.(${id})`;
  const [open, close] = around.isStatement ? [`{${call};`, '}'] : [`(${call}, `, ')'];
  const inside = source.slice(around.from, from) + text + source.slice(to, around.to);
  return source.slice(0, around.from) + open + inside + close + source.slice(around.to);
}
