import type { Current, Scope } from './row.js';
import { QueryMistake, type QueryToken, tokensOf, unquoted } from './tokens.js';
import type { QueryValue, ValueType } from './value.js';

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** A step of a path: a field, with an element's index for a list. */
export interface PathStep {
  readonly name: string;
  readonly index: number | undefined;
  readonly at: number;
}

export type Path = readonly [PathStep, ...PathStep[]];

/** A parsed expression; `at` is its position in the text. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: number | bigint | string | boolean; readonly at: number }
  /** `fromRoot`: the path begins with `$.` */
  | {
      readonly kind: 'path';
      readonly steps: Path;
      readonly fromRoot: boolean;
      readonly at: number;
    }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly args: readonly Expression[];
      readonly at: number;
    }
  | { readonly kind: 'not'; readonly of: Expression; readonly at: number }
  | {
      readonly kind: 'compare';
      readonly sign: Comparison;
      readonly left: Expression;
      readonly right: Expression;
      readonly at: number;
    }
  | {
      readonly kind: 'and' | 'or';
      readonly left: Expression;
      readonly right: Expression;
      readonly at: number;
    };

/** Binding power of the signs; any other sign ends an expression. */
const BINDING: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
};

const NOT = 5;
/** Limit for nested parentheses and `!`: the parser recurses for each. */
const MAX_LEVELS = 100;

/**
 * Reads one expression. Precedence is as in C: `!`, `< <= > >=`, `== !=`, `&&`, `||`.
 * @throws QueryMistake for an invalid expression
 */
export function parseExpression(text: string): Expression {
  const parser = new Parser(text);
  const expression = parser.expression(0);
  parser.expect('end', '');
  return expression;
}

/**
 * Reads expressions separated by commas, each with its own text.
 * @throws QueryMistake
 */
export function parseExpressions(text: string): { readonly text: string; readonly expression: Expression }[] {
  const parser = new Parser(text);
  const found: { text: string; expression: Expression }[] = [];
  do {
    const from = parser.position;
    const expression = parser.expression(0);
    found.push({ text: text.slice(from, parser.position).trim(), expression });
  } while (parser.take(','));
  parser.expect('end', '');
  return found;
}

/** Parser of expressions, with operator precedence by binding power (V. Pratt, 1973). */
class Parser {
  readonly #tokens: readonly QueryToken[];
  #next = 0;
  #level = 0;

  constructor(private readonly text: string) {
    this.#tokens = tokensOf(text);
  }

  get position(): number {
    return this.#peek().at;
  }

  expression(least: number): Expression {
    if (++this.#level > MAX_LEVELS) throw this.#mistake('more than 100 levels', this.#peek());
    let left = this.#operand();
    for (;;) {
      const token = this.#peek();
      const binding = token.kind === 'sign' ? (BINDING[token.text] ?? 0) : 0;
      if (binding === 0 || binding <= least) break;
      this.#next++;
      const right = this.expression(binding);
      const { at } = token;
      if (token.text === '&&' || token.text === '||') {
        left = { kind: token.text === '&&' ? 'and' : 'or', left, right, at };
      } else left = { kind: 'compare', sign: token.text as Comparison, left, right, at };
    }
    this.#level--;
    return left;
  }

  take(sign: string): boolean {
    const token = this.#peek();
    if (token.kind !== 'sign' || token.text !== sign) return false;
    this.#next++;
    return true;
  }

  expect(kind: QueryToken['kind'], text: string): QueryToken {
    const token = this.#peek();
    if (token.kind !== kind || (text !== '' && token.text !== text)) {
      const wanted = kind === 'end' ? 'the end' : text === '' ? `a ${kind}` : text;
      throw this.#mistake(`${wanted} is expected here, not ${shown(token)}`, token);
    }
    this.#next++;
    return token;
  }

  #operand(): Expression {
    const token = this.#peek();
    const { at } = token;
    if (this.take('!')) return { kind: 'not', of: this.expression(NOT), at };
    if (this.take('(')) {
      const inner = this.expression(0);
      this.expect('sign', ')');
      return inner;
    }
    if (this.take('-')) {
      const value = numberOf(this.expect('number', '').text);
      return { kind: 'literal', value: -value, at };
    }
    if (this.take('$')) {
      this.expect('sign', '.');
      return this.#path(true, at);
    }
    this.#next++;
    switch (token.kind) {
      case 'number':
        return { kind: 'literal', value: numberOf(token.text), at };
      case 'string':
        return { kind: 'literal', value: unquoted(token.text), at };
      case 'name': {
        if (token.text === 'true' || token.text === 'false') {
          return { kind: 'literal', value: token.text === 'true', at };
        }
        if (this.take('(')) return this.#call(token.text, at);
        this.#next--;
        return this.#path(false, at);
      }
      default:
        throw this.#mistake(`a value is expected here, not ${shown(token)}`, token);
    }
  }

  #call(name: string, at: number): Expression {
    const args: Expression[] = [];
    if (!this.take(')')) {
      do args.push(this.expression(0));
      while (this.take(','));
      this.expect('sign', ')');
    }
    return { kind: 'call', name, args, at };
  }

  #path(fromRoot: boolean, at: number): Expression {
    const steps: [PathStep, ...PathStep[]] = [this.#step()];
    while (this.take('.')) steps.push(this.#step());
    return { kind: 'path', steps, fromRoot, at };
  }

  #step(): PathStep {
    const { text: name, at } = this.expect('name', '');
    if (!this.take('[')) return { name, index: undefined, at };
    const number = this.expect('number', '');
    const index = Number(number.text);
    if (!Number.isSafeInteger(index)) throw this.#mistake('an element has a whole number', number);
    this.expect('sign', ']');
    return { name, index, at };
  }

  #peek(): QueryToken {
    return this.#tokens[this.#next] as QueryToken;
  }

  #mistake(message: string, { at }: QueryToken): QueryMistake {
    return new QueryMistake(message, this.text, at);
  }
}

/** Converts a text to a number. Whole numbers that a double cannot hold become bigints. */
function numberOf(text: string): number | bigint {
  const value = Number(text);
  return /^(0[xX][0-9a-fA-F]+|\d+)$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

function shown({ kind, text }: QueryToken): string {
  return kind === 'end' ? 'the end' : text;
}

export interface Resolved {
  readonly type: ValueType;
  evaluate(current: Current): QueryValue;
}

/** The names that an expression can use, and the expression's text, for the positions of mistakes. */
export class ExpressionScope {
  constructor(
    readonly scope: Scope,
    readonly text: string,
  ) {}

  mistake(message: string, at: number): QueryMistake {
    return new QueryMistake(message, this.text, at);
  }
}
