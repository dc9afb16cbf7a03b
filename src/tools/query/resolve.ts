import { TYPE_MESSAGE } from '../../base/schema/table.js';
import { resolveComparison } from './comparison.js';
import { type Expression, ExpressionScope, type Path, type PathStep, type Resolved } from './expression.js';
import { findField, valueReader } from './field-path.js';
import { resolveCall } from './functions.js';
import type { Current, Scope } from './row.js';
import { QueryMistake } from './tokens.js';
import { BOOLEAN_TYPE, NUMBER_TYPE, type QueryValue, STRING_TYPE, typeOf } from './value.js';

/**
 * Resolves the fields that an expression names: in the row's message, or else in the nearest enclosing
 * message.
 * @throws QueryMistake for an unknown field or an invalid comparison
 */
export function resolveFields(expression: Expression, scope: Scope, text: string): Resolved {
  return new Resolver(new ExpressionScope(scope, text)).resolve(expression);
}

/** Resolves a condition. @throws QueryMistake also if the expression is not a condition */
export function resolveCondition(
  expression: Expression,
  scope: Scope,
  text: string,
): (current: Current) => boolean {
  const { type, evaluate } = resolveFields(expression, scope, text);
  if (type.kind !== 'boolean') {
    throw new QueryMistake(`a condition is expected, and this is a ${type.kind}`, text, expression.at);
  }
  return (current) => evaluate(current) === true;
}

class Resolver {
  constructor(private readonly inside: ExpressionScope) {}

  resolve(expression: Expression): Resolved {
    switch (expression.kind) {
      case 'literal': {
        const { value } = expression;
        const type =
          typeof value === 'string' ? STRING_TYPE : typeof value === 'boolean' ? BOOLEAN_TYPE : NUMBER_TYPE;
        return { type, evaluate: () => value };
      }
      case 'path':
        return this.#path(expression.steps, expression.fromRoot);
      case 'call':
        return resolveCall(expression, this.inside);
      case 'not': {
        const of = this.#condition(expression.of);
        return { type: BOOLEAN_TYPE, evaluate: (current) => !of(current) };
      }
      case 'compare':
        return resolveComparison(expression, this.inside, (side) => this.resolve(side));
      default: {
        const [left, right] = [this.#condition(expression.left), this.#condition(expression.right)];
        const isAnd = expression.kind === 'and';
        return {
          type: BOOLEAN_TYPE,
          evaluate: (current) => (isAnd ? left(current) && right(current) : left(current) || right(current)),
        };
      }
    }
  }

  #condition(expression: Expression): (current: Current) => boolean {
    return resolveCondition(expression, this.inside.scope, this.inside.text);
  }

  #path(steps: Path, fromRoot: boolean): Resolved {
    const [first] = steps;
    if (steps.length === 1 && first.name === 'value' && !fromRoot) return this.#value(first);
    const found = findField(steps, fromRoot, this.inside);
    const { last, index } = found;
    const at = steps.at(-1)?.at ?? 0;
    if (last.repeated && index === undefined) {
      throw this.inside.mistake(
        `${last.name} is a list: name an element, ${last.name}[0], or size(${last.name})`,
        at,
      );
    }
    const type = typeOf(last);
    if (type === undefined) {
      const what = last.type === TYPE_MESSAGE ? 'a message' : 'a blob';
      const instead = last.type === TYPE_MESSAGE ? `has(${last.name})` : `size(${last.name})`;
      throw this.inside.mistake(`${last.name} is ${what}, which has no value: did you mean ${instead}?`, at);
    }
    const get = valueReader(found);
    return { type, evaluate: (current) => get(current) as QueryValue };
  }

  #value({ at }: PathStep): Resolved {
    const { selected } = this.inside.scope;
    const type = selected === undefined ? undefined : typeOf(selected);
    if (type === undefined)
      throw this.inside.mistake('the selected field is a message or blob, and has no value', at);
    return { type, evaluate: ({ value }) => value as QueryValue };
  }
}
