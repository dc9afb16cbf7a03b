import { suggestion } from '../../check/config/nearest.js';
import type { Comparison, Expression, ExpressionScope, Resolved } from './expression.js';
import { isKnownName } from './field-path.js';
import { BOOLEAN_TYPE, type QueryValue, type ValueType } from './value.js';

type Resolve = (expression: Expression) => Resolved;

/**
 * Resolves a comparison.
 * @param resolve resolves its two sides
 * @throws QueryMistake if the sides cannot be compared
 */
export function resolveComparison(
  { sign, left, right, at }: Extract<Expression, { kind: 'compare' }>,
  inside: ExpressionScope,
  resolve: Resolve,
): Resolved {
  const [a, b] = sidesOf(left, right, inside, resolve);
  const [first, second] = [comparable(a.type), comparable(b.type)];
  if (first !== second) {
    throw inside.mistake(`a ${first} is compared with a ${second}`, at);
  }
  if (first === 'boolean' && sign !== '==' && sign !== '!=') {
    throw inside.mistake('true and false have no order: use == or !=', at);
  }
  const holds = HOLDS[sign];
  return {
    type: BOOLEAN_TYPE,
    evaluate: (current) => {
      const [x, y] = [a.evaluate(current), b.evaluate(current)];
      // A missing value is neither equal nor different.
      return x !== undefined && y !== undefined && holds(x, y);
    },
  };
}

/**
 * Resolves the two sides of a comparison. A name that is compared with an enum or a oneof is one of its
 * values, if a value has that name.
 */
function sidesOf(
  left: Expression,
  right: Expression,
  inside: ExpressionScope,
  resolve: Resolve,
): [Resolved, Resolved] {
  const nameOf = (side: Expression): string | undefined => {
    if (side.kind === 'literal' && typeof side.value === 'string') return side.value;
    if (side.kind !== 'path' || side.steps.length !== 1 || side.fromRoot) return undefined;
    return side.steps[0].index === undefined ? side.steps[0].name : undefined;
  };
  for (const isLeft of [true, false]) {
    const [asked, given] = isLeft ? [left, right] : [right, left];
    const name = nameOf(given);
    if (name === undefined || asked.kind === 'literal') continue;
    if (asked.kind === 'path' && nameOf(asked) !== undefined && !isKnownName(nameOf(asked) as string, inside))
      continue;
    const known = resolve(asked);
    const constant = constantOf(known.type, name, given, inside);
    if (constant !== undefined) return isLeft ? [known, constant] : [constant, known];
  }
  return [resolve(left), resolve(right)];
}

/** Resolves a name to the value of an enum or the member of a oneof; undefined if the name is a field's. */
function constantOf(
  type: ValueType,
  name: string,
  given: Expression,
  inside: ExpressionScope,
): Resolved | undefined {
  if (type.kind === 'enum') {
    const { values } = type.table;
    const value =
      values.find((candidate) => candidate.name === name) ??
      // The last word of a value's name is enough: `DDR` for PROTO__EDGE_CONNECTION_TYPE__DDR.
      only(values.filter((candidate) => candidate.name.endsWith(`__${name}`)));
    if (value !== undefined) return { type, evaluate: () => value.number };
    if (given.kind === 'path' && isKnownName(name, inside)) return undefined;
    const names = values.map((candidate) => candidate.name);
    throw inside.mistake(`${type.table.typeName} has no value ${name}${suggestion(name, names)}`, given.at);
  }
  if (type.kind !== 'member') return undefined;
  if (type.names.includes(name)) return { type, evaluate: () => name };
  throw inside.mistake(`the oneof has no member ${name}${suggestion(name, type.names)}`, given.at);
}

type Comparable = Exclude<QueryValue, undefined>;

// Between a number and a bigint, `<` is exact, but `===` is always false; so two values count as equal if
// neither is less.
const HOLDS: Readonly<Record<Comparison, (x: Comparable, y: Comparable) => boolean>> = {
  '==': (x, y) => x === y || (isMixed(x, y) && x <= y && x >= y),
  '!=': (x, y) => !(x === y || (isMixed(x, y) && x <= y && x >= y)),
  '<': (x, y) => x < y,
  '<=': (x, y) => x <= y,
  '>': (x, y) => x > y,
  '>=': (x, y) => x >= y,
};

function isMixed(x: Comparable, y: Comparable): boolean {
  return typeof x !== typeof y;
}

/** Returns the kind that both sides of a comparison must share. */
function comparable({ kind }: ValueType): string {
  return kind === 'enum' ? 'number' : kind === 'member' ? 'string' : kind;
}

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}
