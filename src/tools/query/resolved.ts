import type { Current, Scope } from './row.js';
import { QueryMistake } from './tokens.js';
import type { Value, ValueType } from './value.js';

/** An expression with its fields resolved. */
export interface Resolved {
  readonly type: ValueType;
  evaluate(current: Current): Value;
}

/** The names that an expression can use, and its text, for the positions of mistakes. */
export class ExpressionScope {
  constructor(
    readonly scope: Scope,
    readonly text: string,
  ) {}

  mistake(message: string, at: number): QueryMistake {
    return new QueryMistake(message, this.text, at);
  }
}
