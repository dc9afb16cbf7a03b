import type { Current, Scope } from './row.js';
import { QueryMistake } from './tokens.js';
import type { Value, ValueType } from './value.js';

/** An expression that knows its fields. */
export interface Resolved {
  readonly type: ValueType;
  evaluate(current: Current): Value;
}

/** What the names of an expression may mean, and its text, which mistakes are places in. */
export class ExpressionScope {
  constructor(
    readonly scope: Scope,
    readonly text: string,
  ) {}

  mistake(message: string, at: number): QueryMistake {
    return new QueryMistake(message, this.text, at);
  }
}
